import { toCount, toDay, toFullMoney } from '../../platform/format.ts';
import { readNamed } from '../../search/lookups/known-names.ts';
import { toNativeText, toSizeText, toValuationText } from '../../search/profile/amounts.ts';
import { toBrief, type Brief, type BriefLine } from '../../search/profile/brief.ts';
import { toBasis } from '../../search/profile/history.ts';
import type { WatchedHistory } from '../../search/profile/use-history.ts';
import {
  unlockedArticles,
  unlockedCompanies,
  unlockedLineups,
  unlockedPeople,
  type DealRecord,
} from '../../library/records/records.ts';
import { toRoundName } from '../../platform/rounds.ts';
import { toBackers } from './backers.ts';
import { toHeadLine } from './profile-words.ts';
import { toTimeline, type TimelineRound } from './rounds.ts';
import { toIndustryNames, type CompanyRow } from './rows.ts';

/** How many of each list one page holds. */
const mostRounds = 8;
const mostFirms = 12;
const mostArticles = 4;

/** A company on one page, from its record and what is owned of its rounds. */
export function toCompanyBrief(row: CompanyRow, history: WatchedHistory, now: number): Brief {
  const { id, company } = row;
  const rounds = toTimeline(company, history.deals);
  const backers = toBackers(company.all_investor_ids ?? [], history.deals);
  const unnamed = backers.filter((firm) => readNamed('firm', firm.id) === undefined).length;
  return toBrief(
    {
      name: company.name ?? 'Unnamed company',
      line: [toHeadLine(row), ...(company.domain === null ? [] : [company.domain])].join('; '),
      marked: ['company', id],
      sections: [
        { title: 'In short', basis: '', lines: toShort(row) },
        { title: 'Figures', basis: 'The company’s record.', lines: toFigures(row) },
        {
          title: 'Rounds',
          basis:
            history.deals.length === 0 ? 'The latest one, from the company’s record.' : `${toBasis(history, 'round')}.`,
          lines: rounds.slice(0, mostRounds).map(toRoundLine),
        },
        {
          title: 'Investors',
          basis: 'Firms of all rounds, from the company’s record.',
          lines: backers.slice(0, mostFirms).flatMap((firm): BriefLine[] => {
            const name = readNamed('firm', firm.id);
            if (name === undefined) return [];
            return [[name, firm.rounds > 0 ? toCount(firm.rounds, 'owned round') : 'in an earlier round']];
          }),
        },
        { title: 'People', basis: 'RecordStore people who work there now.', lines: toPeopleLines(id) },
        { title: 'Articles', basis: 'Of the owned rounds.', lines: toArticleLines(history.deals) },
      ],
      missing: toMissing(history, unnamed),
      answered: [
        ['The company’s record', unlockedCompanies.readTime(id)],
        ['Its rounds', history.at],
      ],
    },
    now,
  );
}

const toLine = (name: string, text: string | null | undefined): BriefLine[] => (text ? [[name, text]] : []);

const toShort = (row: CompanyRow): BriefLine[] => [
  ...toLine('About', row.company.long_description),
  ...toLine('Industries', toIndustryNames(row)),
  ...toLine('LinkedIn', row.company.linkedin),
];

function toFigures({ company }: CompanyRow): BriefLine[] {
  const toUsd = (usd: number | null) => (usd === null ? 'undisclosed' : toFullMoney(usd, 'USD'));
  const valued = toDay(company.latest_valuation_date);
  return [
    ...toLine('Employees', company.num_employees?.replace('-', '–')),
    ...toLine('Stock market', company.ipo_status),
    ['Raised in all', toUsd(company.total_raised)],
    ['Valuation', [toUsd(company.latest_valuation_usd), ...(valued ? [`${valued} (UTC)`] : [])].join(', ')],
    ...toLine('Funding rounds', company.num_funding_rounds?.toLocaleString('en-US')),
    ...toLine('Investors', company.num_investors?.toLocaleString('en-US')),
  ];
}

function toRoundLine({ deal, isPartial }: TimelineRound): BriefLine {
  const leads = (unlockedLineups.read(deal.id)?.firms ?? []).flatMap(({ name, lead_investor: lead }) =>
    lead === true && name !== null ? [name] : [],
  );
  const parts = [
    toRoundName({ ...deal, type: deal.round_type }),
    toSizeText(deal.total_round_raised),
    toNativeText(deal),
    isPartial ? '' : `valuation ${toValuationText(deal)}`,
    leads.length > 0 ? `led by ${leads.join(' and ')}` : '',
  ];
  return [toDay(deal.date) ?? 'no date', parts.filter((part) => part !== '').join(', ')];
}

const toPeopleLines = (companyId: string): BriefLine[] =>
  unlockedPeople
    .all()
    .rows.flatMap(({ row: { name, title, current_company: company } }) =>
      company?.id === companyId && name !== null ? [[name, title ?? 'title not known'] as const] : [],
    )
    .toSorted(([one], [other]) => one.localeCompare(other));

const toArticleLines = (deals: readonly DealRecord[]): BriefLine[] =>
  deals
    .flatMap(({ id }) => unlockedArticles.read(id)?.articles ?? [])
    .flatMap(({ link, date }): BriefLine[] => (link === null ? [] : [[date ?? 'no date', link]]))
    .slice(0, mostArticles);

function toMissing({ deals, total, whole }: WatchedHistory, unnamed: number): string[] {
  const lineups = deals.filter(
    ({ id, investor_ids: firms }) => (firms ?? []).length > 0 && !unlockedLineups.read(id),
  ).length;
  return [
    ...(whole || total === null
      ? []
      : [`${toCount(total - deals.length, 'round')} of ${total.toLocaleString('en-US')}.`]),
    ...(lineups > 0 ? [`Leads and partners of ${toCount(lineups, 'round')}.`] : []),
    ...(unnamed > 0 ? [`The names of ${toCount(unnamed, 'firm')}.`] : []),
  ];
}
