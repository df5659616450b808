import { useMemo } from 'react';
import { type Bucket, findBarRange, type BarLayout, type ChartSeries, type ChartUnit } from '../charts/figure-data.ts';
import { formatCount, formatGrouped, capitalize } from '../../../../platform/format.ts';
import { useLibraryVersion } from '../../../../records/record-store.ts';
import type { SearchResults } from '../fetch/stored-results.ts';
import type { ChartPlace, SearchQuery } from '../query/search-query.ts';
import { type Resource, type ChartDivision, divisionNames, findShownSort } from '../resource/resource.ts';
import { monthKey } from './months.ts';
import { divide, type Division, listStageSeries } from '../charts/division.ts';
import { useIsCounted } from '../../../../platform/http/connection.ts';
import { createState } from '../../../../platform/state.ts';
import { readStored, writeStored } from '../../../../platform/storage/storage.ts';

const histogram = createState(readStored('histogram') !== 'off');

/** Whether the histogram is shown above the table, stored on this device. */
export const useHistogramShown = histogram.use;

/** Shows the histogram, or hides it. */
export function toggleHistogram(): void {
  histogram.write(!histogram.read());
  writeStored('histogram', histogram.read() ? undefined : 'off');
}

/** The loaded rows as bars, and which rows are in the selected bars. */
export type ResultsFigure = {
  readonly title: string;
  readonly basis: string;
  readonly head: string;
  readonly unit: ChartUnit;
  readonly unknownName: string;
  readonly layout: BarLayout;
  readonly buckets: readonly Bucket[];
  readonly series: readonly ChartSeries[];
  /** The selected bars as text; undefined if none is selected. */
  readonly picked: string | undefined;
  /** 1 for each loaded row in the selected bars; undefined for all rows. */
  readonly mask: Uint8Array | undefined;
};

/** The key of the bar of rows that are not loaded. */
export const restKey = '(rest)';

/** The chart of the loaded rows that the URL selects; undefined if there is none. Sends no request. */
export function useResultsChart(
  { resource, query }: { readonly resource: Resource; readonly query: SearchQuery },
  results: SearchResults | undefined,
  place: ChartPlace,
): ResultsFigure | undefined {
  const version = useLibraryVersion();
  const isCounted = useIsCounted();
  const isShown = useHistogramShown();
  const needsRows = resource.chart.histogram === true && (place.pick_from !== undefined || (isShown && !isCounted));
  const by = place.chart === undefined && needsRows ? resource.chart.divisions[0] : findDivision(resource, place);
  const ids = results?.ids;
  // Reading 100,000 rows takes a tenth of a second; selecting bars must not read them again.
  const division = useMemo(
    () => (version >= 0 && by && ids && ids.length > 0 ? divideRows(resource, by, ids) : undefined),
    [resource, by, ids, version],
  );
  const unit: ChartUnit = place.unit === 'usd' && resource.chart.amount ? 'usd' : 'count';
  const { pick_from: from, pick_to: to } = place;
  const pick = useMemo(() => division && buildPick(division, from, to), [division, from, to]);
  const figure = useMemo(
    () => (division && by && results ? buildFigure({ resource, query, results, by, division, unit }) : undefined),
    [resource, query, results, by, division, unit],
  );
  return figure && { ...figure, picked: pick?.text, mask: pick?.mask };
}

type FigureParts = {
  readonly resource: Resource;
  readonly query: SearchQuery;
  readonly results: SearchResults;
  readonly by: ChartDivision;
  readonly division: Division;
  readonly unit: ChartUnit;
};

function buildFigure(parts: FigureParts): Omit<ResultsFigure, 'picked' | 'mask'> {
  const { resource, query, results, by, division, unit } = parts;
  const buckets = division.toBuckets(unit);
  const { label, direction, column } = findShownSort(resource, query);
  const name = formatTitleName(resource, unit);
  const rest = results.total === null ? 0 : Math.max(0, results.total - results.ids.length);
  const isBeyond = (by.by === 'month' || by.by === 'quarter') && column === resource.chart.dayColumn;
  return {
    title: `${name} by ${divisionNames[by.by]}`,
    basis: [
      by.basis,
      ...(unit === 'usd' ? [resource.chart.amount?.basis] : []),
      describeLoaded(resource, results, label),
    ].join(' '),
    head: capitalize(divisionNames[by.by]),
    unit,
    unknownName: unit === 'count' ? 'not known' : `without a dollar amount${rest > 0 ? ' or not loaded' : ''}`,
    layout: by.by === 'round' || by.by === 'industry' || by.by === 'place' ? 'rows' : 'columns',
    buckets: addRest(buckets, rest, isBeyond ? direction : undefined),
    series: division.isLayered ? listStageSeries(buckets) : [{ key: 'all', label: name, stage: 3 }],
  };
}

/** The division in the URL, or the first one if this screen does not have it. */
export function findDivision({ chart }: Resource, place: ChartPlace): ChartDivision | undefined {
  if (place.chart === undefined || place.chart === 'activity') return undefined;
  return chart.divisions.find(({ by }) => by === place.chart) ?? chart.divisions[0];
}

const divideRows = (resource: Resource, { by, none }: ChartDivision, ids: readonly string[]): Division =>
  divide(ids.length, (index) => resource.chart.read(ids[index] ?? ''), {
    by,
    none,
  });

const formatTitleName = ({ many, chart }: Resource, unit: ChartUnit): string =>
  unit === 'usd' ? (chart.amount?.name ?? '') : capitalize(many);

/** "250 of 1,547 deals loaded, newest first." */
function describeLoaded({ one, many }: Resource, { ids, total }: SearchResults, order: string): string {
  const loaded = formatGrouped(ids.length);
  if (total === null) return `${formatCount(ids.length, one, many)} loaded, ${order}; the service reported no total.`;
  return ids.length >= total
    ? `All ${formatCount(ids.length, one, many)}.`
    : `${loaded} of ${formatCount(total, one, many)} loaded, ${order}.`;
}

const restLabels = { none: 'Not loaded', descending: 'Older, not loaded', ascending: 'Newer, not loaded' } as const;

/** Adds the bar of rows that are not loaded: on their side of a time axis, otherwise at the end. */
function addRest(
  buckets: readonly Bucket[],
  rest: number,
  direction: 'ascending' | 'descending' | undefined,
): readonly Bucket[] {
  if (rest === 0) return buckets;
  const bar = { key: restKey, label: restLabels[direction ?? 'none'], values: {}, unknown: rest };
  return direction === 'descending' ? [bar, ...buckets] : [...buckets, bar];
}

type BarPick = { readonly text: string; readonly mask: Uint8Array };

/** The rows of a range of bars; undefined if the URL names bars that do not exist. */
function buildPick(division: Division, from: string | undefined, to: string | undefined): BarPick | undefined {
  if (from === undefined) return undefined;
  const buckets = division.toBuckets('count');
  const picked = pickBuckets(buckets, from, to ?? from);
  if (!picked) return undefined;
  const [first, last] = [picked[0]?.label ?? '', picked.at(-1)?.label ?? ''];
  return {
    text: picked.length === 1 ? first : `${first} to ${last}`,
    mask: division.maskOf(new Set(picked.map(({ key }) => key))),
  };
}

/** The bars of a range; a range of months may name months without a loaded row. */
function pickBuckets(buckets: readonly Bucket[], from: string, to: string): readonly Bucket[] | undefined {
  if (monthKey.test(from) && monthKey.test(to))
    return buckets.filter(({ key }) => monthKey.test(key) && key >= from && key <= to);
  const range = findBarRange(buckets, { from, to });
  return range && buckets.slice(range[0], range[1] + 1);
}
