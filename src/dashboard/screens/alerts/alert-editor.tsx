import { zodResolver } from '@hookform/resolvers/zod';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { Link } from '@tanstack/react-router';
import { type AlertForm, alertFrequency } from '#contract/alerts.ts';
import { employeeRange } from '#contract/enums.ts';
import { formatEmployeeRange } from '#contract/scalars.ts';
import { formatRoundName } from '#contract/rounds.ts';
import { alertFilterSources } from '#contract/alert-filters.ts';
import { dealCatalogue } from '#contract/deal-filters.ts';
import type { Filter } from '#contract/filters.ts';
import { AmountPair, type RangePart } from '../../platform/form/amount-pair.tsx';
import { CheckBox } from '../../platform/form/check-box.tsx';
import { CheckPills, SelectField } from '../../platform/form/controls.tsx';
import { Field } from '../../platform/form/field.tsx';
import { TextField } from '../../platform/form/text-field.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { useKeptForm } from '../../platform/form/kept-form.tsx';
import { ChipPicker } from '../../platform/form/chip-picker.tsx';
import { RecordPicker } from '../searches/kit/lookups/record-picker.tsx';
import { PermalinkPicker } from '../searches/kit/lookups/permalink-picker.tsx';
import { useDebounced } from '../../platform/state.ts';
import { formatRoundType } from '../../platform/rounds.ts';
import { roundGroups } from '../searches/kit/filters/round-groups.ts';
import { formatCount } from '../../platform/format.ts';
import type { RawSearch } from '../../platform/url/raw-search.ts';
import { isFilterSet, toDraft, readQuery } from '../searches/kit/query/search-query.ts';
import { getFilterValues } from '../searches/kit/query/filter-kinds.ts';
import { Notice } from '../../platform/ui/notice.tsx';
import { Sheet } from '../../platform/ui/sheet.tsx';
import { type AlertDraft, alertDraft, emptyAlertDraft, saveAlert } from './alert-draft.ts';
import { RaisedCell } from '../searches/kit/record/cells.tsx';
import { alertPreview } from '../../records/alerts/alert-preview.ts';
import { AlertsFailure } from './notices.tsx';
import type { ChipDisplay } from '../../platform/form/chip-picker.tsx';

/** The react-hook-form state of an alert. */
type EditorForm = UseFormReturn<AlertDraft, unknown, AlertForm>;

type AlertEditorProps = {
  readonly draft: AlertDraft;
  /** The alert that is changed; undefined for a new one. */
  readonly id?: string | undefined;
  readonly onSaved: () => void;
  /** Shown above the fields. */
  readonly children?: ReactNode;
};

const frequencies = alertFrequency.options.map(
  (frequency) => [frequency, frequency.charAt(0) + frequency.slice(1).toLowerCase()] as const,
);

/** The form of an alert: name, frequency and filters, with a live preview of matching deals. Free. */
export function AlertEditor({ draft, id, onSaved, children }: AlertEditorProps) {
  const client = useQueryClient();
  const { form, notice, forget } = useKeptForm<AlertDraft, AlertForm>(`alert ${id ?? JSON.stringify(draft)}`, {
    resolver: zodResolver(alertDraft),
    mode: 'onTouched',
    defaultValues: draft,
    first: 'name',
  });
  const saving = useMutation({
    mutationFn: (valid: AlertForm) => saveAlert(client, valid, id),
    onSuccess: () => {
      forget();
      onSaved();
    },
  });
  const submit = form.handleSubmit((valid) => saving.mutate(valid));
  return (
    <form aria-label="Alert" className="grid grid-cols-1 gap-3.75 p-4" onSubmit={(event) => void submit(event)}>
      {children}
      {notice}
      <TextFields form={form} />
      <SelectField label="How often" options={frequencies} register={form.register('frequency')} />
      <AlertFields form={form} />
      {saving.error && <AlertsFailure failure={saving.error} onRetry={() => void submit()} />}
      {/* Sticky, so that the preview stays visible while the filters change. */}
      <div className="sticky bottom-0 -mx-4 -mb-4 grid grid-cols-1 gap-2.5 border-t border-line bg-panel px-4 py-3">
        <AlertPreview form={form} />
        <div className="flex items-center gap-2">
          <Button type="submit" variant="primary" aria-disabled={saving.isPending}>
            {id === undefined ? 'Save alert' : 'Save changes'}
          </Button>
          <CheckBox className="ml-auto text-ink-2" {...form.register('paused')}>
            Paused
          </CheckBox>
        </div>
      </div>
    </form>
  );
}

function TextFields({ form }: { readonly form: EditorForm }) {
  const id = useId();
  const { errors } = form.formState;
  return (
    <>
      <TextField label="Name" register={form.register('name')} error={errors.name?.message} />
      <Field
        label="Description"
        aside="optional"
        htmlFor={`${id}-text`}
        errors={[[`${id}-text-error`, errors.description?.message]]}
      >
        <textarea
          id={`${id}-text`}
          rows={2}
          className="field-box w-full px-2.5 py-1.5"
          {...form.register('description')}
        />
      </Field>
    </>
  );
}

/** Alerts store rounds by display name, such as Series A (contract 2). */
const roundNameGroups = roundGroups.map(({ value, items }) => ({ value, items: items.map(formatRoundName) }));
const roundDisplay: ChipDisplay<string> = { toKey: (name) => name, toName: (name) => name };
const employeeRanges = employeeRange.options.map((range) => [range, formatEmployeeRange(range)] as const);
const noneIgnored: ReadonlySet<string> = new Set();

/** The filters of an alert. */
function AlertFields({ form }: { readonly form: EditorForm }) {
  const { control } = form;
  return (
    <>
      <Controller
        control={control}
        name="rounds"
        render={({ field }) => (
          <ChipPicker
            label="Round type"
            chosen={field.value}
            onChoose={field.onChange}
            shown={roundDisplay}
            offers={roundNameGroups}
          />
        )}
      />
      {(['location', 'industry'] as const).map((name) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field }) => (
            <PermalinkPicker
              label={name === 'location' ? 'Location' : 'Industry'}
              field={name}
              chosen={field.value}
              onChoose={field.onChange}
              ignored={noneIgnored}
            />
          )}
        />
      ))}
      <AmountPair
        label="Round size, USD"
        aside="500k, 2.5m, 10-50m"
        parts={[
          buildPart(form, 'min', 'Minimum size', 'No minimum'),
          buildPart(form, 'max', 'Maximum size', 'No maximum'),
        ]}
        read={() => form.getValues(['min', 'max'])}
        write={([min, max]) => {
          form.setValue('min', min);
          form.setValue('max', max);
          void form.trigger(['min', 'max']);
        }}
      />
      <Controller
        control={control}
        name="employees"
        render={({ field }) => (
          <CheckPills label="Employees" options={employeeRanges} chosen={field.value} onChoose={field.onChange} />
        )}
      />
      {(['investor', 'company'] as const).map((name) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field }) => (
            <RecordPicker
              label={name === 'investor' ? 'Investors' : 'Companies'}
              aside={undefined}
              kind={name}
              chosen={field.value}
              onChoose={field.onChange}
            />
          )}
        />
      ))}
    </>
  );
}

const buildPart = (form: EditorForm, name: 'min' | 'max', label: string, placeholder: string): RangePart => ({
  label,
  placeholder,
  register: form.register(name),
  error: form.formState.errors[name]?.message,
});

const debounceMilliseconds = 250;
const maxShown = 3;

/** How many deals of the last 30 UTC days match the filters of the form, and the newest. Free. */
function AlertPreview({ form }: { readonly form: EditorForm }) {
  const draft = useWatch({ control: form.control });
  // The preview works before the alert has a name.
  const read = alertDraft.safeParse({ ...draft, name: 'preview', description: '' });
  const filters = useDebounced(JSON.stringify(read.data?.filters), debounceMilliseconds);
  const { data, error, isFetching } = useQuery({
    ...alertPreview(JSON.parse(filters ?? '{}') as Parameters<typeof alertPreview>[0]),
    enabled: filters !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label="Preview" aria-busy={isFetching} className="grid gap-1.5 rounded-[9px] bg-sunken px-3 py-2">
      <output className="font-semibold tabular-nums">
        {error && `The preview failed: ${error.message}`}
        {!error && (data ? `${formatCount(data.total, 'deal')} in the last 30 days` : 'Searching')}
      </output>
      <ul className="grid gap-0.5 text-12 text-ink-2 empty:hidden">
        {(data?.deals ?? []).slice(0, maxShown).map(({ id, company, round, day, deal }) => (
          <li key={id} className="flex justify-between gap-3">
            <span className="truncate">
              {company}, {formatRoundType(round)}, {day}
            </span>
            <span className="shrink-0">
              <RaisedCell deal={deal} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const { financing_types: round, locations, industries, deal_size_min: size } = alertFilterSources;
const { num_employees: employees, investors, companies } = alertFilterSources;
const supported: ReadonlySet<string> = new Set(Object.values<Filter>(alertFilterSources).map(({ name }) => name));

/** A deals search as the form of an alert, with the labels of the filters that an alert does not support. */
export function buildAlertFromSearch(raw: RawSearch): { draft: AlertDraft; unsupported: string[] } {
  const query = readQuery(dealCatalogue, raw);
  const [rounds] = getFilterValues<'rounds'>(round, query);
  const [location] = getFilterValues<'locations'>(locations, query);
  const [industry] = getFilterValues<'industries'>(industries, query);
  const [ranges] = getFilterValues<'multiSelect'>(employees, query);
  const [investor] = getFilterValues<'records'>(investors, query);
  const [company] = getFilterValues<'records'>(companies, query);
  const fields = toDraft([size], query);
  const draft: AlertDraft = {
    ...emptyAlertDraft,
    rounds: rounds.map(formatRoundName),
    location: [...location],
    industry: [...industry],
    employees: [...ranges] as AlertDraft['employees'],
    investor: [...investor],
    company: [...company],
    min: String(fields[size.keys[0]]),
    max: String(fields[size.keys[1]]),
  };
  const unsupported = dealCatalogue.filters.filter(
    (filter) => !supported.has(filter.name) && isFilterSet(filter, query),
  );
  return {
    draft: { ...draft, name: nameAlert(draft) },
    unsupported: unsupported.map(({ label }) => label.replace(/, USD$/, '')),
  };
}

/** "Seed, Series A in Fintech, Germany". */
function nameAlert({ rounds, industry, location }: AlertDraft): string {
  const parts = [rounds.join(', '), [...industry, ...location].map(({ name }) => name).join(', ')];
  return parts.filter((part) => part !== '').join(' in ');
}

type SearchEditorProps = { readonly raw: RawSearch; readonly onClose: () => void };

/** The dialog with a new alert, filled in from a search. */
export function SearchEditor({ raw, onClose }: SearchEditorProps) {
  const [{ draft, unsupported }] = useState(() => buildAlertFromSearch(raw));
  const [saved, setSaved] = useState(false);
  return (
    <Sheet title="Save this search as an alert" onClose={onClose}>
      {saved ? (
        <div className="grid gap-3 p-4">
          <p>Alert saved. Matching deals appear in Alerts.</p>
          <Link to="/alerts" className="text-accent-ink underline" onClick={onClose}>
            Open Alerts
          </Link>
        </div>
      ) : (
        <AlertEditor draft={draft} onSaved={() => setSaved(true)}>
          {unsupported.length > 0 && (
            <Notice variant="warn" title="The alert will match more deals than this search">
              Alerts do not support these filters: {unsupported.join(', ')}.
            </Notice>
          )}
        </AlertEditor>
      )}
    </Sheet>
  );
}
