import { toMoney } from '../../platform/format.ts';
import type { Configuration } from './queries.ts';

/** One filter in words; `field` says which free look-up knows its values by name. */
export type FilterLine = {
  readonly name: string;
  readonly values: readonly string[];
  readonly field?: 'location' | 'industry' | 'super category';
};

const knownFilters = new Set([
  'industries',
  'super_categories',
  'locations',
  'financing_types',
  'deal_size_min',
  'deal_size_max',
  'num_employees',
  'investors',
  'companies',
]);
const knownMembers = new Set([
  'configuration_id',
  'configuration_name',
  'frequency',
  'description',
  'filters',
  'paused',
  'created_at',
]);

/** The filters of a saved alert, those that are set; what only a foreign service knows stands last, as it came. */
export function toFilterLines(configuration: Configuration): FilterLine[] {
  const { filters } = configuration;
  const [least, most] = [filters?.deal_size_min ?? null, filters?.deal_size_max ?? null];
  const toNames = (named: readonly { readonly name: string | null; readonly id: string }[] | null | undefined) =>
    (named ?? []).map(({ id, name }) => name ?? id);
  const lines: FilterLine[] = [
    { name: 'Rounds', values: filters?.financing_types ?? [] },
    { name: 'Locations', values: filters?.locations ?? [], field: 'location' },
    { name: 'Super categories', values: filters?.super_categories ?? [], field: 'super category' },
    { name: 'Industries', values: filters?.industries ?? [], field: 'industry' },
    {
      name: 'Round size',
      values: [
        ...(least === null ? [] : [`from ${toMoney(least)}`]),
        ...(most === null ? [] : [`up to ${toMoney(most)}`]),
      ],
    },
    { name: 'Employees', values: filters?.num_employees ?? [] },
    { name: 'Investors', values: toNames(filters?.investors) },
    { name: 'Companies', values: toNames(filters?.companies) },
    ...toUnknown(filters, knownFilters),
    ...toUnknown(configuration, knownMembers),
  ];
  return lines.filter(({ values }) => values.length > 0);
}

/** Members that the contract does not know, shown under their own names. */
function toUnknown(members: object | null, known: ReadonlySet<string>): FilterLine[] {
  return Object.entries(members ?? {}).flatMap(([name, value]) =>
    known.has(name) || isEmpty(value) ? [] : [{ name: toWords(name), values: toTexts(value) }],
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const toTexts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(toText);
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
