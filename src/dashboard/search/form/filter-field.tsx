import { memo, type ReactNode } from 'react';
import { Controller, type FieldErrors, useFormState, useWatch } from 'react-hook-form';
import type { FilterKind, FilterOf } from '#contract/filters.ts';
import type { FinancingFilter } from '#contract/request-parts.ts';
import type { RangePart, RangeProps } from '../../platform/form/amount-pair.tsx';
import { CheckPills, SelectField, TextPair } from '../../platform/form/controls.tsx';
import type { NamedId } from '../../platform/url/url.ts';
import type { Permalink } from '../lookups/permalink.ts';
import type { RelevancePreview } from './semantic-field.tsx';
import type { Draft } from '../query/search-query.ts';
import type { SearchForm } from './search-form.ts';
import { lazyPart, Fallback } from '../../platform/ui/lazy-part.tsx';

// Rarely needed at first sight, so they load on demand; their height is reserved, so that nothing below moves.
const RoundField = lazyPart(() => import('./round-field.tsx').then((module) => module.RoundField));
const SizeField = lazyPart(() => import('./size-field.tsx').then((module) => module.SizeField));
const PermalinkPicker = lazyPart(() =>
  import('../lookups/permalink-picker.tsx').then((module) => module.PermalinkPicker),
);
const RecordPicker = lazyPart(() => import('../lookups/record-picker.tsx').then((module) => module.RecordPicker));
const TextsField = lazyPart(() => import('../../platform/form/list-fields.tsx').then((module) => module.TextsField));
const IdsField = lazyPart(() => import('../../platform/form/list-fields.tsx').then((module) => module.IdsField));
const AmountPair = lazyPart(() => import('../../platform/form/amount-pair.tsx').then((module) => module.AmountPair));
const DayPair = lazyPart(() => import('../../platform/form/day-pair.tsx').then((module) => module.DayPair));
const SemanticField = lazyPart(() => import('./semantic-field.tsx').then((module) => module.SemanticField));

export type FieldProps<K extends FilterKind = FilterKind> = {
  readonly form: SearchForm;
  readonly filter: FilterOf<K>;
  /** Permalinks that the service ignored in the results on the screen. */
  readonly ignored: ReadonlySet<string>;
  /** Shows what a minimum relevance leaves of the results. */
  readonly preview: RelevancePreview;
  readonly errors: FieldErrors<Draft>;
};

/** A field whose value is a list. */
const listField =
  <T, K extends FilterKind>(render: (props: FieldProps<K>, list: ListState<T>) => ReactNode, room = 'h-15.25') =>
  (props: FieldProps<K>): ReactNode => (
    <Controller
      control={props.form.control}
      name={props.filter.keys[0]}
      render={({ field, fieldState }) => (
        <Fallback value={<div className={room} />}>
          {render(props, {
            chosen: field.value as readonly T[],
            onChoose: field.onChange,
            error: fieldState.error?.message,
          })}
        </Fallback>
      )}
    />
  );

type ListState<T> = {
  readonly chosen: readonly T[];
  readonly onChoose: (chosen: readonly T[]) => void;
  readonly error: string | undefined;
};

const permalinkField = (field: 'location' | 'industry') =>
  listField<Permalink, 'locations' | 'industries'>(({ filter, ignored }, list) => (
    <PermalinkPicker label={filter.label} field={field} ignored={ignored} {...list} />
  ));

/** The form field of each filter kind; the other forms of a kind are in `query/filter-kinds.ts`. */
const fields: { readonly [K in FilterKind]: (props: FieldProps<K>) => ReactNode } = {
  rounds: listField<FinancingFilter, 'rounds'>(
    ({ filter }, list) => <RoundField label={filter.label} {...list} />,
    'h-29.75',
  ),
  locations: permalinkField('location'),
  industries: permalinkField('industry'),
  records: listField<NamedId, 'records'>(({ filter: { label, hint, of } }, list) => (
    <RecordPicker kind={of} label={label} aside={hint} {...list} />
  )),
  multiSelect: listField<string, 'multiSelect'>(({ filter: { label, options } }, list) => (
    <CheckPills label={label} options={Object.entries(options)} {...list} />
  )),
  texts: listField<string, 'texts'>(({ filter: { label, hint, noun, max } }, list) => (
    <TextsField label={label} aside={hint} noun={noun} max={max} {...list} />
  )),
  ids: listField<string, 'ids'>(({ filter: { label, noun } }, list) => (
    <IdsField label={label} noun={noun} {...list} />
  )),
  select: ({ form, filter }) => (
    <SelectField
      label={filter.label}
      options={Object.entries(filter.options)}
      register={form.register(filter.keys[0])}
    />
  ),
  toggle: ({ form, filter }) => (
    <label className="flex min-h-6 cursor-pointer items-center gap-2 text-12 font-semibold">
      <input type="checkbox" className="size-4 accent-accent" {...form.register(filter.keys[0])} />
      {filter.label}
    </label>
  ),
  count: ({ form, errors, filter: { label, hint = '', keys } }) => (
    <TextPair
      label={label}
      aside={hint}
      inputMode="numeric"
      parts={[{ ...buildPart({ form, errors }, keys[0], label, '1'), onCommit: () => void form.trigger(keys[0]) }]}
    />
  ),
  dateRange: (props) => (
    <Fallback value={<div className={props.filter.more ? 'h-15' : 'h-22.5'} />}>
      <DateRangeField {...props} />
    </Fallback>
  ),
  moneyRange: (props) => (
    <Fallback value={<div className={hasUsualSizes(props.filter) ? 'h-29.75' : 'h-15'} />}>
      <MoneyRangeField {...props} />
    </Fallback>
  ),
  semantic: (props) => (
    <Fallback value={<div className="h-25" />}>
      <SemanticField {...props} />
    </Fallback>
  ),
};

type FilterFieldProps = Omit<FieldProps, 'errors'>;

function AnyField(props: FilterFieldProps) {
  const { form, filter } = props;
  const { errors } = useFormState({ control: form.control, name: [...filter.keys] });
  // The table pairs each kind with its own field, which the compiler cannot follow through a union.
  const render = fields[filter.kind] as (props: FieldProps) => ReactNode;
  return <div title={filter.help}>{render({ ...props, errors })}</div>;
}

/** Whether a field shows the same: it watches its own values, and only a search by meaning shows the preview. */
const isSameField = (before: FilterFieldProps, now: FilterFieldProps): boolean =>
  before.form === now.form &&
  before.filter === now.filter &&
  before.ignored === now.ignored &&
  (before.preview === now.preview || now.filter.kind !== 'semantic');

/** The form field of any filter. */
export const FilterField = memo(AnyField, isSameField);

function DateRangeField({ form, errors, filter: { label, more, keys, part = label } }: RangeFieldProps<'dateRange'>) {
  // The presets show which one is chosen.
  useWatch({ control: form.control, name: [...keys] });
  const parts = [
    buildPart({ form, errors }, keys[0], `${part} from`, 'From'),
    buildPart({ form, errors }, keys[1], `${part} to`, 'To'),
  ] as const;
  return (
    <DayPair label={label} aside="“last 12 months”, UTC" parts={parts} hasPresets={!more} {...buildRange(form, keys)} />
  );
}

function MoneyRangeField({ form, errors, filter }: RangeFieldProps<'moneyRange'>) {
  const { label, hint = '500k, 2.5m, 10-50m', keys } = filter;
  // The usual values show which one is chosen.
  useWatch({ control: form.control, name: [...keys] });
  const part = filter.part ?? label.replace(/, USD$/, '').toLowerCase();
  const parts = [
    buildPart({ form, errors }, keys[0], `Minimum ${part}`, 'No minimum'),
    buildPart({ form, errors }, keys[1], `Maximum ${part}`, 'No maximum'),
  ] as const;
  const Amounts = hasUsualSizes(filter) ? SizeField : AmountPair;
  return <Amounts label={label} aside={hint} parts={parts} {...buildRange(form, keys)} />;
}

/** The size of the round itself has usual values, and the search counts them. */
const hasUsualSizes = ({ keys, more }: FilterOf<'moneyRange'>): boolean => keys[0] === 'min' && !more;

type RangeFieldProps<K extends FilterKind> = Pick<FieldProps<K>, 'form' | 'errors' | 'filter'>;

const buildPart = (
  { form, errors }: Pick<FieldProps, 'form' | 'errors'>,
  name: string,
  label: string,
  placeholder: string,
): RangePart => ({
  label,
  placeholder,
  register: form.register(name),
  error: errors[name]?.message,
});

/** Reads and writes both ends of a range. */
const buildRange = (form: SearchForm, [low, high]: readonly [string, string]): Pick<RangeProps, 'read' | 'write'> => ({
  read: () => [form.getValues(low) as string, form.getValues(high) as string],
  write: (texts) => {
    form.setValue(low, texts[0]);
    form.setValue(high, texts[1]);
    void form.trigger([low, high]);
  },
});
