import { daysBefore, type Template } from '../../search/resource/template.ts';
import { dealCatalogue } from '#contract/deal-filters.ts';
import { searchDeals } from '#contract/deals.ts';
import { type DealRecord, unlockedDeals } from '../../library/records/records.ts';
import type { Resource, Sort } from '../../search/resource/resource.ts';
import { buildDealRow, countUnlockedNames, type DealRow, findDeals } from './rows.ts';
import { dealChart, dealColumns, dealExport, DealItem } from './columns.tsx';

const round = (type: string, pre = false) => ({ type, pre, extension: false });

/** Search templates for funding rounds. */
export const dealTemplates: readonly Template[] = [
  {
    title: 'Series A rounds in fintech, the last seven days',
    use: 'Deal sourcing',
    wanted: { industry: { field: 'industry', names: [{ name: 'Financial technology', kind: 'INDUSTRY' }] } },
    values: (today) => ({
      round: [round('SERIES_A')],
      from: daysBefore(today, 6),
      to: daysBefore(today, 0),
    }),
  },
  {
    title: 'Seed rounds of $1M to $10M in Europe, the last 30 days',
    use: 'Deal sourcing',
    wanted: { location: { field: 'location', names: [{ name: 'Europe', kind: 'REGION' }] } },
    values: (today) => ({
      round: [round('SEED'), round('SEED', true)],
      min: 1_000_000,
      max: 10_000_000,
      from: daysBefore(today, 29),
      to: daysBefore(today, 0),
    }),
  },
  {
    title: 'The largest rounds of the last 12 months',
    use: 'Research',
    wanted: {},
    values: (today) => ({
      from: daysBefore(today, 364),
      to: daysBefore(today, 0),
      min: 100_000_000,
      sort: 'largest_raise',
    }),
  },
];

const figureOf = (read: (deal: DealRecord) => number | null) => (id: string) => {
  const deal = unlockedDeals.read(id);
  return deal ? read(deal) : null;
};
const parseMoment = figureOf(({ date }) => (date === null ? null : Date.parse(date)));
const getRaised = figureOf((deal) => deal.total_round_raised);

const sorts: readonly Sort[] = [
  { value: 'most_recent_deal', column: 'announced', direction: 'descending', figure: parseMoment },
  { value: 'oldest_deal', column: 'announced', direction: 'ascending', figure: parseMoment },
  { value: 'largest_raise', column: 'raised', direction: 'descending', figure: getRaised },
  { value: 'smallest_raise', column: 'raised', direction: 'ascending', figure: getRaised },
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
  emptyMessage: 'Remove or broaden a filter. Deals with an undisclosed amount match no minimum and no maximum.',
};
