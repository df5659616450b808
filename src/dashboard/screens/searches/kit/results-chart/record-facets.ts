import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { sizeBounds } from '#contract/facets.ts';
import type { Filter } from '#contract/filters.ts';
import { splitIntoBatches } from '#contract/quote.ts';
import { formatRoundKey } from '#contract/rounds.ts';
import { maxCountedSearches } from '#contract/totals.ts';
import { useIsCounted } from '../../../../platform/http/connection.ts';
import { sizeBands } from '../charts/classes.ts';
import { facetQuery } from '../lookups/facet-query.ts';
import type { Permalink } from '../lookups/permalink.ts';
import { buildBody, type SearchQuery, withoutFilter } from '../query/search-query.ts';
import { isByMeaning, type Resource } from '../resource/resource.ts';
import { everyStage, type FacetGroup, type FacetValue, maxValues } from './facets.ts';

/** The countries and industries of all deals, most frequent first, of which a search shows its own most frequent ones. */
type FrequentPlaces = { readonly locations: readonly Permalink[]; readonly industries: readonly Permalink[] };

/** How many countries, and industries, are counted to find those; the rest are in a hundredth of the deals together. */
const maxCandidates = 120;
/** Of a search by meaning, which is ranked again for each count. */
const maxRankedCandidates = 14;
const yearCount = 6;

/** A value of a filter, as the query has it. */
type FacetOption = { readonly name: string; readonly set: Partial<SearchQuery> };
type FacetField = { readonly filter: Filter; readonly options: readonly FacetOption[] };

/** The values of the facets of a resource, to be counted. */
export const listFields = (
  { filters, facets }: Pick<Resource, 'filters' | 'facets'>,
  query: SearchQuery,
  frequent: FrequentPlaces,
  today: string,
): FacetField[] =>
  (facets?.keys ?? []).flatMap((key) =>
    filters
      .filter(({ keys }) => keys[0] === key)
      .map((filter) => ({ filter, options: listOptions(filter, query, frequent, today) })),
  );

function listOptions(filter: Filter, query: SearchQuery, frequent: FrequentPlaces, today: string): FacetOption[] {
  const [key, end = ''] = filter.keys;
  const build = (name: string, ...values: unknown[]): FacetOption => ({
    name,
    set: Object.fromEntries([key, end].flatMap((one, at) => (at in values ? [[one, values[at]]] : []))),
  });
  switch (filter.kind) {
    case 'rounds':
      return everyStage.map(({ name, rounds }) => build(name, [...rounds]));
    case 'locations':
    case 'industries': {
      const chosen = (readList(query, key) as readonly Permalink[]).slice(0, maxValues);
      const top = frequent[filter.kind].slice(0, maxCandidates);
      const all = new Map([...chosen, ...top].map((value) => [value.permalink, value]));
      return [...all.values()].map((value) => build(value.name, [value]));
    }
    case 'multiSelect':
      return Object.entries(filter.options).map(([value, name]) => build(name, [value]));
    case 'select':
      // The first is the default.
      return Object.entries(filter.options)
        .slice(1)
        .map(([value, name]) => build(name, value));
    case 'dateRange':
      return Array.from({ length: yearCount }, (_, at) => String(Number(today.slice(0, 4)) - at)).map((year) =>
        build(year, `${year}-01-01`, `${year}-12-31`),
      );
    case 'moneyRange':
      return sizeBounds.map((from, at) => {
        const next = sizeBounds[at + 1];
        return build(sizeBands[at]?.[1] ?? '', from, next === undefined ? undefined : next - 1);
      });
    default:
      return [];
  }
}

const readList = (query: SearchQuery, key: string) => (query as { readonly [_ in string]?: unknown })[key] ?? [];

type Listed = string | Permalink | Parameters<typeof formatRoundKey>[0];
const toKey = (value: Listed): string => {
  if (typeof value === 'string') return value;
  return 'permalink' in value ? value.permalink : formatRoundKey(value);
};

/** Whether the query has the value, and what a press changes: it sets the value, or takes a chosen one away. */
function readChange({ set }: FacetOption, query: SearchQuery): Pick<FacetValue, 'isChosen' | 'change'> {
  const current = query as Record<string, unknown>;
  const removals = Object.entries(set).map(([key, value]) => {
    if (!Array.isArray(value)) return { isChosen: current[key] === value, change: [key, undefined] as const };
    const own = new Set((value as Listed[]).map(toKey));
    const before = readList(query, key) as readonly Listed[];
    const left = before.filter((one) => !own.has(toKey(one)));
    return { isChosen: before.length - left.length === own.size, change: [key, left] as const };
  });
  const isChosen = removals.every((one) => one.isChosen);
  return { isChosen, change: isChosen ? Object.fromEntries(removals.map(({ change }) => change)) : set };
}

/** The searches that count each value without the other values of its filter, in the order of the fields. */
export const buildCountBodies = ({ filters, sorts }: Resource, query: SearchQuery, fields: readonly FacetField[]) =>
  fields.flatMap(({ filter, options }) => {
    const others = { ...withoutFilter(filter, query), sort: sorts[0]?.value ?? query.sort };
    return options.map(({ set }) => buildBody(filters, { ...others, ...set }, 0, 1));
  });

const listNames = (fields: readonly FacetField[]): string[] =>
  fields.flatMap(({ filter, options }) => options.map(({ set }) => `${filter.name} ${JSON.stringify(set)}`));

/** The counted values with what a press changes. Values that nothing has are left out, unless they are chosen. */
export function listRecordFacets(
  query: SearchQuery,
  fields: readonly FacetField[],
  totals: readonly (number | undefined)[],
): FacetGroup[] {
  let at = 0;
  const groups = fields.map(({ filter, options }) => {
    const values = options.flatMap((option): FacetValue[] => {
      const count = totals[at++];
      const read = readChange(option, query);
      return count === undefined || (count === 0 && !read.isChosen) ? [] : [{ name: option.name, count, ...read }];
    });
    const isNamed = filter.kind === 'locations' || filter.kind === 'industries';
    return { label: filter.label.replace(/, USD$/, ''), values: isNamed ? takeFrequent(values) : values };
  });
  return groups.filter(({ values }) => values.length > 0);
}

const takeFrequent = (values: readonly FacetValue[]): FacetValue[] =>
  values.toSorted((one, other) => other.count - one.count).filter(({ isChosen }, at) => at < maxValues || isChosen);

/** The facets of a search for companies, investors or people; free. Empty until they are counted. */
export function useRecordFacets(resource: Resource, query: SearchQuery, today: string): FacetGroup[] {
  const isCounted = useIsCounted();
  const locations = useQuery(facetQuery('locations', allDeals, isCounted)).data?.locations;
  const industries = useQuery(facetQuery('industries', allDeals, isCounted)).data?.industries;
  const most = isByMeaning({ resource, query }) ? maxRankedCandidates : maxCandidates;
  const frequent = {
    locations: (locations ?? [])
      .filter(({ location_type: type }) => type === 'COUNTRY')
      .slice(0, most)
      .map(({ permalink, name, location_type: kind }) => ({ permalink, name, kind })),
    industries: (industries ?? [])
      .slice(0, most)
      .map(({ permalink, name, industry_type: kind }) => ({ permalink, name, kind })),
  };
  const fields = listFields(resource, query, frequent, today);
  const { data } = useQuery({
    queryKey: [`${resource.name} facets`, query, today],
    queryFn: async () => {
      const batches = splitIntoBatches(buildCountBodies(resource, query, fields), maxCountedSearches);
      const { facets } = resource;
      const totals: number[] = [];
      // One after the other, so that a search does not wait for all of them.
      for (const batch of facets ? batches : []) totals.push(...((await facets?.count(batch)) ?? []));
      return new Map(listNames(fields).map((name, at) => [name, totals[at]]));
    },
    enabled: isCounted && locations !== undefined && industries !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  // While the next search is counted, values keep the count before it.
  const totals = listNames(fields).map((name) => data?.get(name));
  return listRecordFacets(query, fields, totals);
}

const allDeals = { page_size: 1 };
