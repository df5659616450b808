import { useQuery } from '@tanstack/react-query';
import { useConnected } from '../../platform/http/connection.ts';
import { type DealsBody, facetQuery } from '../lookups/facet-counts.ts';
import { buildBody, type SearchQuery } from '../query/search-query.ts';
import type { AnyResource } from '../resource/resource.ts';

/** Whether the service counts the matches of a search for free. */
export const useIsCounted = ({ chart }: AnyResource): boolean =>
  useConnected()?.facets === true && chart.histogram === true;

/** All deals of a search, with those of each month; free. `isOffered` says whether the service counts them. */
export function useDealCounts(resource: AnyResource, query: SearchQuery | undefined) {
  const { filters, sorts } = resource;
  const isOffered = useIsCounted(resource);
  // The order of the rows changes no count.
  const body = query && buildBody(filters, { ...query, sort: sorts[0]?.value ?? query.sort }, 0, 1);
  return { isOffered, ...useQuery(facetQuery('months', body as DealsBody | undefined, isOffered)) };
}
