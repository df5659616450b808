import { alertFilterSources } from '#contract/alert-filters.ts';
import { formatMoney } from '../../platform/format.ts';
import type { Configuration } from './use-alerts.ts';

/** One filter in words; `field` says which free search knows the names of its values. */
export type FilterLine = {
  readonly name: string;
  readonly values: readonly string[];
  readonly field?: 'location' | 'industry' | 'super category';
};

const knownFilters: ReadonlySet<string> = new Set(Object.keys(alertFilterSources));
/** The label of the filter behind a member, as the deals search has it. */
const labelOf = (member: keyof typeof alertFilterSources): string =>
  alertFilterSources[member].label.replace(/, USD$/, '');
const knownMembers = new Set([
  'configuration_id',
  'configuration_name',
  'frequency',
  'description',
  'filters',
  'paused',
  'created_at',
]);

/** The filters that a saved alert sets; members that only a hosted service knows come last. */
export function describeFilters(configuration: Configuration): FilterLine[] {
  const { filters } = configuration;
  const [min, max] = [filters?.deal_size_min ?? null, filters?.deal_size_max ?? null];
  const toNames = (named: readonly { readonly name: string | null; readonly id: string }[] | null | undefined) =>
    (named ?? []).map(({ id, name }) => name ?? id);
  const lines: FilterLine[] = [
    { name: labelOf('financing_types'), values: filters?.financing_types ?? [] },
    { name: labelOf('locations'), values: filters?.locations ?? [], field: 'location' },
    { name: 'Super category', values: filters?.super_categories ?? [], field: 'super category' },
    { name: labelOf('industries'), values: filters?.industries ?? [], field: 'industry' },
    {
      name: labelOf('deal_size_min'),
      values: [
        ...(min === null ? [] : [`from ${formatMoney(min)}`]),
        ...(max === null ? [] : [`up to ${formatMoney(max)}`]),
      ],
    },
    { name: labelOf('num_employees'), values: filters?.num_employees ?? [] },
    { name: labelOf('investors'), values: toNames(filters?.investors) },
    { name: labelOf('companies'), values: toNames(filters?.companies) },
    ...createUnknownFilter(filters, knownFilters),
    ...createUnknownFilter(configuration, knownMembers),
  ];
  return lines.filter(({ values }) => values.length > 0);
}

/** Members outside the contract, under their own names. */
function createUnknownFilter(members: object | null, known: ReadonlySet<string>): FilterLine[] {
  return Object.entries(members ?? {}).flatMap(([name, value]) =>
    known.has(name) || isEmpty(value) ? [] : [{ name: toWords(name), values: splitTexts(value) }],
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const splitTexts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(toText);
const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** "deal_size_min" and "dealSizeMin" as "Deal size min". */
export function toWords(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
