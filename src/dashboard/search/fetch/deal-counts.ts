import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useIsCounted } from '../../platform/http/connection.ts';
import { type DealsBody, facetQuery } from '../lookups/facet-query.ts';
import type { SearchQuery } from '../query/search-query.ts';
import type { AnyResource } from '../resource/resource.ts';
import { buildCountBody } from './match-counts.ts';

/**
 * All deals of a search by month, place or industry; free, and undefined where the service does not count them. While
 * another search is counted, the counts before it are returned.
 */
export function useDealCounts<Name extends 'months' | 'locations' | 'industries'>(
  name: Name,
  resource: AnyResource,
  query: SearchQuery,
) {
  const isCounted = useIsCounted() && resource.chart.histogram === true;
  const body = buildCountBody(resource, query) as DealsBody;
  const counting = useQuery({ ...facetQuery(name, body, isCounted), placeholderData: keepPreviousData });
  const { data, isLoading, isPlaceholderData, isError, refetch } = counting;
  return { data, isLoading: isLoading || isPlaceholderData, isError, refetch };
}
