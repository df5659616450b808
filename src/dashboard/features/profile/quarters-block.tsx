import type { ReactNode } from 'react';
import { ResultsAge, useNow } from '../../library/records/provenance.tsx';
import type { DealRecord } from '../../library/records/records.ts';
import { toDay, formatUtcDay } from '../../platform/format.ts';
import { findStage, type Stage, stageNames } from '../../platform/rounds.ts';
import { BarFigure } from '../../search/charts/bar-figure.tsx';
import type { Bucket, ChartSeries } from '../../search/charts/figure-data.ts';
import { type DealHistoryState, describeCoverage } from '../../search/record/deal-history-section.tsx';
import type { ProfileUrlState } from './profile-frame.tsx';
import { Segments } from '../../platform/ui/segments.tsx';

/** The id of the block with the buttons that unlock deals. */
export const unlockDealsId = 'profile-deals';

/** Deals of one stage in one quarter. */
type QuarterPart = {
  readonly deals: number;
  /** US dollars of the disclosed rounds; null where none is disclosed. */
  readonly usd: number | null;
  readonly undisclosed: number;
};

/** A quarter in UTC with its deals by stage; a stage without deals is absent. */
export type Quarter = { readonly name: string; readonly parts: ReadonlyMap<Stage, QuarterPart> };

/** The last quarters up to a day, without a gap, and how many deals are outside of them. */
type Quarters = {
  readonly quarters: readonly Quarter[];
  readonly earlier: number;
  readonly later: number;
  readonly undated: number;
};

/** The number of a quarter, four a year. */
const getQuarterNumber = (day: string): number =>
  Number(day.slice(0, 4)) * 4 + Math.floor((Number(day.slice(5, 7)) - 1) / 3);

/** "Q3 2026". */
const formatQuarter = (index: number): string => `Q${(index % 4) + 1} ${Math.floor(index / 4)}`;

/**
 * Counts deals by UTC quarter and stage, up to the quarter of `lastDay` (`YYYY-MM-DD`), from the first deal on but at
 * most `max` quarters back.
 */
export function countByQuarter(deals: readonly DealRecord[], lastDay: string, max: number): Quarters {
  const last = getQuarterNumber(lastDay);
  const dated = deals.flatMap((deal) => {
    const day = toDay(deal.date);
    return day === undefined ? [] : [{ deal, index: getQuarterNumber(day) }];
  });
  const earliest = dated.reduce((first, { index }) => Math.min(first, index), last);
  const first = Math.max(earliest, last - max + 1);
  const inside = dated.filter(({ index }) => index >= first && index <= last);
  const quarters = Array.from({ length: dated.length === 0 ? 0 : last - first + 1 }, (_, at) => ({
    name: formatQuarter(first + at),
    parts: sumByStage(inside.flatMap(({ deal, index }) => (index === first + at ? [deal] : []))),
  }));
  return {
    quarters,
    earlier: dated.filter(({ index }) => index < first).length,
    later: dated.filter(({ index }) => index > last).length,
    undated: deals.length - dated.length,
  };
}

function sumByStage(deals: readonly DealRecord[]): Map<Stage, QuarterPart> {
  const parts = new Map<Stage, QuarterPart>();
  for (const { round_type: type, pre, total_round_raised: usd } of deals) {
    const stage = findStage({ type, pre });
    const before = parts.get(stage) ?? { deals: 0, usd: null, undisclosed: 0 };
    parts.set(stage, {
      deals: before.deals + 1,
      usd: usd === null ? before.usd : (before.usd ?? 0) + usd,
      undisclosed: before.undisclosed + (usd === null ? 1 : 0),
    });
  }
  return parts;
}

type QuartersBlockProps = {
  readonly history: DealHistoryState;
  readonly url: ProfileUrlState;
  /** What unlocks the rest. */
  readonly children?: ReactNode;
};

/** Five years; older deals are counted in the text. */
const mostQuarters = 20;
/** From early to late; 0 is a deal without a stage. */
const order: readonly Stage[] = [1, 2, 3, 4, 5, 6, 0];

/** The unlocked deals per quarter and stage, counted or in US dollars. */
export function QuartersBlock({ history, url, children }: QuartersBlockProps) {
  const today = formatUtcDay(useNow());
  const found = countByQuarter(history.deals, today, mostQuarters);
  const { by } = url.value;
  return (
    <section
      id={unlockDealsId}
      aria-label="Deals per quarter"
      className="grid grid-cols-1 gap-3 rounded-[10px] border border-line bg-panel p-4"
    >
      {found.quarters.length === 0 ? (
        <div className="grid gap-0.5">
          <h2 className="text-13 font-semibold">Deals per quarter, by stage</h2>
          <p className="text-11.5 text-ink-3">
            {history.deals.length === 0
              ? 'You have not unlocked any deals yet.'
              : `${describeCoverage(history)}. None has a date.`}
          </p>
        </div>
      ) : (
        <div>
          <BarFigure
            title="Deals per quarter, by stage"
            basis={describeChart(history, found, by)}
            head="Quarter"
            unit={by === 'count' ? 'count' : 'usd'}
            series={listSeries(found.quarters)}
            buckets={found.quarters.map((quarter) => buildBucket(quarter, by))}
            unknownName={by === 'count' ? 'not known' : 'undisclosed'}
            tools={
              <Segments
                label="Figures"
                value={by}
                choices={figures}
                onChange={(next) => url.write({ ...url.value, by: next }, 'replace')}
              />
            }
          />
          {history.at !== undefined && (
            <p className="mt-1 text-11.5 text-ink-3">
              <ResultsAge at={history.at} />
            </p>
          )}
        </div>
      )}
      {children}
    </section>
  );
}

const figures = [
  ['count', 'Count'],
  ['amount', 'Amount'],
] as const;

/** The stages that occur, from early to late. */
const listSeries = (quarters: readonly Quarter[]): ChartSeries[] =>
  order
    .filter((stage) => quarters.some(({ parts }) => parts.has(stage)))
    .map((stage) => ({ key: String(stage), label: stageNames[stage], stage }));

function buildBucket({ name, parts }: Quarter, by: 'count' | 'amount'): Bucket {
  const values = Object.fromEntries(
    [...parts].map(([stage, { deals, usd }]) => [String(stage), by === 'count' ? deals : usd]),
  );
  const undisclosed = [...parts.values()].reduce((sum, part) => sum + part.undisclosed, 0);
  return { key: name, label: name, values, ...(by === 'amount' && undisclosed > 0 ? { unknown: undisclosed } : {}) };
}

/** What the chart shows, since when it is complete, and what it leaves out. */
function describeChart(history: DealHistoryState, { earlier, later, undated, quarters }: Quarters, by: string): string {
  const { knownAfter, whole } = history;
  const left = [
    ...(earlier > 0 ? [`${earlier.toLocaleString('en-US')} before ${quarters[0]?.name ?? ''}`] : []),
    ...(later > 0 ? [`${later.toLocaleString('en-US')} dated later`] : []),
    ...(undated > 0 ? [`${undated.toLocaleString('en-US')} without a date`] : []),
  ];
  return [
    `${describeCoverage(history)}, by announcement date in UTC`,
    ...(by === 'amount' ? ['disclosed round sizes only'] : []),
    ...(whole ? [] : [knownAfter === undefined ? 'incomplete' : `complete after ${knownAfter || 'the first deal'}`]),
    ...(left.length > 0 ? [`not shown: ${left.join(', ')}`] : []),
  ].join('; ');
}
