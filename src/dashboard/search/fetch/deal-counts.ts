import { useQuery } from '@tanstack/react-query';
import { useConnected } from '../../platform/http/connection.ts';
import { type DealsBody, facetQuery } from '../lookups/facet-counts.ts';
import { buildBody, type SearchQuery } from '../query/search-query.ts';
import type { AnyResource } from '../resource/resource.ts';

/** All deals of a search, with those of each month; free. `isOffered` says whether the service counts them. */
export function useDealCounts({ filters, sorts, chart }: AnyResource, query: SearchQuery | undefined) {
  const isOffered = useConnected()?.facets === true && chart.histogram === true;
  // The order of the rows changes no count.
  const body = query && buildBody(filters, { ...query, sort: sorts[0]?.value ?? query.sort }, 0, 1);
  return { isOffered, ...useQuery(facetQuery('months', body as DealsBody | undefined, isOffered)) };
}
