import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use, useMemo } from 'react';
import { formatCount, formatUtcDay } from '../../../../platform/format.ts';
import { useIsCounted } from '../../../../platform/http/connection.ts';
import { useIsShort, useNow } from '../../../../platform/ui/use-browser.ts';
import { useLibraryVersion } from '../../../../records/record-store.ts';
import { FacetBodies } from '../lookups/facet-bodies.ts';
import { facetQuery, type FacetName } from '../lookups/facet-query.ts';
import { useSearchQuery } from '../search/search-context.tsx';
import type { HeadBarsOf } from '../table/head-bars.tsx';
import { buildDayBars, buildSizeBars, type CountedBars, countRows } from './head-bars.ts';
import { useRefine } from './use-refine.ts';

/**
 * The distributions over the columns of amounts and days, by column: of all matches, each without its own filter, where
 * the service counts them for free, else of the loaded rows. A selected range narrows the search. Sends no paid request.
 */
export function useHeadBars(ids: readonly string[]): HeadBarsOf | undefined {
  const { resource, draft } = useSearchQuery();
  const { chart, one, many } = resource;
  const refine = useRefine();
  const isShort = useIsShort();
  const version = useLibraryVersion();
  const isCounted = useIsCounted();
  const sizes = useCounts('sizes');
  const months = useCounts('months');
  const isShown = chart.histogram === true && !isShort;
  const loaded = useMemo(
    () => (isShown && !isCounted && version >= 0 ? countRows(ids.flatMap((id) => chart.read(id) ?? [])) : undefined),
    [isShown, isCounted, version, chart, ids],
  );
  const thisMonth = formatUtcDay(useNow()).slice(0, 7);
  if (!isShown) return undefined;
  const describe = (all: { readonly total?: number } | undefined) =>
    loaded ? formatCount(ids.length, `loaded ${one}`, `loaded ${many}`) : formatCount(all?.total ?? 0, one, many);
  const buildHead = (counted: CountedBars, basis: string) => ({
    bars: counted.bars,
    selected: counted.selected,
    basis,
    onPick: (range: readonly [number, number] | undefined) => refine(counted.change(range)),
  });
  return new Map([
    ['raised', buildHead(buildSizeBars(draft, (loaded ?? sizes)?.sizes ?? []), describe(sizes))],
    [chart.dayColumn, buildHead(buildDayBars(draft, (loaded ?? months)?.months ?? [], thisMonth), describe(months))],
  ]);
}

function useCounts<Name extends Extract<FacetName, 'sizes' | 'months'>>(name: Name) {
  const deals = use(FacetBodies)?.[name];
  const isCounted = useIsCounted();
  return useQuery({ ...facetQuery(name, deals, isCounted), placeholderData: keepPreviousData }).data;
}
