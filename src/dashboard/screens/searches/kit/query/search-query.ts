import { z } from 'zod';
import type { companyFilters } from '#contract/company-filters.ts';
import type { dealFilters } from '#contract/deal-filters.ts';
import { addFilterMembers, type Filter, type FilterKind, type SearchCatalogue } from '#contract/filters.ts';
import type { investorFilters } from '#contract/investor-filters.ts';
import type { personFilters } from '#contract/person-filters.ts';
import { statusFilter, type StatusFilter } from '../../../../records/status/statuses.ts';
import {
  flagParameter,
  plainParameter,
  readUrl,
  type UrlSchema,
  wholeParameter,
  writeUrl,
} from '../../../../platform/url/url.ts';
import { authorParameter } from '../../../../platform/http/membership.ts';
import { formatSearchParams, type RawSearch } from '../../../../platform/url/raw-search.ts';
import { type FilterValues, findKind, getFilterValues } from './filter-kinds.ts';
import { divisions } from '../charts/classes.ts';

/** The periods that an activity chart counts, as the address names them. */
export const activitySpans = ['12-months', '24-months', '8-quarters', '20-quarters'] as const;
export type ActivitySpan = (typeof activitySpans)[number];

type PlaceOf<Members extends Readonly<Record<string, z.ZodType>>> = {
  readonly [Name in keyof Members]?: z.output<Members[Name]>;
};

/** The parameters of the chart: its kind, and the selected bars. */
const chartMembers = {
  chart: z.enum([...divisions, 'activity']).optional(),
  unit: z.literal('usd').optional(),
  span: z.enum(activitySpans).optional(),
  pick_from: plainParameter.optional(),
  pick_to: plainParameter.optional(),
};

/** The chart in the address; without `chart` none is shown. */
export type ChartPlace = PlaceOf<typeof chartMembers>;

/** The height of a chart as classes; reserved before its code is loaded, so that nothing shifts. */
export const chartHeight = 'h-88 max-wide:h-110';

/** The chart without selected bars: what stays for the next search. */
export const clearPicked = ({ chart, unit, span }: ChartPlace): ChartPlace => ({ chart, unit, span });

/** Page sizes on offer; the first page of a search is charged whole. */
export const pageSizes = [10, 25, 50, 100, 250, 500] as const;
const defaultPageSize = 25;

/** The maximum length of a text to find in the loaded rows. */
export const maxFindLength = 200;

/** What a search loads, where names cost credits: everything a row shows, company names, or the rows alone. */
const extents = ['whole', 'names', 'rows'] as const;
export type Extent = (typeof extents)[number];

/** Whether a search for deals asks for the newest round of each company, which is cheaper; absent until chosen. */
const roundChoices = ['newest', 'every'] as const;
type RoundChoice = (typeof roundChoices)[number];

type AllFilters = typeof dealFilters | typeof companyFilters | typeof investorFilters | typeof personFilters;
type AnyFilter = AllFilters extends infer Filters ? (Filters extends object ? Filters[keyof Filters] : never) : never;
type KeyValue<F> = F extends { kind: infer K extends FilterKind; keys: infer Keys extends readonly string[] }
  ? { [At in keyof Keys & keyof FilterValues[K]]: readonly [key: Keys[At], value: FilterValues[K][At]] }[keyof Keys &
      keyof FilterValues[K] &
      `${number}`]
  : never;
/** The values of filters by key; absent or an empty list means "not set". */
type FilterQuery = { readonly [Pair in KeyValue<AnyFilter> as Pair[0] & string]?: Pair[1] | undefined };

/** A search: the values of its filters by key, its sort order, the size of its first page, and what it loads. */
export type SearchQuery = FilterQuery & {
  readonly sort: string;
  readonly rows: number;
  readonly load?: Extent | undefined;
  readonly rounds?: RoundChoice | undefined;
};

/** The address of a search next to its query: whether it was run, and the view of its results. */
const viewMembers = {
  /** The search was run. */
  run: flagParameter.optional(),
  /** The record in the detail panel. */
  open: z.guid().optional(),
  ...chartMembers,
  status: statusFilter.optional(),
  /** Hides rows with the status "passed". */
  hide: flagParameter.optional(),
  who: authorParameter,
  /** The column by which the loaded rows are sorted on the screen, and the direction (results/results-table.tsx). */
  arranged: z
    .string()
    .regex(/^[\w-]+~(ascending|descending)$/)
    .optional(),
  /** A range of a column, to which the loaded rows are narrowed (results-chart/column-range.ts). */
  range: z
    .string()
    .regex(/^[\w-]+~[\d-]*~[\d-]*$/)
    .optional(),
  /** By what the loaded rows are grouped on the screen; `none` where the default is not wanted. */
  group: z
    .string()
    .regex(/^[a-z]+$/)
    .optional(),
  /** The loaded rows as cards in columns; without it they are a table, under a chart where there is one. */
  shape: z.literal('board').optional(),
  /** Text to find in the loaded rows; not trimmed, since the user may still be typing. */
  find: z.string().min(1).max(maxFindLength).optional(),
};

/** A search screen as its address holds it. */
export type SearchUrl = SearchQuery & PlaceOf<typeof viewMembers>;

/** The status filter over the loaded rows. Free. */
export type Narrowing = {
  readonly status?: StatusFilter | undefined;
  /** Hides passed rows. */
  readonly hide?: boolean | undefined;
  /** Shows only what the user changed last. */
  readonly who?: 'mine' | undefined;
};

type QueryAddress = { readonly schema: UrlSchema; readonly blank: SearchQuery };
const addresses = new Map<string, QueryAddress>();

/** The schema of a search screen's address, and the query of an empty address. */
export function findAddress(catalogue: SearchCatalogue): QueryAddress {
  const known = addresses.get(catalogue.name);
  if (known) return known;
  const schema = buildUrlSchema(catalogue);
  const address = { schema, blank: pickQuery(readUrl(schema, {}).value as SearchUrl) };
  addresses.set(catalogue.name, address);
  return address;
}

/** The query in the search part of an address. */
export const readQuery = (catalogue: SearchCatalogue, search: RawSearch): SearchQuery =>
  pickQuery(readUrl(findAddress(catalogue).schema, search).value as SearchUrl);

/** The schema of the address of a search; values that it cannot read are left out by `readUrl`. */
export const buildUrlSchema = (catalogue: SearchCatalogue): UrlSchema =>
  buildQuerySchema(catalogue).extend(viewMembers);

/** The schema of a query in an address, without the view of its results. */
export function buildQuerySchema({ filters, sortLabels }: SearchCatalogue) {
  const members = filters.flatMap((filter) => {
    const schemas = findKind(filter).url(filter);
    return filter.keys.map((key, at) => [key, schemas[at]] as const);
  });
  const sorts = Object.keys(sortLabels);
  return z.object({
    ...(Object.fromEntries(members) as Record<string, z.ZodType>),
    sort: z.enum(sorts).default(sorts[0] ?? ''),
    rows: wholeParameter.pipe(z.int().min(1).max(500)).default(defaultPageSize),
    load: z.enum(extents).optional(),
    rounds: z.enum(roundChoices).optional(),
  });
}

/** The search part of the address of a query. */
export const formatAddress = (catalogue: SearchCatalogue, query: SearchQuery & { readonly run?: true }): string =>
  formatSearchParams(writeUrl(findAddress(catalogue).schema, query));

/** The query in an address, without the view. */
export const pickQuery = (url: SearchUrl): SearchQuery =>
  Object.fromEntries(Object.entries(url).filter(([key]) => !(key in viewMembers))) as SearchQuery;

/** A request body, or a section of one. */
export type Section = { [member: string]: unknown };

/** The request body of a search. */
export function buildBody(filters: readonly Filter[], query: SearchQuery, page = 0, rows = query.rows): Section {
  const body: Section = {};
  for (const filter of filters) {
    addFilterMembers(body, filter, findKind(filter).listMembers(getFilterValues(filter, query)));
  }
  return { ...body, page, page_size: rows, sort_by: query.sort };
}

/** The query without one of its filters. */
export function withoutFilter(filter: Filter, query: SearchQuery): SearchQuery {
  const blank = listFilterValues(filter, query).map(
    (value, at) => [filter.keys[at] ?? '', Array.isArray(value) ? [] : undefined] as const,
  );
  return { ...query, ...Object.fromEntries(blank) };
}

/** Whether a query sets a filter. */
export const isFilterSet = (filter: Filter, query: SearchQuery): boolean =>
  listFilterValues(filter, query).some((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined));

const listFilterValues = (filter: Filter, query: SearchQuery): readonly unknown[] => getFilterValues(filter, query);

/** The filter form as people fill it in: texts as typed, choices as lists. */
export type Draft = Record<string, unknown>;

/** A choice of the form; blank leaves it to the dashboard. */
const chosen = <T extends string>(values: readonly [T, ...T[]]) =>
  z
    .string()
    .optional()
    .transform((text) => values.find((value) => value === text));

/** The schema of a filter form; parsed, a draft is a query. */
export function buildDraftSchema(filters: readonly Filter[]): z.ZodType<SearchQuery, Draft> {
  const fields = filters.flatMap((filter) => {
    const schemas = findKind(filter).fields(filter);
    return filter.keys.map((key, at) => [key, schemas[at]] as const);
  });
  const draft = z.object({
    ...(Object.fromEntries(fields) as Record<string, z.ZodType>),
    sort: z.string(),
    rows: z.string().transform(Number).pipe(z.int().min(1).max(500)),
    load: chosen(extents),
    rounds: chosen(roundChoices),
  });
  const checked = draft.superRefine((query, context) => {
    for (const filter of filters) {
      const message = findKind(filter).check?.(getFilterValues(filter, query));
      if (message !== undefined) context.addIssue({ code: 'custom', path: [filter.keys.at(-1) ?? ''], message });
    }
  });
  return checked;
}

/** The draft of a query, for links and Back. */
export function toDraft(filters: readonly Filter[], query: SearchQuery): Draft {
  const fields = filters.flatMap((filter) => {
    const values = findKind(filter).toFields(getFilterValues(filter, query), filter);
    return filter.keys.map((key, at) => [key, values[at]] as const);
  });
  const { sort, rows, load = '', rounds = '' } = query;
  return { ...Object.fromEntries(fields), sort, rows: String(rows), load, rounds };
}

/** How many fields of some filters are filled in. */
export const countSetFields = (filters: readonly Filter[], draft: Draft): number =>
  filters.reduce((sum, filter) => sum + filter.keys.filter((key) => isFieldSet(filter, draft[key])).length, 0);

function isFieldSet(filter: Filter, field: unknown): boolean {
  if (Array.isArray(field)) return field.length > 0;
  if (filter.kind === 'select') return field !== Object.keys(filter.options)[0];
  return typeof field === 'string' ? field.trim() !== '' : field === true;
}

/** The form field for an error that the service reports by path; undefined for a member that the form does not have. */
export function findFieldOfError(filters: readonly Filter[], errorPath: string): string | undefined {
  const path = errorPath.replaceAll(/\[\d+\]/g, '');
  const places = [
    ...filters.flatMap(({ keys, paths }) => paths.map((at, index) => ({ at, key: keys[index] ?? keys[0] }))),
    { at: 'sort_by', key: 'sort' },
    { at: 'page_size', key: 'rows' },
  ];
  const exact = places.find(({ at }) => path === at || path.startsWith(`${at}.`));
  // A service may report a member without its section, such as a bad round type (specification 4.13).
  return (exact ?? places.find(({ at }) => at.split('.').at(-1) === path))?.key;
}
