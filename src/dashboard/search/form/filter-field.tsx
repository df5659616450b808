import { Suspense, useState, type ReactNode } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import type { FilterKind, FilterOf } from '#contract/filters.ts';
import { formatRoundKey } from '#contract/rounds.ts';
import type { FinancingFilter } from '#contract/request-parts.ts';
import { toAmount, formatAmountInput } from '../../platform/format.ts';
import {
  CheckPills,
  DatePresetButtons,
  SelectField,
  TextPair,
  type TextPart,
  buildDatePresets,
} from '../../platform/form/controls.tsx';
import { ChipPicker, type ChipGroup, type ChipDisplay } from '../../platform/form/chip-picker.tsx';
import { roundOrder, formatRoundType } from '../../platform/rounds.ts';
import type { NamedId } from '../../platform/url/url.ts';
import type { Permalink } from '../lookups/permalink.ts';
import { PermalinkPicker } from '../lookups/permalink-picker.tsx';
import type { RelevancePreview } from './semantic-field.tsx';
import type { SearchForm } from './use-search.ts';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';

// Rarely needed at first sight, so they load on demand; their height is reserved, so that nothing below moves.
const RecordPicker = lazyPart(() =>
  import('../lookups/record-picker.tsx').then((module) => ({ default: module.RecordPicker })),
);
const TextsField = lazyPart(() =>
  import('../../platform/form/list-fields.tsx').then((module) => ({ default: module.TextsField })),
);
const IdsField = lazyPart(() =>
  import('../../platform/form/list-fields.tsx').then((module) => ({ default: module.IdsField })),
);
const SemanticField = lazyPart(() =>
  import('./semantic-field.tsx').then((module) => ({ default: module.SemanticField })),
);

export type FieldProps<K extends FilterKind = FilterKind> = {
  readonly form: SearchForm;
  readonly filter: FilterOf<K>;
  /** Permalinks that the service ignored in the results on the screen. */
  readonly ignored: ReadonlySet<string>;
  /** Shows what a minimum relevance leaves of the results. */
  readonly probe: RelevancePreview;
};

/** A field whose value is a list. */
const listField =
  <T, K extends FilterKind>(render: (props: FieldProps<K>, list: ListState<T>) => ReactNode) =>
  (props: FieldProps<K>): ReactNode => (
    <Controller
      control={props.form.control}
      name={props.filter.keys[0]}
      render={({ field, fieldState }) => (
        <Suspense fallback={<div className="h-[62px]" />}>
          {render(props, {
            chosen: field.value as readonly T[],
            onChoose: field.onChange,
            error: fieldState.error?.message,
          })}
        </Suspense>
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
  rounds: listField<FinancingFilter, 'rounds'>(({ filter }, list) => <RoundPicker label={filter.label} {...list} />),
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
    <label className="flex min-h-6 cursor-pointer items-center gap-2 text-[12px] font-semibold">
      <input type="checkbox" className="size-4 accent-accent" {...form.register(filter.keys[0])} />
      {filter.label}
    </label>
  ),
  count: ({ form, filter: { label, hint = '', keys } }) => (
    <TextPair label={label} aside={hint} inputMode="numeric" parts={[buildTextPart(form, keys[0], label, '1')]} />
  ),
  dateRange: (props) => <DateRangeField {...props} />,
  moneyRange: (props) => <MoneyRangeField {...props} />,
  semantic: (props) => (
    <Suspense fallback={<div className="h-[100px]" />}>
      <SemanticField {...props} />
    </Suspense>
  ),
};

/** The form field of any filter. */
export function FilterField(props: FieldProps) {
  // The table pairs each kind with its own field, which the compiler cannot follow through a union.
  const render = fields[props.filter.kind] as (props: FieldProps) => ReactNode;
  return <div title={props.filter.help}>{render(props)}</div>;
}

function DateRangeField({ form, filter }: Pick<FieldProps<'dateRange'>, 'form' | 'filter'>) {
  const { label, more, keys, part = label } = filter;
  const [low, high] = keys;
  const [from, to] = useWatch({ control: form.control, name: [...keys] }) as string[];
  const [presets] = useState(() => buildDatePresets(new Date()));
  return (
    <div>
      <TextPair
        label={label}
        aside="YYYY-MM-DD, UTC"
        inputMode="numeric"
        parts={[buildTextPart(form, low, `${part} from`, 'From'), buildTextPart(form, high, `${part} to`, 'To')]}
      />
      {!more && (
        <DatePresetButtons
          label={`${label}: presets`}
          presets={presets}
          chosen={{ from: from ?? '', to: to ?? '' }}
          onChoose={(preset) => {
            form.setValue(low, preset.from);
            form.setValue(high, preset.to);
            void form.trigger([low, high]);
          }}
        />
      )}
    </div>
  );
}

function MoneyRangeField({ form, filter }: Pick<FieldProps<'moneyRange'>, 'form' | 'filter'>) {
  const { label, hint = '500k, 2.5m, 1bn', keys } = filter;
  const part = filter.part ?? label.replace(/, USD$/, '').toLowerCase();
  return (
    <TextPair
      label={label}
      aside={hint}
      parts={[
        buildAmountPart(form, keys[0], `Minimum ${part}`, 'No minimum'),
        buildAmountPart(form, keys[1], `Maximum ${part}`, 'No maximum'),
      ]}
    />
  );
}

function buildTextPart(form: SearchForm, name: string, label: string, placeholder: string): TextPart {
  return {
    label,
    placeholder,
    register: form.register(name),
    error: form.formState.errors[name]?.message,
    onCommit: () => void form.trigger(name),
  };
}

/** An amount, shown in its shortest form once it is entered. */
function buildAmountPart(form: SearchForm, name: string, label: string, placeholder: string): TextPart {
  return {
    ...buildTextPart(form, name, label, placeholder),
    onCommit: () => {
      const dollars = toAmount(String(form.getValues(name)));
      if (dollars !== undefined) form.setValue(name, formatAmountInput(dollars));
      void form.trigger(name);
    },
  };
}

const variants = [
  { value: 'Plain rounds', pre: false, extension: false },
  { value: 'Pre-rounds', pre: true, extension: false },
  { value: 'Extensions', pre: false, extension: true },
  { value: 'Extensions of pre-rounds', pre: true, extension: true },
];
const roundGroups: readonly ChipGroup<FinancingFilter>[] = variants.map(({ value, pre, extension }) => ({
  value,
  items: roundOrder.map((type) => ({ type, pre, extension })),
}));
const shownRound: ChipDisplay<FinancingFilter> = { toKey: formatRoundKey, toName: formatRoundType };

/** Each round type plain, as pre-round and as extension: the service treats these as different rounds. */
function RoundPicker({ label, ...list }: ListState<FinancingFilter> & { readonly label: string }) {
  return (
    <ChipPicker
      label={label}
      aside={list.chosen.length > 0 ? list.chosen.length : undefined}
      shown={shownRound}
      offers={roundGroups}
      {...list}
    />
  );
}
