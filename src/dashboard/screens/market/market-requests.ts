import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { BodyOf, DataOf } from '#contract/endpoint.ts';
import { dealCatalogue } from '#contract/deal-filters.ts';
import type { marketBlocks, readMarket } from '#contract/market.ts';
import { quoteMarketCounts } from '#contract/workspace/market.ts';
import { callWorkspace, workspaceKey } from '../../platform/http/workspace.ts';
import { buildBody } from '../searches/kit/query/search-query.ts';
import { marketQuery, type SourcedMarket } from '../searches/kit/record/market-figures.ts';
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

/** The request for all blocks without a selection, as a saved question has it. */
export const buildSavedBody = (url: MarketUrl): MarketBody => ({
  deals: buildBody(dealCatalogue.filters, url, 0, 1),
  blocks: Object.values(requestedBlocks).flat(),
  period: url.period,
  measure: url.measure,
  figure: url.figure,
  stage: url.stage,
  ...(url.known !== undefined && { known_on: url.known }),
});

/** The figures of a group of blocks; those before stay until others arrive. */
export const blockQuery = (group: BlockGroup, url: MarketUrl, isWhole = false) =>
  queryOptions<SourcedMarket>({
    ...marketQuery(buildMarketBody(group, url, isWhole)),
    placeholderData: keepPreviousData,
  });

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
