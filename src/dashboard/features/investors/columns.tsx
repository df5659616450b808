import { type InvestorRecord, unlockedInvestors } from '../../library/records/records.ts';
import { toDay } from '../../platform/format.ts';
import { CountCell, DayCell, NameCell, PartCell, TextCell } from '../../search/record/cells.tsx';
import type { ExportColumn, Figures, ResultPage, ResourceChart } from '../../search/resource/resource.ts';
import type { GridColumn } from '../../search/table/grid-column.ts';
import { searchInvestors } from '#contract/investors.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { addResultPage } from '../../search/fetch/search-results.ts';
import type { Section } from '../../search/query/search-query.ts';
import { clearInvestorMatches } from '../../search/record/load-investor.ts';

export const formatPlaceName = ({ investor: { location } }: InvestorRow): string | null =>
  location?.city?.name ?? location?.state?.name ?? location?.country?.name ?? null;
const toNames = (top: readonly { readonly name: string | null }[] | null): string =>
  (top ?? []).flatMap(({ name }) => name ?? []).join(', ');
const formatIndustryNames = ({ investor }: InvestorRow): string => toNames(investor.top_industries);

/** The columns of the investors table; counts of matching deals are shown next to the totals. */
export const investorColumns: readonly GridColumn<InvestorRow>[] = [
  {
    id: 'name',
    header: 'Investor',
    look: { width: 150, grow: 1.2 },
    cell: ({ id, investor, matching }) => (
      <NameCell name={investor.name} of={{ kind: 'investor', id, within: matching !== null }} />
    ),
    key: ({ investor }) => investor.name,
  },
  {
    id: 'location',
    header: 'Office',
    look: { width: 116, from: 600 },
    cell: (row) => <TextCell text={formatPlaceName(row)} />,
    key: formatPlaceName,
  },
  {
    id: 'latest',
    header: 'Latest deal',
    look: { width: 104 },
    cell: ({ investor }) => <DayCell moment={investor.most_recent_deal_date} />,
    key: ({ investor }) => toDay(investor.most_recent_deal_date) ?? null,
  },
  {
    id: 'deals',
    header: 'Deals',
    look: { width: 120, align: 'end' },
    cell: ({ matching, investor }) => <PartCell part={matching} of={investor.total_deal_count} />,
    key: ({ matching, investor }) => matching ?? investor.total_deal_count,
  },
  {
    id: 'led',
    header: 'Led',
    look: { width: 112, align: 'end', from: 700 },
    cell: ({ matchingLed, investor }) => <PartCell part={matchingLed} of={investor.lead_deal_count} />,
    key: ({ matchingLed, investor }) => matchingLed ?? investor.lead_deal_count,
  },
  {
    id: 'recent',
    header: 'Last 12 months',
    look: { width: 116, align: 'end', from: 760 },
    cell: ({ investor }) => <CountCell count={investor.deal_count_last_12_months} />,
    key: ({ investor }) => investor.deal_count_last_12_months,
  },
  {
    id: 'recent-led',
    header: 'Led, 12 months',
    look: { width: 112, align: 'end', from: 1030 },
    cell: ({ investor }) => <CountCell count={investor.lead_deal_count_last_12_months} />,
    key: ({ investor }) => investor.lead_deal_count_last_12_months,
  },
  {
    id: 'industries',
    header: 'Top industries',
    look: { width: 150, grow: 1.2, from: 640 },
    cell: (row) => <TextCell text={formatIndustryNames(row)} />,
    key: (row) => formatIndustryNames(row) || null,
  },
  {
    id: 'stage',
    header: 'Stages',
    look: { width: 150, off: true },
    cell: ({ investor }) => <TextCell text={investor.investment_stage} />,
    key: ({ investor }) => investor.investment_stage,
  },
  {
    id: 'employees',
    header: 'Employees',
    look: { width: 96, off: true },
    cell: ({ investor }) => <TextCell text={investor.num_employees?.replace('-', '–')} />,
    key: ({ investor }) => Number.parseInt(investor.num_employees ?? '', 10),
  },
  {
    id: 'domain',
    header: 'Domain',
    look: { width: 140, off: true },
    cell: ({ investor }) => <TextCell text={investor.domain} />,
    key: ({ investor }) => investor.domain,
  },
];

/** The columns of an exported file. */
export const investorExport: readonly ExportColumn<InvestorRow>[] = [
  ['investor_id', ({ id }) => id],
  ['name', ({ investor }) => investor.name],
  ['domain', ({ investor }) => investor.domain],
  ['linkedin', ({ investor }) => investor.linkedin],
  ['crunchbase', ({ investor }) => investor.crunchbase],
  ['contact_email', ({ investor }) => investor.contact_email],
  ['contact_phone', ({ investor }) => investor.contact_phone],
  ['city', ({ investor }) => investor.location?.city?.name],
  ['country', ({ investor }) => investor.location?.country?.name],
  ['employees', ({ investor }) => investor.num_employees],
  ['stages', ({ investor }) => investor.investment_stage],
  ['latest_deal_utc', ({ investor }) => toDay(investor.most_recent_deal_date)],
  ['deals', ({ investor }) => investor.total_deal_count],
  ['deals_led', ({ investor }) => investor.lead_deal_count],
  ['deals_last_12_months', ({ investor }) => investor.deal_count_last_12_months],
  ['deals_led_last_12_months', ({ investor }) => investor.lead_deal_count_last_12_months],
  ['matching_deals', ({ matching }) => matching],
  ['matching_deals_led', ({ matchingLed }) => matchingLed],
  ['top_industries', formatIndustryNames],
  ['top_locations', ({ investor }) => toNames(investor.top_locations)],
  ['description', ({ investor }) => investor.description],
];

/** How investors are charted; they have no amounts. */
export const investorChart: ResourceChart = {
  read(id) {
    const investor = unlockedInvestors.read(id);
    return (
      investor && {
        moment: investor.most_recent_deal_date,
        rounds: investor.top_round_types,
        industries: investor.top_industries,
        place: investor.location?.country?.name ?? null,
        employees: investor.num_employees,
      }
    );
  },
  divisions: [
    { by: 'month', basis: 'By the day of the latest deal, in UTC.', none: 'No date' },
    { by: 'quarter', basis: 'By the day of the latest deal, in UTC.', none: 'No date' },
    {
      by: 'round',
      basis: 'An investor counts in each of its most frequent round types, five at most.',
      none: 'Not known',
    },
    {
      by: 'industry',
      basis: 'An investor counts in each of its most frequent industries, five at most.',
      none: 'Not known',
    },
    { by: 'place', basis: 'By the country of the office.', none: 'Not known' },
    { by: 'employees', basis: 'By the number of people at the investor.', none: 'Not known' },
  ],
  dayColumn: 'latest',
  activity: {
    keys: ['from', 'to'],
    basis: 'Investors with a matching deal in each period, in UTC, counted by the service.',
  },
};

/** An investor as a row of the table, with the deals that match the portfolio filters of the search, or null. */
export type InvestorRow = {
  readonly id: string;
  readonly investor: InvestorRecord;
  readonly matching: number | null;
  readonly matchingLed: number | null;
};

const readCount = (figure: number | string | null | undefined) => (typeof figure === 'number' ? figure : null);

/** The row of one investor; undefined where it is not unlocked. `figures` are those of the search. */
export function buildInvestorRow(id: string, figures?: Figures): InvestorRow | undefined {
  const investor = unlockedInvestors.read(id);
  if (!investor) return undefined;
  return {
    id,
    investor,
    matching: readCount(figures?.['filtered_deal_count']),
    matchingLed: readCount(figures?.['filtered_lead_count']),
  };
}

/** Fetches one page of a search. Counts of matching deals are stored with the results, not with the investor. */
export async function findInvestors(authorization: SpendAuthorization, body: Section): Promise<ResultPage> {
  const response = await sendPaid(authorization, searchInvestors, { body });
  const { investors } = response.data;
  const figures = Object.fromEntries(
    (investors ?? []).map(({ id, filtered_deal_count, filtered_lead_count }) => [
      id,
      { filtered_deal_count, filtered_lead_count },
    ]),
  );
  return addResultPage(searchInvestors, response, investors?.map(clearInvestorMatches), unlockedInvestors, figures);
}
