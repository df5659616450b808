import { alertFilterSources } from '#contract/alert-filters.ts';
import { formatMoney } from '../../platform/format.ts';
import type { SavedAlert } from './use-alerts.ts';

/** One filter in words; `field` is the lookup that resolves its permalinks to names. */
export type FilterLine = {
  readonly name: string;
  readonly values: readonly string[];
  readonly field?: 'location' | 'industry' | 'super category';
};

const knownFilters: ReadonlySet<string> = new Set(Object.keys(alertFilterSources));
/** The label of the same filter in the deals search. */
const getLabel = (member: keyof typeof alertFilterSources): string =>
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

/** The filters of a saved alert; members outside the contract come last. */
export function describeFilters(configuration: SavedAlert): FilterLine[] {
  const { filters } = configuration;
  const [min, max] = [filters?.deal_size_min ?? null, filters?.deal_size_max ?? null];
  const listNames = (named: readonly { readonly name: string | null; readonly id: string }[] | null | undefined) =>
    (named ?? []).map(({ id, name }) => name ?? id);
  const lines: FilterLine[] = [
    { name: getLabel('financing_types'), values: filters?.financing_types ?? [] },
    { name: getLabel('locations'), values: filters?.locations ?? [], field: 'location' },
    { name: 'Super category', values: filters?.super_categories ?? [], field: 'super category' },
    { name: getLabel('industries'), values: filters?.industries ?? [], field: 'industry' },
    {
      name: getLabel('deal_size_min'),
      values: [
        ...(min === null ? [] : [`from ${formatMoney(min)}`]),
        ...(max === null ? [] : [`up to ${formatMoney(max)}`]),
      ],
    },
    { name: getLabel('num_employees'), values: filters?.num_employees ?? [] },
    { name: getLabel('investors'), values: listNames(filters?.investors) },
    { name: getLabel('companies'), values: listNames(filters?.companies) },
    ...describeUnknownMembers(filters, knownFilters),
    ...describeUnknownMembers(configuration, knownMembers),
  ];
  return lines.filter(({ values }) => values.length > 0);
}

/** Members outside the contract, under their own names. */
function describeUnknownMembers(members: object | null, known: ReadonlySet<string>): FilterLine[] {
  return Object.entries(members ?? {}).flatMap(([name, value]) =>
    known.has(name) || isEmpty(value) ? [] : [{ name: formatMemberName(name), values: splitTexts(value) }],
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const splitTexts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(toText);
const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** "deal_size_min" and "dealSizeMin" as "Deal size min". */
export function formatMemberName(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
