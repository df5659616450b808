import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import { type Market, readMarket } from '#contract/market.ts';
import { readUnlockedMarket, type UnlockedSource } from '#contract/workspace/market.ts';
import { ApiError, isStillReading } from '../../../../platform/http/api-error.ts';
import { readConnected } from '../../../../platform/http/connection.ts';
import { callWorkspace, workspaceKey } from '../../../../platform/http/workspace.ts';
import { sendFree } from '../../../../spending/send-free.ts';

/** Figures, and in front of a hosted service the unlocked deals that they are from. */
export type SourcedMarket = Market & { readonly from?: UnlockedSource };

/** How often it is asked whether the data is read, in milliseconds. */
const retryMs = 2000;

/**
 * Figures about the deals of a search; free. In front of a hosted service they are from unlocked deals, and change with
 * these.
 */
export function marketQuery(body: BodyOf<typeof readMarket>) {
  const isCounted = readConnected()?.facets;
  return queryOptions<SourcedMarket>({
    queryKey: isCounted === false ? workspaceKey('records', 'market', body) : ['market', body],
    enabled: isCounted !== undefined,
    staleTime: 60_000,
    refetchInterval: ({ state }) => (isStillReading(state.error) ? retryMs : false),
    queryFn: async ({ signal }): Promise<SourcedMarket> => {
      if (isCounted === false) {
        const { market, from } = await callWorkspace(readUnlockedMarket, { body, signal });
        return { ...market, from };
      }
      const { data } = await sendFree(readMarket, { body, signal });
      // Gateway and page come together, so that nothing needs to be tolerated.
      const read = readMarket.data.safeParse(data);
      if (!read.success) throw new ApiError('unreadable', 'The figures could not be read.');
      return read.data.market;
    },
  });
}
