import { BarFigure } from '../charts/bar-figure.tsx';
import type { Bucket, Series } from '../charts/figure-data.ts';
import { AnswerAge, useNow } from '../../library/records/age.tsx';
import type { Stage } from '../../platform/rounds.ts';
import type { UrlState } from '../../platform/url/use-url.ts';
import { CompleteDeals } from './complete-deals.tsx';
import { dealsPlace } from './deals-anchor.tsx';
import { toBasis, type AskDeals } from './history.ts';
import type { profileUrl } from './profile-url.ts';
import { stageNames, toQuarters, type Quarter, type Quarters } from './quarters.ts';
import type { WatchedHistory } from './use-history.ts';

/** The address of a profile, read and written. */
export type ProfileUrlState = UrlState<typeof profileUrl>;

type QuartersBlockProps = {
  readonly history: WatchedHistory;
  readonly url: ProfileUrlState;
  /** What one deal costs, and the way to ask for a page of them. */
  readonly tenthsPerRow: number;
  readonly ask: AskDeals;
};

/** Five years: what is older is counted in the words. */
const mostQuarters = 20;
/** Early to late, and last what has no stage. */
const order: readonly Stage[] = [1, 2, 3, 4, 5, 6, 0];

/** Deals per quarter by stage, counted or in US dollars, from the owned deals, and the way to all of them. */
export function QuartersBlock({ history, url, tenthsPerRow, ask }: QuartersBlockProps) {
  const today = new Date(useNow()).toISOString().slice(0, 10);
  const found = toQuarters(history.deals, today, mostQuarters);
  const { by } = url.value;
  return (
    <section
      id={dealsPlace}
      aria-label="Deals per quarter"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-[10px] border border-line bg-panel p-4"
    >
      {found.quarters.length === 0 ? (
        <div className="grid gap-0.5">
          <h2 className="text-[13px] font-semibold">Deals per quarter, by stage</h2>
          <p className="text-[11.5px] text-ink-3">
            {history.deals.length === 0
              ? 'No deal is owned on this device.'
              : `${toBasis(history)}, none of them with a date.`}
          </p>
        </div>
      ) : (
        <div>
          <BarFigure
            title="Deals per quarter, by stage"
            basis={toWords(history, found, by)}
            head="Quarter"
            unit={by === 'count' ? 'count' : 'usd'}
            series={toSeries(found.quarters)}
            buckets={found.quarters.map((quarter) => toBucket(quarter, by))}
            unknownName={by === 'count' ? 'not known' : 'undisclosed'}
            tools={<Figures url={url} />}
          />
          {history.at !== undefined && (
            <p className="mt-1 text-[11.5px] text-ink-3">
              <AnswerAge at={history.at} />
            </p>
          )}
        </div>
      )}
      <CompleteDeals history={history} one="deal" tenthsPerRow={tenthsPerRow} ask={ask} />
    </section>
  );
}

const figures = [
  ['count', 'Count'],
  ['amount', 'Amount'],
] as const;

/** Chooses between the number of deals and what they raised. */
function Figures({ url: { value, write } }: { readonly url: ProfileUrlState }) {
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

/** The layers that occur, in the order of a company's life. */
const toSeries = (quarters: readonly Quarter[]): Series[] =>
  order
    .filter((stage) => quarters.some(({ parts }) => parts.has(stage)))
    .map((stage) => ({ key: String(stage), label: stageNames[stage], look: stage }));

function toBucket({ name, parts }: Quarter, by: 'count' | 'amount'): Bucket {
  const values = Object.fromEntries(
    [...parts].map(([stage, { deals, usd }]) => [String(stage), by === 'count' ? deals : usd]),
  );
  const undisclosed = [...parts.values()].reduce((sum, part) => sum + part.undisclosed, 0);
  return { key: name, label: name, values, ...(by === 'amount' && undisclosed > 0 ? { unknown: undisclosed } : {}) };
}

/** What is drawn, from when on it is whole, and what is left out. */
function toWords(history: WatchedHistory, { earlier, later, undated, quarters }: Quarters, by: string): string {
  const { knownAfter, whole } = history;
  const left = [
    ...(earlier > 0 ? [`${earlier.toLocaleString('en-US')} before ${quarters[0]?.name ?? ''}`] : []),
    ...(later > 0 ? [`${later.toLocaleString('en-US')} dated later`] : []),
    ...(undated > 0 ? [`${undated.toLocaleString('en-US')} without a date`] : []),
  ];
  return [
    `${toBasis(history)}, by announcement date in UTC`,
    ...(by === 'amount' ? ['sizes of the rounds, disclosed ones alone'] : []),
    ...(whole
      ? []
      : [knownAfter === undefined ? 'not a whole period' : `whole after ${knownAfter || 'their first day'}`]),
    ...(left.length > 0 ? [`not drawn: ${left.join(', ')}`] : []),
  ].join('; ');
}
