import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useIsCounted } from '../../platform/http/connection.ts';
import { buildBody, type SearchQuery } from '../query/search-query.ts';
import type { AnyResource } from '../resource/resource.ts';

/** The body of a search in the usual order, because the order of the rows changes no count. */
export const buildCountBody = ({ filters, sorts }: AnyResource, query: SearchQuery) =>
  buildBody(filters, { ...query, sort: sorts[0]?.value ?? query.sort }, 0, 1);

/** Asks how many records a search matches; free. */
export function countQuery(resource: AnyResource, query: SearchQuery | undefined, isEnabled: boolean) {
  const body = query && buildCountBody(resource, query);
  return queryOptions({
    queryKey: [`${resource.name} count`, body],
    queryFn: body ? () => resource.count(body) : skipToken,
    enabled: isEnabled,
    staleTime: 60_000,
  });
}

/** How many records a search matches; free. `isFree` is false where the service does not count them, or failed to. */
export function useMatchCount(resource: AnyResource, query: SearchQuery | undefined) {
  const isCounted = useIsCounted();
  const { data, isLoading, isError } = useQuery(countQuery(resource, query, isCounted));
  return { total: data?.total, isLoading, isFree: isCounted && !isError };
}
