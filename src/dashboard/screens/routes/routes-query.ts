import { queryOptions } from '@tanstack/react-query';
import type { BodyOf, DataOf } from '#contract/endpoint.ts';
import { readRoutes } from '#contract/routes.ts';
import { readUnlockedRoutes } from '#contract/workspace/routes.ts';
import type { OurRecord } from '#contract/workspace/us.ts';
import { ApiError, isStillReading } from '../../platform/http/api-error.ts';
import { callWorkspace, workspaceKey } from '../../platform/http/workspace.ts';
import { sendFree } from '../../spending/send-free.ts';

export type FoundRoutes = DataOf<typeof readRoutes> & {
  /** In front of a hosted service: the unlocked records that they are from. */
  readonly from_unlocked?: DataOf<typeof readUnlockedRoutes>['from_unlocked'];
};
type RoutesBody = BodyOf<typeof readRoutes>;

/** The request for routes from us; undefined where nobody is us. */
export function buildRoutesBody(
  us: readonly OurRecord[],
  to: RoutesBody['to'] | undefined,
  limits: Pick<RoutesBody, 'through' | 'max_hops' | 'max_routes'>,
): RoutesBody | undefined {
  if (us.length === 0 || !to) return undefined;
  const ids = (kind: OurRecord['kind']) => {
    const own = us.filter((one) => one.kind === kind).map(({ id }) => id);
    return own.length === 0 ? undefined : own;
  };
  const from = { investor_ids: ids('investor'), person_ids: ids('person'), company_ids: ids('company') };
  return { from, to, ...limits };
}

/** How often it is asked whether the data is read, in milliseconds. */
const retryMs = 2000;

/** Routes from us; free. In front of a hosted service they are from unlocked records, and change with these. */
export function routesQuery(body: RoutesBody | undefined, isCounted: boolean | undefined) {
  return queryOptions<FoundRoutes>({
    queryKey: isCounted === false ? workspaceKey('records', 'routes', body) : ['routes', body],
    enabled: isCounted !== undefined && body !== undefined,
    staleTime: 60_000,
    refetchInterval: ({ state }) => (isStillReading(state.error) ? retryMs : false),
    queryFn: async ({ signal }): Promise<FoundRoutes> => {
      if (!body) throw new Error('There is nothing to ask.');
      if (isCounted === false) return callWorkspace(readUnlockedRoutes, { body, signal });
      const { data } = await sendFree(readRoutes, { body, signal });
      // Gateway and page come together, so that nothing needs to be tolerated.
      const read = readRoutes.data.safeParse(data);
      if (!read.success) throw new ApiError('unreadable', 'The routes could not be read.');
      return read.data;
    },
  });
}
