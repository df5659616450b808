import type { ReactNode } from 'react';
import { readCompanyDeals } from '#contract/deals.ts';
import { toCount, toDay } from '../../platform/format.ts';
import { toNativeText, toSizeText, toValuationText } from '../../search/profile/amounts.ts';
import { Block } from '../../search/profile/block.tsx';
import { CompleteDeals } from '../../search/profile/complete-deals.tsx';
import { dealsPlace } from '../../search/profile/deals-anchor.tsx';
import { toBasis } from '../../search/profile/history.ts';
import { LineupButton } from '../../search/profile/lineup-button.tsx';
import type { WatchedHistory } from '../../search/profile/use-history.ts';
import { toWithoutLineup } from '../../library/records/lineups.ts';
import { toRoundName, toStageColour } from '../../platform/rounds.ts';
import { loadRounds } from './queries.ts';
import { RoundInvestors } from './round-investors.tsx';
import type { TimelineRound } from './rounds.ts';

/** What other features lend to a round: its articles, owned or at their price. */
export type RenderRound = (deal: TimelineRound['deal']) => ReactNode;

type RoundsBlockProps = {
  readonly id: string;
  readonly history: WatchedHistory;
  readonly rounds: readonly TimelineRound[];
  readonly renderRound: RenderRound;
};

/** The rounds of a company on a timeline, newest first, as far as they are owned. */
export function RoundsBlock({ id, history, rounds, renderRound }: RoundsBlockProps) {
  const most = Math.max(1, ...rounds.map(({ deal }) => deal.total_round_raised ?? 0));
  const without = toWithoutLineup(rounds.map(({ deal }) => deal));
  const isRecordOnly = history.deals.length === 0;
  return (
    <div id={dealsPlace}>
      <Block
        title="Rounds"
        basis={
          isRecordOnly
            ? rounds.length > 0
              ? 'The latest round, from the company’s record'
              : 'No round is owned on this device.'
            : `${toBasis(history, 'round')}, by announcement date in UTC; bars are sizes in US dollars`
        }
        at={isRecordOnly ? undefined : history.at}
        foot={
          <div className="flex flex-wrap items-start gap-2 empty:hidden">
            <CompleteDeals
              history={history}
              one="round"
              tenthsPerRow={readCompanyDeals.cost.tenths}
              ask={(authorization, page) => loadRounds(authorization, id, page)}
            />
            {without.length > 1 && (
              <LineupButton deals={without}>Leads and partners of {toCount(without.length, 'round')}</LineupButton>
            )}
          </div>
        }
      >
        {rounds.length > 0 && (
          <ol aria-label="Rounds, newest first" className="grid">
            {rounds.map((round) => (
              <RoundEntry key={round.deal.id} round={round} most={most} renderRound={renderRound} />
            ))}
          </ol>
        )}
      </Block>
    </div>
  );
}

type RoundEntryProps = {
  readonly round: TimelineRound;
  readonly most: number;
  readonly renderRound: RenderRound;
};

function RoundEntry({ round: { deal, isPartial, isLatest, monthsSince }, most, renderRound }: RoundEntryProps) {
  const round = { ...deal, type: deal.round_type };
  const usd = deal.total_round_raised;
  const text = deal.deal_descriptions?.short_description ?? '';
  return (
    <li className="group grid grid-cols-[12px_minmax(0,1fr)] gap-x-3">
      <span aria-hidden className="relative flex justify-center">
        <i className="absolute top-0 h-2 w-px bg-line group-first:hidden" />
        <i className="absolute top-2 bottom-0 w-px bg-line group-last:hidden" />
        <i
          className="relative mt-1.5 size-2.5 rounded-full ring-3 ring-panel"
          style={{ background: toStageColour(round) }}
        />
      </span>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5 pb-4.5 group-last:pb-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-semibold">{toRoundName(round)}</span>
            <span className="font-normal text-ink-2 tabular-nums">{toDay(deal.date) ?? 'no date'}</span>
            {isLatest && <span className="text-[11.5px] font-normal text-accent-ink">latest round</span>}
          </h3>
          <span className="tabular-nums">
            <span className={usd === null ? 'text-ink-3' : 'font-semibold'}>{toSizeText(usd)}</span>
            <span className="ml-2 text-[11.5px] text-ink-3 empty:hidden">{toNativeText(deal)}</span>
          </span>
        </div>
        {usd !== null && (
          <i
            aria-hidden
            className="h-1.5 min-w-0.5 rounded-[2px]"
            style={{ width: `${(100 * usd) / most}%`, background: toStageColour(round) }}
          />
        )}
        <p className="text-[11.5px] text-ink-3 tabular-nums">
          {isPartial
            ? 'Valuation and the day it was added come with the rounds'
            : `Valuation ${toValuationText(deal)}; added ${toDay(deal.created_at) ?? 'on no known day'}`}
          {monthsSince !== undefined && `; ${toCount(monthsSince, 'month')} after the round before`}
        </p>
        {text !== '' && <p className="max-w-[76ch] text-ink-2">{text}</p>}
        <RoundInvestors deal={deal} />
        <div className="flex flex-wrap items-start gap-2 empty:hidden [&>section]:basis-full">
          <LineupButton deals={toWithoutLineup([deal])}>Lead and partners</LineupButton>
          {!isPartial && renderRound(deal)}
        </div>
      </div>
    </li>
  );
}
