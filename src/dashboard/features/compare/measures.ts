import { searchCompanies } from '#contract/companies.ts';
import { calculatePrice } from '#contract/credits.ts';
import { searchInvestors } from '#contract/investors.ts';
import { unlockCompanies, unlockInvestors } from '../../library/records/unlock.ts';
import {
  type CompanyRecord,
  type InvestorRecord,
  unlockedCompanies,
  unlockedInvestors,
} from '../../library/records/records.ts';
import type { StatusKind } from '../../library/status/marks.ts';
import { toDay, formatMoney, shortenId } from '../../platform/format.ts';
import { formatRoundType } from '../../platform/rounds.ts';
import type { ComparedKind } from '../../search/record/compare-address.ts';
import { type ProfileKind, readRecordName } from '../../search/record/profile-link.tsx';
import { type Measure, type Section, toRow, findTopRows } from './scale.ts';

const buildFigure = (count: number): string => count.toLocaleString('en-US');
const formatDayText = (moment: string | null): string | null => {
  const day = toDay(moment);
  return day === undefined ? null : `${day} UTC`;
};
const formatEmployees = (range: string | null): string | null => range?.replace('-', '–') ?? null;

type Placed = Pick<InvestorRecord, 'location'>;
const toPlace = ({ location }: Placed): string =>
  [location?.city, location?.state, location?.country].flatMap((place) => place?.name ?? []).join(', ');

const formatShare = ({ lead_deal_count: led, total_deal_count: all }: InvestorRecord): number | null =>
  led === null || all === null || all === 0 ? null : (led / all) * 100;

const investorFigures: readonly Measure<InvestorRecord>[] = [
  { name: 'Deals', figure: (investor) => investor.total_deal_count, toText: buildFigure },
  { name: 'Led', figure: (investor) => investor.lead_deal_count, toText: buildFigure },
  { name: 'Share led', figure: formatShare, toText: (share) => `${Math.round(share)} %`, full: 100 },
  { name: 'Deals, last 12 months', figure: (investor) => investor.deal_count_last_12_months, toText: buildFigure },
  { name: 'Led, last 12 months', figure: (investor) => investor.lead_deal_count_last_12_months, toText: buildFigure },
];

const investorFacts: readonly Measure<InvestorRecord>[] = [
  { name: 'Latest deal', text: (investor) => formatDayText(investor.most_recent_deal_date) },
  { name: 'Office', text: toPlace },
  { name: 'Stages', text: (investor) => investor.investment_stage },
  { name: 'Employees', text: (investor) => formatEmployees(investor.num_employees) },
];

const companyFigures: readonly Measure<CompanyRecord>[] = [
  { name: 'Total raised', figure: ({ total_raised: usd }) => usd, toText: formatMoney, missing: 'Undisclosed' },
  {
    name: 'Latest valuation',
    figure: (company) => company.latest_valuation_usd,
    toText: formatMoney,
    missing: 'Undisclosed',
  },
  {
    name: 'Latest round, size',
    figure: (company) => company.latest_deal?.total_round_raised ?? null,
    toText: formatMoney,
    missing: 'Undisclosed',
  },
  { name: 'Rounds', figure: (company) => company.num_funding_rounds, toText: buildFigure },
  { name: 'Investors', figure: (company) => company.num_investors, toText: buildFigure },
];

const companyFacts: readonly Measure<CompanyRecord>[] = [
  { name: 'Latest round', text: ({ latest_deal: deal }) => (deal ? formatRoundType(deal) : 'None') },
  { name: 'Announced', text: ({ latest_deal: deal }) => formatDayText(deal?.date ?? null) },
  { name: 'Valuation as of', text: (company) => formatDayText(company.latest_valuation_date) },
  { name: 'Place', text: toPlace },
  { name: 'Industries', text: ({ industries }) => (industries ?? []).flatMap(({ name }) => name ?? []).join(', ') },
  { name: 'Employees', text: (company) => formatEmployees(company.num_employees) },
  { name: 'Listed', text: ({ ipo_status: status }) => status },
];

const onScale = 'Each row has one scale that begins at zero.';

/** The measures of these records side by side; locked records have blank cells. */
export function buildSections(of: ComparedKind, ids: readonly string[]): Section[] {
  return of === 'investors'
    ? buildInvestorSections(ids.map((id) => unlockedInvestors.read(id)))
    : buildCompanySections(ids.map((id) => unlockedCompanies.read(id)));
}

function buildInvestorSections(records: readonly (InvestorRecord | undefined)[]): Section[] {
  const basis = 'Number of deals; a service names at most five, so that “not named” is no zero.';
  const tops: readonly Section[] = [
    { title: 'Industries', basis, rows: findTopRows((investor) => investor.top_industries, records) },
    { title: 'Places', basis, rows: findTopRows((investor) => investor.top_locations, records) },
    { title: 'Rounds', basis, rows: findTopRows(listRounds, records) },
  ];
  return [
    { title: 'Activity', basis: onScale, rows: investorFigures.map((measure) => toRow(measure, records)) },
    { title: 'Facts', rows: investorFacts.map((measure) => toRow(measure, records)) },
    ...tops.filter(({ rows }) => rows.length > 0),
  ];
}

const listRounds = ({ top_round_types: rounds }: InvestorRecord) =>
  rounds?.map(({ type, count }) => ({ name: formatRoundType({ type }), count })) ?? null;

const buildCompanySections = (records: readonly (CompanyRecord | undefined)[]): Section[] => [
  {
    title: 'Money',
    basis: `${onScale} Amounts are US dollars.`,
    rows: companyFigures.map((measure) => toRow(measure, records)),
  },
  { title: 'Facts', rows: companyFacts.map((measure) => toRow(measure, records)) },
];

/** Names of each kind of record, its store, and how it is unlocked. */
export const comparedKind = {
  investors: {
    title: 'Investors',
    one: 'investor',
    many: 'investors',
    named: 'investor',
    marked: 'investor',
    owned: unlockedInvestors,
    buy: unlockInvestors,
    calculatePrice: (rows: number) => calculatePrice(searchInvestors.cost, rows),
  },
  companies: {
    title: 'Companies',
    one: 'company',
    many: 'companies',
    named: 'company',
    marked: 'company',
    owned: unlockedCompanies,
    buy: unlockCompanies,
    calculatePrice: (rows: number) => calculatePrice(searchCompanies.cost, rows),
  },
} as const satisfies Record<ComparedKind, { named: ProfileKind; marked: StatusKind } & Record<string, unknown>>;

/** What a record is called, and its short id where no name is known. */
export const toName = (of: ComparedKind, id: string): string =>
  readRecordName(comparedKind[of].named, id) ?? `${comparedKind[of].one} ${shortenId(id)}`;
