import { parseUtcDay } from '#contract/scalars.ts';
import { formatShortDay, parseShortDay } from '../../../../platform/format.ts';
import { CheckBox } from '../../../../platform/form/check-box.tsx';
import { type ComponentProps, memo, type ReactNode } from 'react';
import { Controller, type FieldErrors, type RefCallBack, useFormState, useWatch } from 'react-hook-form';
import type { FilterKind, FilterOf } from '#contract/filters.ts';
import type { FinancingFilter } from '#contract/request-parts.ts';
import type { RangePart, RangeProps } from '../../../../platform/form/amount-pair.tsx';
import { CheckPills, SelectField, TextPair } from '../../../../platform/form/controls.tsx';
import type { NamedId } from '../../../../platform/url/url.ts';
import type { Permalink } from '../lookups/permalink.ts';
import type { Draft } from '../query/search-query.ts';
import { useResults, useSearchQuery } from '../search/search-context.tsx';
import type { SearchForm } from '../search/next-search.ts';
import { RoundField } from './round-field.tsx';
import { SizeField } from './size-field.tsx';
import { PermalinkPicker } from '../lookups/permalink-picker.tsx';
import { RecordPicker } from '../lookups/record-picker.tsx';
import { IdsField, TextsField } from '../../../../platform/form/list-fields.tsx';
import { AmountPair } from '../../../../platform/form/amount-pair.tsx';
import { DayPair } from '../../../../platform/form/day-pair.tsx';
import { SemanticField } from './semantic-field.tsx';

export type FieldProps<K extends FilterKind = FilterKind> = {
  readonly form: SearchForm;
  readonly filter: FilterOf<K>;
  readonly errors: FieldErrors<Draft>;
};

/** A field whose value is a list. */
const listField =
  <T, K extends FilterKind>(render: (props: FieldProps<K>, list: ListState<T>) => ReactNode) =>
  (props: FieldProps<K>): ReactNode => (
    <Controller
      control={props.form.control}
      name={props.filter.keys[0]}
      render={({ field, fieldState }) => (
        <>
          {render(props, {
            ref: field.ref,
            chosen: field.value as readonly T[],
            onChoose: field.onChange,
            error: fieldState.error?.message,
          })}
        </>
      )}
    />
  );

type ListState<T> = {
  readonly ref: RefCallBack;
  readonly chosen: readonly T[];
  readonly onChoose: (chosen: readonly T[]) => void;
  readonly error: string | undefined;
};

const permalinkField = (field: 'location' | 'industry') =>
  listField<Permalink, 'locations' | 'industries'>(({ filter: { label } }, list) => (
    <PermalinkField {...{ label, field, ...list }} />
  ));

const PermalinkField = (props: Omit<ComponentProps<typeof PermalinkPicker>, 'ignored'>) => (
  <PermalinkPicker {...props} ignored={useResults().ignored} />
);

/** The form field of each filter kind; the other forms of a kind are in `query/filter-kinds.ts`. */
const fields: { readonly [K in FilterKind]: (props: FieldProps<K>) => ReactNode } = {
  rounds: listField<FinancingFilter, 'rounds'>(({ filter }, list) => <RoundField label={filter.label} {...list} />),
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
    <CheckBox className="cursor-pointer text-12 font-semibold" {...form.register(filter.keys[0])}>
      {filter.label}
    </CheckBox>
  ),
  count: ({ form, errors, filter: { label, hint = '', keys } }) => (
    <TextPair
      label={label}
      aside={hint}
      inputMode="numeric"
      parts={[{ ...buildPart({ form, errors }, keys[0], label, '1'), onCommit: () => void form.trigger(keys[0]) }]}
    />
  ),
  dateRange: (props) => <DateRangeField {...props} />,
  moneyRange: (props) => <MoneyRangeField {...props} />,
  semantic: (props) => <SemanticField {...props} />,
};

function AnyField({ filter }: Pick<FieldProps, 'filter'>) {
  const { form } = useSearchQuery();
  const { errors } = useFormState({ control: form.control, name: [...filter.keys] });
  // The table pairs each kind with its own field, which the compiler cannot follow through a union.
  const render = fields[filter.kind] as (props: FieldProps) => ReactNode;
  return <div title={filter.help}>{render({ form, filter, errors })}</div>;
}

/** The form field of any filter. It watches its own values, so that keys in other fields do not render it. */
export const FilterField = memo(AnyField);

function DateRangeField({ form, errors, filter: { label, more, keys, part = label } }: RangeFieldProps<'dateRange'>) {
  // The presets show which one is chosen.
  useWatch({ control: form.control, name: [...keys] });
  const parts = [
    buildPart({ form, errors }, keys[0], `${part} from`, 'From'),
    buildPart({ form, errors }, keys[1], `${part} to`, 'To'),
  ] as const;
  return (
    <DayPair
      label={label}
      aside="“last 12 months”, UTC"
      parts={parts}
      hasPresets={!more}
      {...buildDays(buildRange(form, keys))}
    />
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

/** Fields show days as the rest of the screen does. */
const buildDays = ({ read, write }: Pick<RangeProps, 'read' | 'write'>): Pick<RangeProps, 'read' | 'write'> => {
  const toIso = (text: string) => parseShortDay(text) ?? text;
  const toField = (text: string) =>
    /^\d{4}-\d{2}-\d{2}$/.test(text) && parseUtcDay(text) ? formatShortDay(text) : text;
  return {
    read: () => {
      const [first, last] = read();
      return [toIso(first), toIso(last)];
    },
    write: ([first, last]) => write([toField(first), toField(last)]),
  };
};

/** Reads and writes both ends of a range. */
const buildRange = (form: SearchForm, [low, high]: readonly [string, string]): Pick<RangeProps, 'read' | 'write'> => ({
  read: () => [form.getValues(low) as string, form.getValues(high) as string],
  write: (texts) => {
    form.setValue(low, texts[0]);
    form.setValue(high, texts[1]);
    void form.trigger([low, high]);
  },
});
