import { z } from 'zod';
import type { Filter, FilterKind, FilterOf, RecordKind } from '#contract/filters.ts';
import { isObject } from '#contract/json.ts';
import { type FinancingFilter, financingFilter } from '#contract/request-parts.ts';
import { roundKey } from '#contract/rounds.ts';
import { parseUtcDay } from '#contract/scalars.ts';
import { explainAmount, formatAmountInput, formatShortAmount, parseAmount } from '#ask/amounts.ts';
import { formatCount, formatShortDay, capitalize, parseShortDay } from '../../../../platform/format.ts';
import { formatRoundType, groupRounds } from '../../../../platform/rounds.ts';
import {
  amountParameter,
  dayParameter,
  flagParameter,
  fractionParameter,
  idsText,
  type NamedId,
  namedIdText,
  plainParameter,
  wholeParameter,
} from '../../../../platform/url/url.ts';
import { permalinkText, type Permalink } from '../lookups/permalink.ts';

/** The values of a filter in a search query, one for each of its keys; undefined or an empty list means "not set". */
export type FilterValues = {
  rounds: readonly [readonly FinancingFilter[]];
  locations: readonly [readonly Permalink[]];
  industries: readonly [readonly Permalink[]];
  records: readonly [readonly NamedId[]];
  multiSelect: readonly [readonly string[]];
  select: readonly [string | undefined];
  toggle: readonly [true | undefined];
  count: readonly [number | undefined];
  dateRange: readonly [string | undefined, string | undefined];
  moneyRange: readonly [number | undefined, number | undefined];
  semantic: readonly [string | undefined, number | undefined];
  texts: readonly [readonly string[]];
  ids: readonly [readonly string[] | undefined];
};

/** Finds the name of a permalink or record; undefined where none is known. */
export type FindName = (kind: 'permalink' | RecordKind, value: string) => string | undefined;

/** What a filter kind knows: its form in the address, in the form, in the request body and in a sentence. */
type KindDefinition<K extends FilterKind> = {
  /** Schemas of its parameters in the address, one for each key. */
  url(filter: FilterOf<K>): readonly z.ZodType[];
  /** Schemas that read its form fields, one for each key. */
  fields(filter: FilterOf<K>): readonly z.ZodType[];
  /** Its form fields, one for each key. */
  toFields(values: FilterValues[K], filter: FilterOf<K>): readonly unknown[];
  /** Why its values contradict each other; shown at the last field. */
  check?(values: FilterValues[K]): string | undefined;
  /** Its members of the request body, one for each path. */
  listMembers(values: FilterValues[K]): readonly unknown[];
  /** Its values in words, read from a body that may come from an older version or another client. */
  describe(members: readonly unknown[], filter: FilterOf<K>, findName: FindName): string;
};

/** A form field: blank is "not set", anything unreadable is rejected next to the field. */
const fieldOf = <T>(read: (text: string) => T | undefined, hint: string | ((text: string) => string)) =>
  z.string().transform((text, context): T | undefined => {
    if (text.trim() === '') return undefined;
    const value = read(text.trim());
    const explain = () => (typeof hint === 'string' ? hint : hint(text));
    if (value === undefined) context.addIssue({ code: 'custom', message: explain() });
    return value;
  });

const amountField = fieldOf(parseAmount, explainAmount);
const dayField = fieldOf(
  (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? parseUtcDay(text) : parseShortDay(text)),
  'Enter a day such as 21 Nov 2026, or a period such as “Q3 2025”',
);
const countField = fieldOf(
  (text) => (/^\d{1,6}$/.test(text) && Number(text) > 0 ? Number(text) : undefined),
  'Enter a whole number from 1',
);
const fractionField = fieldOf(
  (text) => (/^(0(\.\d{1,4})?|1(\.0{1,4})?)$/.test(text) ? Number(text) : undefined),
  'Enter a number from 0 to 1 such as 0.5',
);
const textField = fieldOf((text) => text, '');
const listField = z.array(z.unknown());

const toText = (value: string | number | undefined): string => (value === undefined ? '' : String(value));
const identity = <T>(values: T): T => values;
const firstOption = ({ options }: FilterOf<'select'>): string => Object.keys(options)[0] ?? '';
const isSuperCategory = ({ kind }: Permalink): boolean => kind === 'SUPER_CATEGORY';

/** The definition of each filter kind; a new kind needs one entry here and one in `form/filter-field.tsx`. */
const filterKinds = {
  rounds: {
    url: () => [z.array(roundKey)],
    fields: () => [listField],
    toFields: identity,
    listMembers: identity,
    describe: ([rounds]) => {
      const [known, others] = [[] as FinancingFilter[], [] as unknown[]];
      for (const round of toList(rounds)) {
        const { success, data } = financingFilter.safeParse(round);
        if (success) known.push(data);
        else others.push(round);
      }
      return joinValues([
        ...groupRounds(known).map(({ name }) => name),
        ...others.map((round) => (isObject(round) ? formatRoundType({ type: null, ...round }) : show(round))),
      ]);
    },
  },
  locations: {
    url: () => [z.array(permalinkText)],
    fields: () => [listField],
    toFields: identity,
    listMembers: ([places]) => [places.map(({ permalink }) => permalink)],
    describe: ([places], _filter, findName) => joinValues(toList(places).map((one) => namePermalink(one, findName))),
  },
  industries: {
    url: () => [z.array(permalinkText)],
    fields: () => [listField],
    toFields: identity,
    // A super category in `industries` would be ignored by the service.
    listMembers: ([chosen]) => [
      chosen.filter((one) => !isSuperCategory(one)).map(({ permalink }) => permalink),
      chosen.filter(isSuperCategory).map(({ permalink }) => permalink),
    ],
    describe: (members, _filter, findName) =>
      joinValues(members.flatMap(toList).map((one) => namePermalink(one, findName))),
  },
  records: {
    url: () => [z.array(namedIdText)],
    fields: () => [listField],
    toFields: identity,
    listMembers: ([records]) => [records.map(({ id }) => id)],
    describe([ids], { of }, findName) {
      const [shown, names] = [toList(ids).map(show), toList(ids).map((id) => findName(of, show(id)))];
      const isUnknown = names.every((name) => name === undefined) && names.length > 3;
      if (isUnknown) return formatCount(names.length, of, plurals[of]);
      return joinValues(shown.map((id, at) => names[at] ?? id));
    },
  },
  multiSelect: {
    url: ({ options }) => [z.array(z.enum(Object.keys(options)))],
    fields: () => [listField],
    toFields: identity,
    listMembers: identity,
    describe: ([values], { options }) => joinValues(toList(values).map((value) => options[show(value)] ?? show(value))),
  },
  select: {
    url: ({ options }) => [z.enum(Object.keys(options).slice(1)).optional()],
    fields: (filter) => [z.string().transform((value) => (value === firstOption(filter) ? undefined : value))],
    toFields: ([value], filter) => [value ?? firstOption(filter)],
    listMembers: identity,
    describe: ([value], { options }) => options[show(value)] ?? show(value),
  },
  toggle: {
    url: () => [flagParameter.optional()],
    fields: () => [z.boolean().transform((set) => (set ? true : undefined))],
    toFields: ([set]) => [set === true],
    listMembers: identity,
    describe: () => '',
  },
  count: {
    url: () => [wholeParameter.pipe(z.int().min(1)).optional()],
    fields: () => [countField],
    toFields: ([count]) => [toText(count)],
    listMembers: identity,
    describe: ([count]) => show(count),
  },
  dateRange: {
    url: () => [dayParameter.optional(), dayParameter.optional()],
    fields: () => [dayField, dayField],
    toFields: (days) => days.map((day) => (day === undefined ? '' : formatShortDay(day))),
    check: ([from, to]) =>
      from !== undefined && to !== undefined && from > to ? 'The end is before the start' : undefined,
    listMembers: identity,
    describe: ([from, to]) => describeRange(from, to, formatDay, ['from', 'to', 'since', 'until']),
  },
  moneyRange: {
    url: () => [amountParameter.optional(), amountParameter.optional()],
    fields: () => [amountField, amountField],
    toFields: (amounts) => amounts.map((usd) => (usd === undefined ? '' : formatAmountInput(usd))),
    check: ([min, max]) =>
      min !== undefined && max !== undefined && min > max ? 'The maximum is below the minimum' : undefined,
    listMembers: identity,
    describe: ([min, max]) => describeRange(min, max, formatUsd, ['', 'to', 'at least', 'at most']),
  },
  semantic: {
    url: () => [plainParameter.optional(), fractionParameter.optional()],
    fields: () => [textField, fractionField],
    toFields: ([about, relevance]) => [toText(about), toText(relevance)],
    check: ([about, relevance]) =>
      relevance !== undefined && about === undefined ? 'Enter what to search for, or clear this' : undefined,
    listMembers: (values) => (values[0] === undefined ? [] : values),
    describe: ([about, relevance]) =>
      `“${show(about)}”${relevance === undefined ? '' : `, minimum relevance ${show(relevance)}`}`,
  },
  texts: {
    url: () => [z.array(plainParameter)],
    fields: () => [listField],
    toFields: identity,
    listMembers: identity,
    describe: ([texts]) => joinValues(toList(texts).map(show)),
  },
  ids: {
    url: () => [idsText.optional()],
    fields: () => [listField.transform((ids) => (ids.length > 0 ? ids : undefined))],
    toFields: ([ids]) => [ids ?? []],
    listMembers: identity,
    describe([ids], { noun, plural }) {
      const list = toList(ids);
      return list.length > 3 ? formatCount(list.length, noun, plural) : joinValues(list.map(show));
    },
  },
} satisfies { readonly [K in FilterKind]: KindDefinition<K> };

/** What the kind of a filter knows. */
export const findKind = ({ kind }: Filter): KindDefinition<FilterKind> => filterKinds[kind];

/** The values of a filter in a search query; the schemas of its kind made them, so they have its types. */
export const getFilterValues = <K extends FilterKind>(
  { keys }: FilterOf<K>,
  query: Readonly<Record<string, unknown>>,
): FilterValues[K] => keys.map((key: string) => query[key]) as readonly unknown[] as FilterValues[K];

const plurals: Record<RecordKind, string> = { company: 'companies', investor: 'investors', person: 'people' };
const toList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
const show = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** "California United States" for california-united-states, where nothing gives its name. */
function namePermalink(value: unknown, findName: FindName): string {
  const permalink = show(value);
  const words = () => permalink.split('-').map((word) => capitalize(word));
  return findName('permalink', permalink) ?? words().join(' ');
}

const maxNamed = 6;
const orList = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** "Seed, Series A or Series B"; a long list names its first values and counts the rest. */
function joinValues(values: readonly string[]): string {
  if (values.length > maxNamed) {
    return `${values.slice(0, maxNamed - 1).join(', ')} or ${values.length - maxNamed + 1} more`;
  }
  return orList.format(values);
}

type RangeWords = readonly [both: string, between: string, low: string, high: string];

function describeRange(low: unknown, high: unknown, format: (value: unknown) => string, words: RangeWords): string {
  const [both, between, from, until] = words;
  if (low !== undefined && high !== undefined) return `${both} ${format(low)} ${between} ${format(high)}`.trim();
  return low === undefined ? `${until} ${format(high)}` : `${from} ${format(low)}`;
}

const formatUsd = (value: unknown): string =>
  typeof value === 'number' ? `$${formatShortAmount(value)}` : show(value);

/** "1 Jan 2026". */
function formatDay(value: unknown): string {
  const day = typeof value === 'string' ? parseUtcDay(value) : undefined;
  return day === undefined ? show(value) : formatShortDay(day);
}
