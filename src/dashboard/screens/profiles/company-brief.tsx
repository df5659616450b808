import { formatPosition } from '../searches/kit/record/round-position.tsx';
import { useNow } from '../../platform/ui/use-browser.ts';
import { useLibraryVersion } from '../../records/record-store.ts';
import {
  type CompanyRecord,
  type DealRecord,
  unlockedArticles,
  unlockedCompanies,
  unlockedPeople,
  unlockedRoundInvestors,
} from '../../records/records.ts';
import { capitalize, formatCount, formatDayOf, formatEmployees } from '../../platform/format.ts';
import { formatRoundType, toRound } from '../../platform/rounds.ts';
import { formatLatestValuation, formatRaised, formatValuation } from '../searches/kit/record/amounts.ts';
import { formatIndustries } from '../searches/kit/record/facts.tsx';
import {
  describeCoverage,
  useDealHistory,
  type DealHistoryState,
} from '../searches/kit/record/deal-history-section.tsx';
import { type BriefFacts, RoundSizesFigure } from './brief-figures.tsx';
import {
  type Brief,
  type BriefLine,
  BriefView,
  buildBrief,
  listLine,
  listPeopleLines,
  peersBasis,
} from './brief-view.tsx';
import { type NamedPerson, useNamedPeople } from './people-list.tsx';
import { useRoundPositions } from './round-positions.tsx';
import { formatCompanyLine, formatTotalOf } from './company-profile.tsx';
import { LockedProfile, ProfileAddress } from './profile-frame.tsx';
import { type TimelineRound, formatRoundsOf, rankBackers, buildTimeline } from './company-rounds.tsx';
import { readKnownName } from '../searches/kit/lookups/known-names.ts';

/** The one-page brief about the company in the address. */
export const CompanyBriefPage = () => (
  <ProfileAddress kind="company">{(id) => <CompanyBrief id={id} />}</ProfileAddress>
);

function CompanyBrief({ id }: { readonly id: string }) {
  useLibraryVersion();
  const now = useNow();
  const company = unlockedCompanies.read(id);
  const history = useDealHistory('company_deals', id, company?.num_funding_rounds ?? null);
  const rounds = company ? buildTimeline(company, history.deals) : [];
  const { compared } = useRoundPositions(rounds.slice(0, maxRounds).map(({ deal }) => deal));
  const people = useNamedPeople({ owner: { kind: 'company', id }, partners: listEmployees(id) }) ?? [];
  if (!company) return <LockedProfile kind="company" id={id} />;
  return (
    <BriefView
      brief={buildCompanyBrief(company, history, { now, compared, people })}
      back={{ to: '/companies/$id', id }}
    />
  );
}

/** How many lines fit on one page. */
const maxRounds = 8;
const maxInvestors = 8;
const maxArticles = 4;

/** A company on one page, from its record and its unlocked rounds. */
function buildCompanyBrief(
  company: CompanyRecord,
  history: DealHistoryState,
  { now, compared, people }: BriefFacts,
): Brief {
  const { id } = company;
  const rounds = buildTimeline(company, history.deals);
  const backers = rankBackers(company.all_investor_ids ?? [], rounds);
  const unnamed = backers.filter(({ kind, id: backer }) => readKnownName(kind, backer) === undefined).length;
  return buildBrief(
    {
      name: company.name ?? 'Unnamed company',
      line: [formatCompanyLine(company), ...(company.domain === null ? [] : [company.domain])].join('; '),
      record: ['company', id],
      sections: [
        { title: 'In short', basis: '', lines: listSummary(company) },
        {
          title: 'Figures',
          basis: 'From the company’s record.',
          lines: listFigures(company, rounds),
        },
        { title: 'People', basis: 'Unlocked people who work there now.', lines: listPeopleLines(people) },
        {
          title: 'Rounds',
          basis:
            history.deals.length === 0
              ? 'The latest round, from the company’s record.'
              : `${describeCoverage(history, 'round')}.`,
          lines: rounds.slice(0, maxRounds).map(formatRoundLine),
        },
        {
          title: 'Round sizes against the market',
          basis: `${peersBasis} The band is the middle half of them, the line their median.`,
          lines: compared.flatMap(({ deal, position }) =>
            listLine(formatDayOf(deal.date), capitalize(formatPosition(position) ?? '')),
          ),
          figure: <RoundSizesFigure rounds={compared} />,
        },
        {
          title: 'Investors',
          basis: 'Of all rounds.',
          lines: backers.slice(0, maxInvestors).flatMap((investor): BriefLine[] => {
            const name = readKnownName(investor.kind, investor.id);
            if (name === undefined) return [];
            return [[name, formatRoundsOf(investor) || 'in an earlier round']];
          }),
        },
        { title: 'Articles', basis: 'About these rounds.', lines: listArticles(history.deals) },
      ],
      missing: listMissing(history, unnamed),
      fetched: [
        ['The company’s record', unlockedCompanies.readTime(id)],
        ['Its rounds', history.at],
      ],
    },
    now,
  );
}

const listSummary = (company: CompanyRecord): BriefLine[] => [
  ...listLine('About', company.long_description),
  ...listLine('Industries', formatIndustries(company)),
  ...listLine('LinkedIn', company.linkedin),
];

function listFigures(company: CompanyRecord, rounds: readonly TimelineRound[]): BriefLine[] {
  return [
    ...listLine('Employees', formatEmployees(company.num_employees)),
    ...listLine('IPO status', company.ipo_status && capitalize(company.ipo_status)),
    ['Total raised', formatTotalOf(company, rounds)],
    ['Valuation', formatLatestValuation(company)],
    ...listLine('Funding rounds', company.num_funding_rounds?.toLocaleString('en-US')),
    ...listLine('Investors', company.num_investors?.toLocaleString('en-US')),
  ];
}

function formatRoundLine({ deal, isPartial }: TimelineRound): BriefLine {
  const leads = (unlockedRoundInvestors.read(deal.id)?.firms ?? []).flatMap(({ name, lead_investor: lead }) =>
    lead === true && name !== null ? [name] : [],
  );
  const parts = [
    formatRoundType(toRound(deal)),
    formatRaised(deal),
    deal.valuation && !isPartial ? `valuation ${formatValuation(deal)}` : '',
    leads.length > 0 ? `led by ${leads.join(' and ')}` : '',
  ];
  return [formatDayOf(deal.date), parts.filter((part) => part !== '').join(', ')];
}

const listEmployees = (companyId: string): NamedPerson[] =>
  Array.from(unlockedPeople.rows(), ({ row }) => row)
    .filter(({ name, current_company: company }) => company?.id === companyId && name !== null)
    .toSorted((one, other) => (one.name ?? '').localeCompare(other.name ?? ''));

const listArticles = (deals: readonly DealRecord[]): BriefLine[] =>
  deals
    .flatMap(({ id }) => unlockedArticles.read(id)?.articles ?? [])
    .flatMap(({ link, date }): BriefLine[] => (link === null ? [] : [[date ?? 'no date', link]]))
    .slice(0, maxArticles);

function listMissing({ deals, total, whole }: DealHistoryState, unnamed: number): string[] {
  const rounds = deals.filter(
    ({ id, investor_ids: investors }) => (investors ?? []).length > 0 && !unlockedRoundInvestors.read(id),
  ).length;
  return [
    ...(whole || total === null
      ? []
      : [`${formatCount(total - deals.length, 'round')} of ${total.toLocaleString('en-US')}.`]),
    ...(rounds > 0 ? [`Leads and partners of ${formatCount(rounds, 'round')}.`] : []),
    ...(unnamed > 0 ? [`The names of ${formatCount(unnamed, 'investor')}.`] : []),
  ];
}
