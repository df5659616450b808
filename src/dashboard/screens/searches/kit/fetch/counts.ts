import {
  queryOptions,
  skipToken,
  useQuery,
  useMutation,
  useQueryClient,
  keepPreviousData,
} from '@tanstack/react-query';
import { convertToNewestRounds } from '#contract/newest-rounds.ts';
import type { RequestEndpoint } from '#contract/workspace/records.ts';
import { useIsCounted } from '../../../../platform/http/connection.ts';
import { buyResponse } from '../../../../spending/buy.ts';
import type { SpendAuthorization } from '../../../../spending/spend-authorization.ts';
import { buildBody, type SearchQuery } from '../query/search-query.ts';
import type { Resource, ResourceQuery } from '../resource/resource.ts';
import { type DealsBody, facetQuery } from '../lookups/facet-query.ts';

/** The body of a search in the usual order, because the order of the rows changes no count. */
const buildCountBody = ({ filters, sorts }: Resource, query: SearchQuery) =>
  buildBody(filters, { ...query, sort: sorts[0]?.value ?? query.sort }, 0, 1);

/** Asks how many records a search matches; free. */
export function countQuery(resource: Resource, query: SearchQuery | undefined, isEnabled: boolean) {
  const body = query && buildCountBody(resource, query);
  return queryOptions({
    queryKey: [`${resource.name} count`, body],
    queryFn: body ? () => resource.count(body) : skipToken,
    enabled: isEnabled,
    staleTime: 60_000,
  });
}

/** How many records a search matches; free. `isFree` is false where the service does not count them, or failed to. */
export function useMatchCount(resource: Resource, query: SearchQuery | undefined) {
  const isCounted = useIsCounted();
  const { data, isLoading, isError } = useQuery(countQuery(resource, query, isCounted));
  return { total: data?.total, isLoading, isFree: isCounted && !isError };
}

const endpoints = {
  deals: 'searchDeals',
  companies: 'searchCompanies',
  investors: 'searchInvestors',
  people: 'searchPeople',
} as const satisfies Record<string, RequestEndpoint>;

/** The request for one row of a query, whose response has the total. */
export function buildTotalRequest({ resource, query }: ResourceQuery) {
  const usual = resource.sorts[0]?.value ?? query.sort;
  const input = buildBody(resource.filters, { ...query, sort: usual }, 0, 1);
  const converted = query.rounds === 'newest' && resource.extras ? convertToNewestRounds(input) : undefined;
  return converted
    ? { endpoint: endpoints.companies, input: converted }
    : { endpoint: endpoints[resource.name], input };
}

type TotalPress = { readonly authorization: SpendAuthorization; readonly search: ResourceQuery };

/** The total of a query from a page of one row, as bought since the page was loaded, and what buys it. */
export function useBoughtTotal(search: ResourceQuery) {
  const client = useQueryClient();
  const getKey = (one: ResourceQuery) => ['total', buildTotalRequest(one)];
  const { data: total } = useQuery<number | null>({ queryKey: getKey(search), queryFn: skipToken });
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ authorization, search: counted }: TotalPress) => {
      const { meta } = await buyResponse(authorization, { ...buildTotalRequest(counted), refresh: true });
      const { total_count: count } = meta;
      client.setQueryData(getKey(counted), typeof count === 'number' ? count : null);
    },
  });
  return { total, buy: mutate, pending: isPending, failure: error };
}

/**
 * All deals of a search by month, place or industry; free, and undefined where the service does not count them. While
 * another search is counted, the counts before it are returned.
 */
export function useDealCounts<Name extends 'months' | 'locations' | 'industries'>(
  name: Name,
  resource: Resource,
  query: SearchQuery,
) {
  const isCounted = useIsCounted() && resource.chart.histogram === true;
  const body = buildCountBody(resource, query) as DealsBody;
  const counting = useQuery({ ...facetQuery(name, body, isCounted), placeholderData: keepPreviousData });
  const { data, isLoading, isPlaceholderData, isError, refetch } = counting;
  return { data, isLoading: isLoading || isPlaceholderData, isError, refetch };
}
