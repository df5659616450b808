import { findLockedRounds } from '../../records/unlock.ts';
import { type CompanyRecord, type DealRecord, unlockedRoundInvestors } from '../../records/records.ts';
import { removeName } from '../../platform/about-company.ts';
import { formatCount, formatDayOf, toDay } from '../../platform/format.ts';
import { findStage, formatNativeAmounts, formatRoundType, toRound } from '../../platform/rounds.ts';
import { type DealHistoryState, describeCoverage } from '../searches/kit/record/deal-history-section.tsx';
import { listParticipants } from '../searches/kit/record/participants.ts';
import { ProfileLink, RecordName } from '../searches/kit/record/profile-link.tsx';
import { Articles } from '../searches/kit/record/articles.tsx';
import { RoundInvestorsButton } from '../searches/kit/record/unlock-buttons.tsx';
import { ProfileBlock } from './profile-block.tsx';
import { formatValuation } from '../searches/kit/record/amounts.ts';
import { NameTag, RaisedCell } from '../searches/kit/record/cells.tsx';

type CompanyRoundsProps = {
  /** Its name and description are not repeated for each round. */
  readonly company: CompanyRecord | undefined;
  readonly history: DealHistoryState;
  readonly rounds: readonly TimelineRound[];
};

/** The unlocked rounds of a company on a timeline, newest first. */
export function CompanyRounds({ company, history, rounds }: CompanyRoundsProps) {
  // A single bar would compare nothing.
  const max = rounds.length > 1 ? Math.max(1, ...rounds.map(({ deal }) => deal.total_round_raised ?? 0)) : undefined;
  const isRecordOnly = history.deals.length === 0;
  return (
    <ProfileBlock
      title="Rounds"
      basis={describeBasis(history, rounds.length)}
      at={isRecordOnly ? undefined : history.at}
    >
      {rounds.length > 0 && (
        <ol aria-label="Rounds, newest first" className="grid">
          {rounds.map((round) => (
            <RoundEntry key={round.deal.id} round={round} max={max} company={company} />
          ))}
        </ol>
      )}
    </ProfileBlock>
  );
}

function describeBasis(history: DealHistoryState, rounds: number): string {
  if (rounds === 0)
    return history.whole ? 'No round of this company is known.' : 'Unlock the profile to see every round.';
  if (history.deals.length === 0) return 'The latest round, from the company’s record';
  const coverage = describeCoverage(history, 'round');
  return rounds === 1 ? coverage : `${coverage}, by announcement date in UTC; bars show the size in US dollars`;
}

type RoundEntryProps = {
  readonly round: TimelineRound;
  /** The size of the largest round in US dollars, undefined where bars are left out. */
  readonly max: number | undefined;
  readonly company: CompanyRecord | undefined;
};

function RoundEntry({ round: { deal, isPartial, monthsSince }, max, company }: RoundEntryProps) {
  const round = toRound(deal);
  const usd = deal.total_round_raised;
  const text = deal.deal_descriptions?.short_description ?? '';
  const remarks = [
    ...(isPartial ? ['Unlock the rounds to see the valuation'] : []),
    ...(deal.valuation ? [`Valuation ${formatValuation(deal)}`] : []),
    ...(isLeadUnknown(deal.id) ? ['Lead not named'] : []),
    ...(monthsSince ? [`${formatCount(monthsSince, 'month')} after the previous round`] : []),
  ];
  return (
    <li className="group grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-3">
      <span aria-hidden className="relative flex justify-center">
        <i className="absolute top-0 h-2 w-px bg-line group-first:hidden" />
        <i className="absolute top-2 bottom-0 w-px bg-line group-last:hidden" />
        <i className={`stage-${findStage(round)} relative mt-1.5 size-2.5 rounded-full ring-3 ring-panel`} />
      </span>
      <div className="grid grid-cols-1 gap-1.5 pb-4.5 group-last:pb-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-semibold">{formatRoundType(round)}</span>
            <span className="font-normal text-ink-2 tabular-nums">{formatDayOf(deal.date)}</span>
          </h3>
          <span className="tabular-nums">
            <RaisedCell deal={deal} />
            {usd !== null && (
              <span className="ml-2 text-11.5 text-ink-3 empty:hidden">{formatNativeAmounts(deal)}</span>
            )}
          </span>
        </div>
        {usd !== null && max !== undefined && (
          <i
            aria-hidden
            className={`stage-${findStage(round)} h-1.5 min-w-0.5 rounded-xs`}
            style={{ width: `${(100 * usd) / max}%` }}
          />
        )}
        <p className="text-11.5 text-ink-3 tabular-nums empty:hidden">{remarks.join('; ')}</p>
        {text !== '' && text !== company?.short_description && (
          <p className="max-w-[76ch] text-ink-2">{removeName(text, company?.name ?? '')}</p>
        )}
        <RoundInvestors deal={deal} />
        <div className="flex flex-wrap items-start gap-2 empty:hidden [&>section]:basis-full">
          <RoundInvestorsButton deals={findLockedRounds([deal])}>Lead and partners</RoundInvestorsButton>
          {!isPartial && <Articles id={deal.id} label="Articles" />}
        </div>
      </div>
    </li>
  );
}

/** The investors in a round: with leads and partners where unlocked, else those that the deal names. */
function RoundInvestors({ deal }: { readonly deal: DealRecord }) {
  const participants = listParticipants(deal);
  if (participants.length === 0) return <p className="text-11.5 text-ink-3">No investors disclosed.</p>;
  return (
    <ul aria-label="Investors" className="flex flex-wrap gap-x-4 gap-y-1">
      {participants.map(({ kind, id, name, isLead, partners }) => (
        <li key={id} className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-1.5">
          {name === undefined ? (
            <RecordName kind={kind} id={id} className="" />
          ) : (
            <ProfileLink kind={kind} id={id} className={isLead ? 'font-semibold' : ''}>
              {name}
            </ProfileLink>
          )}
          {isLead && <NameTag>Lead</NameTag>}
          {kind === 'person' && <NameTag>Angel</NameTag>}
          {partners.map((partner) => (
            <span key={partner.id} className="text-12 text-ink-3">
              with{' '}
              <ProfileLink kind="person" id={partner.id} className="text-ink-2">
                {partner.name ?? 'unnamed partner'}
              </ProfileLink>
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

function isLeadUnknown(dealId: string): boolean {
  const firms = unlockedRoundInvestors.read(dealId)?.firms ?? [];
  return firms.length > 0 && firms.every(({ lead_investor: lead }) => lead === null);
}

/** A round of a company on its timeline. */
export type TimelineRound = {
  readonly deal: DealRecord;
  /** From the company's record, so without valuation. */
  readonly isPartial: boolean;
  /** Whole months since the round before it; undefined where one of them has no date. */
  readonly monthsSince: number | undefined;
};

type Latest = NonNullable<CompanyRecord['latest_deal']>;

/** The latest round in a company's record as a deal. */
const buildDeal = (latest: Latest, companyId: string): DealRecord => ({
  ...latest,
  company_id: companyId,
  round_type: latest.type,
  investor_ids: latest.investors,
  deal_descriptions: latest.description,
  created_at: null,
  valuation: null,
});

/** The unlocked rounds of a company and the latest one from its record, newest first. */
export function buildTimeline(
  company: Pick<CompanyRecord, 'id' | 'latest_deal'>,
  deals: readonly DealRecord[],
): TimelineRound[] {
  const latest = company.latest_deal;
  const isUnlocked = latest === null || deals.some(({ id }) => id === latest.id);
  const all = isUnlocked ? deals : [buildDeal(latest, company.id), ...deals];
  const sorted = all.toSorted((one, other) => (toDay(other.date) ?? '').localeCompare(toDay(one.date) ?? ''));
  return sorted.map((deal, at) => ({
    deal,
    isPartial: !isUnlocked && deal.id === latest.id,
    monthsSince: countMonths(toDay(sorted[at + 1]?.date ?? null), toDay(deal.date)),
  }));
}

/** Whole months between two UTC days. */
export function countMonths(from: string | undefined, to: string | undefined): number | undefined {
  if (from === undefined || to === undefined) return undefined;
  const [fromYear = 0, fromMonth = 0, fromDate = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDate = 0] = to.split('-').map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth - (toDate < fromDate ? 1 : 0);
}

/** A firm or angel that invested in a company, and the unlocked rounds that name it, newest first. */
type Backer = { readonly kind: 'investor' | 'person'; readonly id: string; readonly rounds: readonly TimelineRound[] };

/** The firms of a company's record, and the firms and angels of its rounds, those with most rounds first, then the newest. */
export function rankBackers(firms: readonly string[], timeline: readonly TimelineRound[]): Backer[] {
  const rank = (kind: Backer['kind'], ids: readonly string[], idsOf: (deal: DealRecord) => readonly string[] | null) =>
    [...new Set([...timeline.flatMap(({ deal }) => idsOf(deal) ?? []), ...ids])].map((id) => ({
      kind,
      id,
      rounds: timeline.filter(({ deal }) => idsOf(deal)?.includes(id)),
    }));
  return [
    ...rank('investor', firms, (deal) => deal.investor_ids),
    ...rank('person', [], (deal) => deal.angel_investor_ids),
  ].toSorted((one, other) => other.rounds.length - one.rounds.length);
}

/** The round of an investor, "3 rounds" for several, "" for none. */
export function formatRoundsOf({ rounds: [first, ...others] }: Backer): string {
  if (others.length > 0) return formatCount(others.length + 1, 'round');
  return first ? formatRoundType(toRound(first.deal)) : '';
}
