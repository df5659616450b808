import { useQuery } from '@tanstack/react-query';
import { useConnected } from '../../platform/http/connection.ts';
import { type DealsBody, facetQuery } from '../lookups/facet-counts.ts';
import { buildBody, type SearchQuery } from '../query/search-query.ts';
import type { AnyResource } from '../resource/resource.ts';

/** Whether the service counts the matches of a search for free. */
export const useIsCounted = ({ chart }: AnyResource): boolean =>
  useConnected()?.facets === true && chart.histogram === true;

/** All deals of a search, with those of each month; free. `isFree` is false where the service does not count them, or failed to. */
export function useDealCounts(resource: AnyResource, query: SearchQuery | undefined) {
  const { filters, sorts } = resource;
  const isCounted = useIsCounted(resource);
  // The order of the rows changes no count.
  const body = query && buildBody(filters, { ...query, sort: sorts[0]?.value ?? query.sort }, 0, 1);
  const counts = useQuery(facetQuery('months', body as DealsBody | undefined, isCounted));
  const { data, isLoading, isError, refetch } = counts;
  return { data, isLoading, isError, refetch, isFree: isCounted && !isError };
}
