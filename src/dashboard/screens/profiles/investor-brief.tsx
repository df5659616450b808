import { formatRaised } from '../searches/kit/record/amounts.ts';
import { useNow } from '../../platform/ui/use-browser.ts';
import { useLibraryVersion } from '../../records/record-store.ts';
import { type DealRecord, type InvestorRecord, unlockedInvestors } from '../../records/records.ts';
import { formatCount, formatDayOf, formatUtcDay } from '../../platform/format.ts';
import { formatCountedType, formatRoundType, toRound } from '../../platform/rounds.ts';
import {
  describeCoverage,
  useDealHistory,
  type DealHistoryState,
} from '../searches/kit/record/deal-history-section.tsx';
import {
  type Brief,
  type BriefLine,
  type BriefSection,
  BriefView,
  buildBrief,
  listLine,
  listPeopleLines,
  peersBasis,
} from './brief-view.tsx';
import { type BriefFacts, countQuarters, QuartersFigure } from './brief-figures.tsx';
import { listPartners } from './network-card.tsx';
import { useNamedPeople } from './people-list.tsx';
import { describePositions, groupPositions, PositionTable, useRoundPositions } from './round-positions.tsx';
import { LockedProfile, ProfileAddress } from './profile-frame.tsx';
import { formatInvestorLine, formatLeadShare, formatPace, measurePace, rankCoInvestors } from './investor-activity.ts';
import { readKnownName } from '../searches/kit/lookups/known-names.ts';

/** The one-page brief about the investor in the address. */
export const InvestorBriefPage = () => (
  <ProfileAddress kind="investor">{(id) => <InvestorBrief id={id} />}</ProfileAddress>
);

function InvestorBrief({ id }: { readonly id: string }) {
  useLibraryVersion();
  const now = useNow();
  const investor = unlockedInvestors.read(id);
  const history = useDealHistory('investor_deals', id, investor?.total_deal_count ?? null);
  const { compared } = useRoundPositions(history.deals);
  const people = useNamedPeople({ owner: { kind: 'investor', id }, partners: listPartners(history, id) }) ?? [];
  if (!investor) return <LockedProfile kind="investor" id={id} />;
  return (
    <BriefView
      brief={buildInvestorBrief(investor, history, { now, compared, people })}
      back={{ to: '/investors/$id', id }}
    />
  );
}

/** How many lines fit on one page. */
const maxDeals = 10;
const maxInvestors = 6;

/** An investor on one page, from its record and its unlocked deals. */
function buildInvestorBrief(
  investor: InvestorRecord,
  history: DealHistoryState,
  { now, compared, people }: BriefFacts,
): Brief {
  const { id } = investor;
  const basis = history.deals.length === 0 ? '' : `${describeCoverage(history)}.`;
  const quarters = countQuarters(
    history.deals,
    formatUtcDay(now),
    history.deals.length === 0 ? undefined : history.knownAfter,
  );
  const stages = groupPositions(compared.map(({ position }) => position));
  const partners = rankCoInvestors(history.deals, id).slice(0, maxInvestors);
  const names = partners.flatMap((one) => readKnownName('investor', one.id) ?? []);
  return buildBrief(
    {
      name: investor.name ?? 'Unnamed investor',
      line: [formatInvestorLine(investor), ...(investor.domain === null ? [] : [investor.domain])].join('; '),
      record: ['investor', id],
      sections: [
        { title: 'In short', basis: '', lines: listSummary(investor) },
        {
          title: 'Activity',
          basis: 'From the investor’s record; pace from its unlocked deals.',
          lines: listActivity(investor, history, now),
        },
        {
          title: 'Deals by quarter',
          basis,
          lines: quarters.map(({ name, deals }) => [name, formatCount(deals, 'deal')]),
          figure: <QuartersFigure quarters={quarters} />,
        },
        ...listFocus(investor),
        {
          title: 'Invests with',
          basis,
          lines: partners.flatMap((one): BriefLine[] => {
            const name = readKnownName('investor', one.id);
            return name === undefined ? [] : [[name, formatCount(one.deals, 'shared deal')]];
          }),
        },
        {
          title: 'Round sizes against the market',
          basis: `${peersBasis} The line is the median of its own.`,
          lines: stages.map(describePositions),
          figure: <PositionTable stages={stages} />,
        },
        {
          title: 'People',
          basis: 'Unlocked people, and partners that its rounds name.',
          lines: listPeopleLines(people),
        },
        { title: 'Recent deals', basis, lines: history.deals.slice(0, maxDeals).map(formatDealLine) },
      ],
      missing: [...listMissingDeals(history), ...listMissingNames(history, partners.length - names.length)],
      fetched: [
        ['The investor’s record', unlockedInvestors.readTime(id)],
        ['Its deals', history.at],
      ],
    },
    now,
  );
}

const listSummary = (investor: InvestorRecord): BriefLine[] => [
  ...listLine('About', investor.description),
  ...listLine('Stages', investor.investment_stage),
  ...listLine('Email', investor.contact_email),
  ...listLine('Phone', investor.contact_phone),
  ...listLine('LinkedIn', investor.linkedin),
];

function listActivity(investor: InvestorRecord, { deals, at, knownAfter }: DealHistoryState, now: number): BriefLine[] {
  const today = formatUtcDay(at ?? now);
  const pace = measurePace(deals, today, deals.length === 0 ? undefined : knownAfter);
  return [
    ...listLine('Latest deal', investor.most_recent_deal_date && formatDayOf(investor.most_recent_deal_date)),
    ['Led, all time', formatLeadShare(investor.lead_deal_count, investor.total_deal_count)],
    ['Led, 12 months', formatLeadShare(investor.lead_deal_count_last_12_months, investor.deal_count_last_12_months)],
    ...(pace.now === null ? [] : listLine('Pace', formatPace(pace))),
  ];
}

function listFocus(investor: InvestorRecord): BriefSection[] {
  const basis = 'By number of deals.';
  const listCounts = (all: readonly { readonly name: string | null; readonly count: number | null }[] | null) =>
    (all ?? []).flatMap(({ name, count }): BriefLine[] =>
      name === null ? [] : [[name, formatCount(count ?? 0, 'deal')]],
    );
  const rounds = investor.top_round_types?.map(({ type, count }) => ({ name: formatCountedType(type), count })) ?? null;
  return [
    { title: 'Industries', basis, lines: listCounts(investor.top_industries) },
    { title: 'Locations', basis, lines: listCounts(investor.top_locations) },
    { title: 'Round types', basis, lines: listCounts(rounds) },
  ];
}

function formatDealLine(deal: DealRecord): BriefLine {
  const company = deal.company_id === null ? undefined : readKnownName('company', deal.company_id);
  return [
    formatDayOf(deal.date),
    `${company ?? 'locked company'}, ${formatRoundType(toRound(deal))}, ${formatRaised(deal)}`,
  ];
}

function listMissingDeals({ deals, total, whole }: DealHistoryState): string[] {
  if (whole) return [];
  if (total === null) return ['The total number of deals is not known.'];
  return deals.length === 0
    ? [`All ${formatCount(total, 'deal')}, so recent deals, pace and co-investors are missing.`]
    : [`${formatCount(total - deals.length, 'deal')} of ${total.toLocaleString('en-US')}.`];
}

function listMissingNames({ deals }: DealHistoryState, investors: number): string[] {
  const companies = new Set(
    deals
      .slice(0, maxDeals)
      .flatMap(({ company_id: id }) => (id !== null && readKnownName('company', id) === undefined ? [id] : [])),
  ).size;
  return [
    ...(companies > 0 ? [`The names of ${formatCount(companies, 'company', 'companies')} in these deals.`] : []),
    ...(investors > 0 ? [`The names of ${formatCount(investors, 'investor')} that invest with it.`] : []),
  ];
}
