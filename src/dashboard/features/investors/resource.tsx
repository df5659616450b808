import { daysBefore, type Template } from '../../search/resource/template.ts';
import { investorCatalogue } from '#contract/investor-filters.ts';
import { searchInvestors } from '#contract/investors.ts';
import { type InvestorRecord, unlockedInvestors } from '../../library/records/records.ts';
import { DayCell, NameCell, PartCell, TwoLines } from '../../search/record/cells.tsx';
import type { Figures, Resource, Sort } from '../../search/resource/resource.ts';
import {
  buildInvestorRow,
  findInvestors,
  formatPlaceName,
  investorChart,
  investorColumns,
  investorExport,
  type InvestorRow,
} from './columns.tsx';

const seed = [
  { type: 'SEED', pre: false, extension: false },
  { type: 'SEED', pre: true, extension: false },
];

/** Search templates for investors. */
export const investorTemplates: readonly Template[] = [
  {
    title: 'Investors for a seed climate company in the Nordics',
    use: 'Fundraising',
    wanted: {
      company_location: { field: 'location', names: [{ name: 'Nordics', kind: 'REGION' }] },
      industry: { field: 'industry', names: [{ name: 'Climate tech', kind: 'SUPER_CATEGORY' }] },
    },
    values: (today) => ({
      round: seed,
      from: daysBefore(today, 3 * 365),
      to: daysBefore(today, 0),
      sort: 'matching_deals',
      rows: 10,
    }),
  },
  {
    title: 'Investors that led two or more fintech rounds in the last two years',
    use: 'Fundraising',
    wanted: { industry: { field: 'industry', names: [{ name: 'Financial technology', kind: 'INDUSTRY' }] } },
    values: (today) => ({
      led: true,
      least: 2,
      from: daysBefore(today, 2 * 365),
      to: daysBefore(today, 0),
      sort: 'matching_deals',
    }),
  },
  {
    title: 'The most active investors of the last 12 months',
    use: 'Research',
    wanted: {},
    values: () => ({ sort: 'recent_deals' }),
  },
];

const figureOf = (read: (investor: InvestorRecord, figures: Figures | undefined) => number | null) => {
  return (id: string, figures: Figures | undefined) => {
    const investor = unlockedInvestors.read(id);
    return investor ? read(investor, figures) : null;
  };
};

const sorts: readonly Sort[] = [
  {
    value: 'most_recent_deal',
    column: 'latest',
    direction: 'descending',
    figure: figureOf(({ most_recent_deal_date: date }) => (date === null ? null : Date.parse(date))),
  },
  {
    value: 'recent_deals',
    column: 'recent',
    direction: 'descending',
    figure: figureOf((investor) => investor.deal_count_last_12_months),
  },
  {
    value: 'deals_led_ltm',
    column: 'recent-led',
    direction: 'descending',
    figure: figureOf((investor) => investor.lead_deal_count_last_12_months),
  },
  { value: 'total_deals', direction: 'descending', figure: figureOf((investor) => investor.total_deal_count) },
  {
    value: 'matching_deals',
    column: 'deals',
    direction: 'descending',
    figure: figureOf(({ total_deal_count: total }, figures) => {
      const matching = figures?.['filtered_deal_count'];
      return typeof matching === 'number' ? matching : total;
    }),
  },
];

/** Investors, as the search screen knows them. */
export const investors: Resource<InvestorRow> = {
  ...investorCatalogue,
  marked: 'investor',
  sorts,
  templates: investorTemplates,
  owned: unlockedInvestors,
  cost: searchInvestors.cost,
  chart: investorChart,
  find: findInvestors,
  toRow: buildInvestorRow,
  columns: investorColumns,
  exported: investorExport,
  item: (row) => (
    <TwoLines
      first={<NameCell name={row.investor.name} />}
      figure={<PartCell part={row.matching} of={row.investor.total_deal_count} />}
      second={
        <>
          <DayCell moment={row.investor.most_recent_deal_date} />
          <span className="truncate">{formatPlaceName(row)}</span>
        </>
      }
    />
  ),
  formatTitle: ({ investor }) => investor.name ?? 'Investor',
  emptyMessage: 'Remove or broaden a filter. The portfolio filters all describe one deal and its company.',
};
