import { unlockedCompanies } from '../../library/records/records.ts';
import { toDay } from '../../platform/format.ts';
import { formatRoundType } from '../../platform/rounds.ts';
import {
  CountCell,
  DayCell,
  MoneyCell,
  NameCell,
  EmptyCell,
  RelevanceCell,
  RoundBadge,
  TextCell,
} from '../../search/record/cells.tsx';
import { NameLinks } from '../../search/record/profile-link.tsx';
import { formatIndustries } from '../../search/record/facts.tsx';
import type { ExportColumn, ResourceChart } from '../../search/resource/resource.ts';
import type { GridColumn } from '../../search/table/grid-column.ts';
import type { CompanyRow } from './rows.ts';

export const formatPlaceName = ({ company: { location } }: CompanyRow): string | null =>
  location?.city?.name ?? location?.state?.name ?? location?.country?.name ?? null;
const listInvestorNames = ({ investors }: CompanyRow): string => investors.map(({ name }) => name).join(', ');
const getLatestRound = ({ company }: CompanyRow): string | null =>
  company.latest_deal ? formatRoundType(company.latest_deal) : null;

/** The columns of the companies table. */
export const companyColumns: readonly GridColumn<CompanyRow>[] = [
  {
    id: 'name',
    header: 'Company',
    look: { width: 140, grow: 1.1 },
    cell: ({ id, company }) => <NameCell name={company.name} of={{ kind: 'company', id }} companyId={id} />,
    key: ({ company }) => company.name,
  },
  {
    id: 'similarity',
    header: 'Relevance',
    look: { width: 106, align: 'end', from: 900 },
    cell: ({ similarity }) => <RelevanceCell relevance={similarity} />,
    key: ({ similarity }) => similarity,
  },
  {
    id: 'location',
    header: 'Location',
    look: { width: 116, from: 560 },
    cell: (row) => <TextCell text={formatPlaceName(row)} />,
    key: formatPlaceName,
  },
  {
    id: 'round',
    header: 'Latest round',
    look: { width: 150 },
    cell: ({ company }) =>
      company.latest_deal ? <RoundBadge round={company.latest_deal} /> : <EmptyCell words="no round" />,
    key: getLatestRound,
  },
  {
    id: 'announced',
    header: 'Announced',
    look: { width: 104 },
    cell: ({ company }) => <DayCell moment={company.latest_deal?.date} />,
    key: ({ company }) => toDay(company.latest_deal?.date ?? null) ?? null,
  },
  {
    id: 'raised',
    header: 'Total raised',
    look: { width: 104, align: 'end' },
    cell: ({ company }) => <MoneyCell usd={company.total_raised} />,
    key: ({ company }) => company.total_raised,
  },
  {
    id: 'valuation',
    header: 'Valuation',
    look: { width: 98, align: 'end', from: 760 },
    cell: ({ company }) => <MoneyCell usd={company.latest_valuation_usd} />,
    key: ({ company }) => company.latest_valuation_usd,
  },
  {
    id: 'rounds',
    header: 'Rounds',
    look: { width: 76, align: 'end', from: 1080 },
    cell: ({ company }) => <CountCell count={company.num_funding_rounds} />,
    key: ({ company }) => company.num_funding_rounds,
  },
  {
    id: 'employees',
    header: 'Employees',
    look: { width: 96, from: 1180 },
    cell: ({ company }) => <TextCell text={company.num_employees?.replace('-', '–')} />,
    key: ({ company }) => Number.parseInt(company.num_employees ?? '', 10),
  },
  {
    id: 'industries',
    header: 'Industries',
    look: { width: 150, grow: 1, from: 1000 },
    cell: (row) => <TextCell text={formatIndustries(row.company)} />,
    key: (row) => formatIndustries(row.company) || null,
  },
  {
    id: 'investors',
    header: 'Investors',
    look: { width: 150, off: true },
    cell: ({ investors }) =>
      investors.length === 0 ? (
        <EmptyCell words="names locked" />
      ) : (
        <span className="truncate">
          <NameLinks kind="investor" names={investors} tabIndex={-1} />
        </span>
      ),
    key: (row) => listInvestorNames(row) || null,
  },
  {
    id: 'domain',
    header: 'Domain',
    look: { width: 140, off: true },
    cell: ({ company }) => <TextCell text={company.domain} />,
    key: ({ company }) => company.domain,
  },
  {
    id: 'description',
    header: 'Description',
    look: { width: 260, off: true },
    cell: ({ company }) => <TextCell text={company.short_description} />,
    key: ({ company }) => company.short_description,
  },
];

/** The columns of an exported file. */
export const companyExport: readonly ExportColumn<CompanyRow>[] = [
  ['company_id', ({ id }) => id],
  ['name', ({ company }) => company.name],
  ['legal_name', ({ company }) => company.legal_name],
  ['domain', ({ company }) => company.domain],
  ['linkedin', ({ company }) => company.linkedin],
  ['crunchbase', ({ company }) => company.crunchbase],
  ['city', ({ company }) => company.location?.city?.name],
  ['country', ({ company }) => company.location?.country?.name],
  ['industries', ({ company }) => formatIndustries(company)],
  ['employees', ({ company }) => company.num_employees],
  ['ipo_status', ({ company }) => company.ipo_status],
  ['latest_round', getLatestRound],
  ['latest_round_utc', ({ company }) => toDay(company.latest_deal?.date ?? null)],
  ['latest_round_usd', ({ company }) => company.latest_deal?.total_round_raised],
  ['total_raised_usd', ({ company }) => company.total_raised],
  ['latest_valuation_usd', ({ company }) => company.latest_valuation_usd],
  ['funding_rounds', ({ company }) => company.num_funding_rounds],
  ['investors_count', ({ company }) => company.num_investors],
  ['investors', listInvestorNames],
  ['investor_ids', ({ company }) => company.all_investor_ids?.join('; ')],
  ['relevance', ({ similarity }) => similarity],
  ['description', ({ company }) => company.short_description],
];

/** How companies are charted: date, round and amount are those of the latest round. */
export const companyChart: ResourceChart = {
  read(id) {
    const company = unlockedCompanies.read(id);
    if (!company) return undefined;
    const { latest_deal: deal } = company;
    return {
      moment: deal?.date ?? null,
      round: deal ? { type: deal.type, pre: deal.pre } : null,
      usd: deal?.total_round_raised ?? null,
      industries: company.industries,
      place: company.location?.country?.name ?? null,
      employees: company.num_employees,
    };
  },
  divisions: [
    { by: 'month', basis: 'By the day of the latest round, in UTC.', none: 'No date' },
    { by: 'quarter', basis: 'By the day of the latest round, in UTC.', none: 'No date' },
    { by: 'round', basis: 'By the latest round; extensions with their round.', none: 'No round' },
    { by: 'industry', basis: 'A company counts in each of its industries.', none: 'Not known' },
    { by: 'place', basis: 'By the country of the company.', none: 'Not known' },
    { by: 'size', basis: 'By what the latest round raised, in US dollars.', none: 'Undisclosed' },
    { by: 'employees', basis: 'By the number of employees.', none: 'Not known' },
  ],
  amount: { name: 'Raised in latest rounds', basis: 'Disclosed amounts of latest rounds in US dollars.' },
  dayColumn: 'announced',
  activity: {
    keys: ['from', 'to'],
    basis: 'Companies whose latest round was announced in each period, in UTC, counted by the service.',
  },
};
