import { investorCatalogue } from '#contract/investor-filters.ts';
import { searchInvestors } from '#contract/investors.ts';
import { unlockedInvestors, type InvestorRecord } from '../../library/records/records.ts';
import { DayCell, NameCell, PartCell, TwoLines } from '../../search/record/cells.tsx';
import type { Figures, Resource, Sort } from '../../search/resource/resource.ts';
import { investorTemplates } from './templates.ts';
import { findInvestors, type InvestorRow, buildInvestorRow } from './rows.ts';
import { investorChart, investorColumns, investorExport, formatPlaceName } from './columns.tsx';

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
  {
    value: 'total_deals',
    direction: 'descending',
    figure: figureOf((investor) => investor.total_deal_count),
  },
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

/** Investment firms, as the search screen knows them. */
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
  formatTitle: ({ investor }) => investor.name ?? 'Firm',
  emptyWords: 'Remove or broaden a filter. The portfolio filters all describe one deal and its company.',
};
