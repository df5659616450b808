import { queryOptions } from '@tanstack/react-query';
import type { BodyOf, DataOf } from '#contract/endpoint.ts';
import { dealCatalogue } from '#contract/deal-filters.ts';
import { type Market, type marketBlocks, readMarket } from '#contract/market.ts';
import { quoteMarketCounts, readUnlockedMarket, type UnlockedSource } from '#contract/workspace/market.ts';
import { ApiError, isStillReading } from '../../platform/http/api-error.ts';
import { readConnected } from '../../platform/http/connection.ts';
import { callWorkspace, workspaceKey } from '../../platform/http/workspace.ts';
import { sendFree } from '../../spending/send-free.ts';
import { buildBody } from '../searches/kit/query/search-query.ts';
import type { MarketUrl } from './market-url.ts';
import { toMarketSelection, findSelecting, readSelection, type SelectingBlock } from './selection.ts';

type MarketBody = BodyOf<typeof readMarket>;

/** What is asked for at once: a slow block holds no other. */
const requestedBlocks = {
  clock: ['clock'],
  sizes: ['sizes'],
  graduation: ['graduation', 'window'],
  where: ['where'],
  leads: ['leads'],
} as const satisfies Readonly<Record<string, readonly (typeof marketBlocks)[number][]>>;
export type BlockGroup = keyof typeof requestedBlocks;

/** The blocks of the screen in their order, each with the group that brings its figures. */
export const blockGroups = {
  clock: 'clock',
  sizes: 'sizes',
  graduation: 'graduation',
  where: 'where',
  leads: 'leads',
  window: 'graduation',
} as const satisfies Readonly<Record<string, BlockGroup>>;
export type BlockName = keyof typeof blockGroups;

/** The members of the request that change each group. */
const shapes: { readonly [Group in BlockGroup]: (url: MarketUrl) => Partial<MarketBody> } = {
  clock: ({ period, measure }) => ({ period, measure }),
  sizes: ({ period, figure }) => ({ period, figure }),
  graduation: ({ stage }) => ({ stage }),
  where: () => ({}),
  leads: () => ({}),
};

/** The request for a group of blocks; the block with the selection keeps everything. */
export function buildMarketBody(group: BlockGroup, url: MarketUrl, isWhole = false): MarketBody {
  const selection = readSelection(url.mark);
  const selecting: SelectingBlock | undefined = findSelecting(selection);
  const within = isWhole || selecting === group ? undefined : toMarketSelection(selection);
  return {
    deals: buildBody(dealCatalogue.filters, url, 0, 1),
    blocks: [...requestedBlocks[group]],
    ...shapes[group](url),
    ...(url.known !== undefined && { known_on: url.known }),
    ...(within && { within }),
  };
}

/** How often it is asked whether the data is read, in milliseconds. */
const retryMs = 2000;

/** Figures, and in front of a hosted service the unlocked deals that they are from. */
export type SourcedMarket = Market & { readonly from?: UnlockedSource };

/**
 * Figures about the market; free. In front of a hosted service they are from unlocked deals, and change with these. The
 * figures before stay until others arrive.
 */
export function marketQuery(body: MarketBody) {
  const isCounted = readConnected()?.facets;
  return queryOptions<SourcedMarket>({
    queryKey: isCounted === false ? workspaceKey('records', 'market', body) : ['market', body],
    enabled: isCounted !== undefined,
    staleTime: 60_000,
    placeholderData: (before) => before,
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

export type CountQuoteBody = BodyOf<typeof quoteMarketCounts>;

/** The question that is counted at a hosted service. */
export const buildCountQuestion = (url: MarketUrl): CountQuoteBody => ({
  deals: buildBody(dealCatalogue.filters, url, 0, 1),
  period: url.period,
  ...(url.known !== undefined && { known_on: url.known }),
});

/** What is counted of a question, and what the rest costs; free. */
export const countQuoteQuery = (body: CountQuoteBody) =>
  queryOptions<DataOf<typeof quoteMarketCounts>>({
    queryKey: workspaceKey('records', 'market quote', body),
    placeholderData: (before) => before,
    queryFn: ({ signal }) => callWorkspace(quoteMarketCounts, { body, signal }),
  });
