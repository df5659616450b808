import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use, useMemo } from 'react';
import { formatCount, formatUtcDay } from '../../../../platform/format.ts';
import { useIsCounted } from '../../../../platform/http/connection.ts';
import { useIsPhone, useIsShort, useNow } from '../../../../platform/ui/use-browser.ts';
import { useLibraryVersion } from '../../../../records/record-store.ts';
import { FacetBodies } from '../lookups/facet-bodies.ts';
import { facetQuery, type FacetName } from '../lookups/facet-query.ts';
import { useSearchQuery } from '../search/search-context.tsx';
import type { GridColumn, GridRow } from '../table/grid-column.ts';
import type { HeadBars, HeadBarsOf } from '../table/head-bars.tsx';
import { findRangeKind, formatColumnRange, keepInRange, parseColumnRange } from './column-range.ts';
import { buildCloseDayBars, buildDayBars, buildSizeBars, type CountedBars, countRows } from './head-bars.ts';
import { useRefine } from './use-refine.ts';

/**
 * The distributions over the columns of amounts and days, by column. A screen with a histogram counts all matches, each
 * without its own filter, where the service does so for free, and a selected range narrows its search. All other columns
 * count the loaded `rows`, and a selected range narrows these. Sends no paid request.
 */
export function useHeadBars<R extends GridRow>(
  ids: readonly string[],
  rows: readonly R[],
  columns: readonly GridColumn<R>[],
): HeadBarsOf | undefined {
  const [isPhone, isShort] = [useIsPhone(), useIsShort()];
  const searched = useSearchedBars(ids);
  const loaded = useLoadedBars(rows, columns);
  return isPhone || isShort ? undefined : new Map([...loaded, ...searched]);
}

/** The columns whose range is a filter of the search. */
function useSearchedBars(ids: readonly string[]): HeadBarsOf {
  const { resource, draft } = useSearchQuery();
  const { chart, one, many } = resource;
  const refine = useRefine();
  const version = useLibraryVersion();
  const isCounted = useIsCounted();
  const sizes = useCounts('sizes');
  const months = useCounts('months');
  const isShown = chart.histogram === true;
  const loaded = useMemo(
    () => (isShown && !isCounted && version >= 0 ? countRows(ids.flatMap((id) => chart.read(id) ?? [])) : undefined),
    [isShown, isCounted, version, chart, ids],
  );
  const thisMonth = useThisMonth();
  if (!isShown) return new Map();
  const describe = (all: { readonly total?: number } | undefined) =>
    loaded ? formatCount(ids.length, `loaded ${one}`, `loaded ${many}`) : formatCount(all?.total ?? 0, one, many);
  const buildHead = ({ change, ...counted }: CountedBars, basis: string): HeadBars => ({
    ...counted,
    basis,
    onPick: (range) => refine(change(range)),
  });
  return new Map([
    ['raised', buildHead(buildSizeBars(draft, (loaded ?? sizes)?.sizes ?? []), describe(sizes))],
    [chart.dayColumn, buildHead(buildDayBars(draft, (loaded ?? months)?.months ?? [], thisMonth), describe(months))],
  ]);
}

/** The loaded rows by each column that is shown; those outside the range of another column are not counted. */
function useLoadedBars<R extends GridRow>(rows: readonly R[], columns: readonly GridColumn<R>[]): HeadBarsOf {
  const { resource, place, changePlace } = useSearchQuery();
  const { one, many } = resource;
  const thisMonth = useThisMonth();
  const heads = useMemo(() => {
    const range = parseColumnRange(place.range);
    const inRange = keepInRange(rows, columns, range);
    return columns.flatMap((column) => {
      const kind = findRangeKind(column);
      const own = range?.column === column.id ? range : undefined;
      const counted = own ? rows : inRange;
      const values = kind ? counted.flatMap((row) => kind.read(row) ?? []) : [];
      if (!kind || values.length === 0) return [];
      const bars =
        kind.format === 'usd'
          ? buildSizeBars(
              own ? { min: Number(own.from), ...(own.to === '' ? {} : { max: Number(own.to) }) } : {},
              countRows(values.map((usd) => ({ usd: Number(usd) }))).sizes,
            )
          : (buildCloseDayBars(own ?? {}, values.map(String)) ??
            buildDayBars(own ?? {}, countRows(values.map((day) => ({ moment: String(day) }))).months, thisMonth));
      // One bar says nothing.
      return bars.bars.length > 1 ? [{ id: column.id, bars, count: counted.length }] : [];
    });
  }, [rows, columns, place.range, thisMonth]);
  return new Map(
    heads.map(({ id, bars: { change, ...bars }, count }): [string, HeadBars] => [
      id,
      {
        ...bars,
        basis: formatCount(count, `loaded ${one}`, `loaded ${many}`),
        onPick(picked) {
          const { min, max, from = min, to = max } = change(picked);
          const range = picked && formatColumnRange({ column: id, from: String(from), to: String(to ?? '') });
          changePlace({ range }, 'replace');
        },
      },
    ]),
  );
}

const useThisMonth = (): string => formatUtcDay(useNow()).slice(0, 7);

function useCounts<Name extends Extract<FacetName, 'sizes' | 'months'>>(name: Name) {
  const deals = use(FacetBodies)?.[name];
  const isCounted = useIsCounted();
  return useQuery({ ...facetQuery(name, deals, isCounted), placeholderData: keepPreviousData }).data;
}
