import { dealCatalogue } from '#contract/deal-filters.ts';
import { searchDeals } from '#contract/deals.ts';
import { unlockedDeals, type DealRecord } from '../../library/records/records.ts';
import type { Resource, Sort } from '../../search/resource/resource.ts';
import { dealTemplates } from './templates.ts';
import { countUnlockedNames, type DealRow, findDeals, buildDealRow } from './rows.ts';
import { DealItem } from './deal-cells.tsx';
import { dealChart, dealColumns, dealExport } from './columns.tsx';

const figureOf = (read: (deal: DealRecord) => number | null) => (id: string) => {
  const deal = unlockedDeals.read(id);
  return deal ? read(deal) : null;
};
const parseMoment = figureOf(({ date }) => (date === null ? null : Date.parse(date)));
const getRaised = figureOf((deal) => deal.total_round_raised);

const sorts: readonly Sort[] = [
  {
    value: 'most_recent_deal',
    column: 'announced',
    direction: 'descending',
    figure: parseMoment,
  },
  {
    value: 'oldest_deal',
    column: 'announced',
    direction: 'ascending',
    figure: parseMoment,
  },
  {
    value: 'largest_raise',
    column: 'raised',
    direction: 'descending',
    figure: getRaised,
  },
  {
    value: 'smallest_raise',
    column: 'raised',
    direction: 'ascending',
    figure: getRaised,
  },
];

/** Funding rounds, as the search screen knows them. */
export const deals: Resource<DealRow> = {
  ...dealCatalogue,
  marked: 'deal',
  toCompanyId: (id) => unlockedDeals.read(id)?.company_id ?? undefined,
  sorts,
  templates: dealTemplates,
  owned: unlockedDeals,
  cost: searchDeals.cost,
  countNames: countUnlockedNames,
  chart: dealChart,
  find: findDeals,
  toRow: buildDealRow,
  columns: dealColumns,
  exported: dealExport,
  item: (row) => <DealItem row={row} />,
  formatTitle: ({ companyName }) => companyName ?? 'Deal',
  emptyWords: 'Remove or broaden a filter. Deals with an undisclosed amount match no minimum and no maximum.',
};
