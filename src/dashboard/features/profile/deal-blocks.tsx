import { useQueryClient } from '@tanstack/react-query';
import type { DealRecord } from '../../library/records/records.ts';
import { formatCount, toDay } from '../../platform/format.ts';
import { type Stage, findStage, formatRoundType, getStageColour } from '../../platform/rounds.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { formatCredits } from '../../purchase/price.ts';
import { PricedButton } from '../../purchase/priced-button.tsx';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { formatNativeAmounts, formatRoundSize } from '../../search/record/facts.tsx';
import {
  type DealHistoryState,
  describeCoverage,
  priceDeals,
  unlockDeals,
} from '../../search/record/deal-history-section.tsx';
import { RecordName } from '../../search/record/profile-link.tsx';
import { NamesButton } from '../../search/record/unlock-buttons.tsx';
import { ResultsAge, useNow } from '../../library/records/provenance.tsx';
import { BarFigure } from '../../search/charts/bar-figure.tsx';
import type { Bucket, ChartSeries } from '../../search/charts/figure-data.ts';
import { ProfileBlock } from './profile-block.tsx';
import type { ProfileUrlState } from './profile-frame.tsx';

type RecentDealsProps = {
  readonly title: string;
  readonly history: DealHistoryState;
  readonly url: ProfileUrlState;
};

const fewDeals = 8;
const mostDeals = 500;

/** The newest unlocked deals; a click expands the list. */
export function RecentDeals({ title, history, url: { value, write } }: RecentDealsProps) {
  const { deals, at } = history;
  const shown = deals.slice(0, value.all === true ? mostDeals : fewDeals);
  const hidden = deals.length - shown.length;
  return (
    <ProfileBlock
      title={title}
      basis={
        deals.length === 0 ? 'Unlock deals to see them here' : `${describeCoverage(history)}; amounts are round sizes`
      }
      at={at}
      foot={
        <>
          <NamesButton kind="company" ids={shown.flatMap(({ company_id: id }) => id ?? [])}>
            Unlock the names of these companies
          </NamesButton>
          {deals.length > fewDeals && (
            <button
              type="button"
              aria-expanded={value.all === true}
              className="min-h-6 justify-self-start text-[11.5px] text-accent-ink underline decoration-line underline-offset-2 hover:decoration-current"
              onClick={() => write({ ...value, all: value.all === true ? undefined : true }, 'replace')}
            >
              {value.all === true
                ? 'Show fewer'
                : `Show ${formatCount(Math.min(hidden, mostDeals - fewDeals), 'more deal')}`}
            </button>
          )}
          <DealsAnchor history={history} />
        </>
      }
    >
      {shown.length > 0 && <DealRows deals={shown} />}
    </ProfileBlock>
  );
}

/** Deals in two lines each, in the given order. */
export function DealRows({ deals }: { readonly deals: readonly DealRecord[] }) {
  return (
    <ul className="grid">
      {deals.map((deal) => {
        const round = { ...deal, type: deal.round_type };
        const native = formatNativeAmounts(deal);
        return (
          <li key={deal.id} className="grid gap-0.5 border-b border-line py-2 first:pt-0 last:border-0 last:pb-0">
            <span className="flex min-w-0 items-baseline justify-between gap-3">
              <RecordName kind="company" id={deal.company_id} />
              <span
                className={`shrink-0 tabular-nums ${deal.total_round_raised === null ? 'text-ink-3' : 'font-semibold'}`}
              >
                {formatRoundSize(deal.total_round_raised)}
              </span>
            </span>
            <span className="flex min-w-0 items-baseline justify-between gap-3 text-[11.5px] text-ink-3">
              <span className="flex min-w-0 items-center gap-1.5 tabular-nums">
                <i
                  aria-hidden
                  className="size-2 shrink-0 rounded-[2px]"
                  style={{ background: getStageColour(round) }}
                />
                <span className="truncate">
                  {formatRoundType(round)}, {toDay(deal.date) ?? 'no date'}
                </span>
              </span>
              <span className="shrink-0 tabular-nums empty:hidden">{native}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

type CompleteDealsProps = {
  readonly history: DealHistoryState;
  /** "deal" or "round". */
  readonly one: string;
};

/** Deals of the smaller of the two offers. */
const fewRows = 25;

/** Buttons that unlock the missing deals: all of them, and the next 25 where more are missing. */
export function CompleteDeals({ history, one }: CompleteDealsProps) {
  const client = useQueryClient();
  const { of, listed, total, whole, pending, failure } = history;
  const missing = (total ?? listed + fewRows) - listed;
  if (whole || missing <= 0) return null;
  const load = (rows: number) => (authorization: SpendAuthorization) =>
    void unlockDeals(authorization, client, of, rows);
  const offers = missing > fewRows ? [fewRows, missing] : [missing];
  const formatOffer = (rows: number) => {
    if (total === null || rows < missing) return listed === 0 ? `Newest ${rows} ${one}s` : `Next ${rows} ${one}s`;
    if (rows === 1) return listed === 0 ? `The one ${one}` : `The last ${one}`;
    return listed === 0 ? `All ${rows.toLocaleString('en-US')} ${one}s` : `The other ${rows.toLocaleString('en-US')}`;
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {offers.map((rows) => (
          <PricedButton key={rows} upTo tenths={priceDeals(of, rows)} pending={pending} onConfirm={load(rows)}>
            {formatOffer(rows)}
          </PricedButton>
        ))}
      </div>
      {failure && <FailureNotice key={failure.message} failure={failure} />}
    </div>
  );
}

/** The id of the block with the buttons that unlock deals. */
export const unlockDealsId = 'profile-deals';

type DealsAnchorProps = { readonly history: DealHistoryState };

/** Says how many deals are missing, and scrolls to the buttons that unlock them. */
export function DealsAnchor({ history: { of, whole, total, listed } }: DealsAnchorProps) {
  if (whole || total === null || total <= listed) return null;
  const missing = total - listed;
  return (
    <button
      type="button"
      className="min-h-6 justify-self-start text-left text-[11.5px] text-accent-ink underline decoration-line underline-offset-2 hover:decoration-current"
      onClick={() => {
        const place = document.getElementById(unlockDealsId);
        place?.scrollIntoView({ block: 'nearest' });
        place?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
      }}
    >
      {formatCount(missing, 'more deal')} available, up to {formatCredits(priceDeals(of, missing))}
    </button>
  );
}

/** Names of the stages, by their number. */
export const stageNames = [
  'Other',
  'Pre-seed',
  'Seed',
  'Series A',
  'Series B',
  'Series C',
  'Series D and later',
] as const;

/** Deals of one stage in one quarter. */
export type QuarterPart = {
  readonly deals: number;
  /** US dollars of the disclosed rounds; null where none is disclosed. */
  readonly usd: number | null;
  readonly undisclosed: number;
};

/** A quarter in UTC with its deals by stage; a stage without deals is absent. */
export type Quarter = { readonly name: string; readonly parts: ReadonlyMap<Stage, QuarterPart> };

/** The last quarters up to a day, without a gap, and how many deals are outside of them. */
export type Quarters = {
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
};

/** Five years; older deals are counted in the text. */
const mostQuarters = 20;
/** From early to late; 0 is a deal without a stage. */
const order: readonly Stage[] = [1, 2, 3, 4, 5, 6, 0];

/** The unlocked deals per quarter and stage, counted or in US dollars, and the buttons that unlock the rest. */
export function QuartersBlock({ history, url }: QuartersBlockProps) {
  const today = new Date(useNow()).toISOString().slice(0, 10);
  const found = countByQuarter(history.deals, today, mostQuarters);
  const { by } = url.value;
  return (
    <section
      id={unlockDealsId}
      aria-label="Deals per quarter"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-[10px] border border-line bg-panel p-4"
    >
      {found.quarters.length === 0 ? (
        <div className="grid gap-0.5">
          <h2 className="text-[13px] font-semibold">Deals per quarter, by stage</h2>
          <p className="text-[11.5px] text-ink-3">
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
            tools={<FigureSwitch url={url} />}
          />
          {history.at !== undefined && (
            <p className="mt-1 text-[11.5px] text-ink-3">
              <ResultsAge at={history.at} />
            </p>
          )}
        </div>
      )}
      <CompleteDeals history={history} one="deal" />
    </section>
  );
}

const figures = [
  ['count', 'Count'],
  ['amount', 'Amount'],
] as const;

/** Switches between the number of deals and the amount raised. */
function FigureSwitch({ url: { value, write } }: { readonly url: ProfileUrlState }) {
  return (
    <fieldset aria-label="Figures" className="flex gap-0.5">
      {figures.map(([by, name]) => (
        <button
          key={by}
          type="button"
          aria-pressed={value.by === by}
          className="min-h-7 rounded-[6px] border border-transparent px-2 text-[12px] text-ink-2 hover:bg-sunken aria-pressed:border-edge aria-pressed:font-[550] aria-pressed:text-ink"
          onClick={() => write({ ...value, by }, 'replace')}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}

/** The stages that occur, from early to late. */
const listSeries = (quarters: readonly Quarter[]): ChartSeries[] =>
  order
    .filter((stage) => quarters.some(({ parts }) => parts.has(stage)))
    .map((stage) => ({ key: String(stage), label: stageNames[stage], look: stage }));

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
