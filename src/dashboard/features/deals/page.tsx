import { dealCatalogue } from '#contract/deal-filters.ts';
import { searchDeals } from '#contract/deals.ts';
import { type Resource, type ScreenParts, type Sort, createFigureOf } from '../../search/resource/resource.ts';
import { SearchPage } from '../../search/search-page.tsx';
import { countingNames } from '../../search/record/named-cell.tsx';
import { dealTemplates } from './deal-templates.ts';
import { unlockedDeals } from '../../library/records/records.ts';
import { dealExtras } from './deal-extras.ts';
import { newestRounds } from './newest-rounds.ts';
import { matchedKeys } from '../../search/record/company-match.ts';
import { isDealMatch, type DealRow, buildDealRow, countUnlockedNames, fetchDeals } from './rows.ts';
import { buildRound, dealChart, dealColumns } from './columns.tsx';
import { groupByCountry, groupByMonth, groupByStage } from '../../search/record/groupings.tsx';
import { lazyPart, Room } from '../../platform/ui/lazy-part.tsx';

const CompleteRows = lazyPart(() => import('./complete-rows.tsx').then((module) => ({ default: module.CompleteRows })));
// Rows of a phone.
const DealItem = lazyPart(() => import('./deal-item.tsx').then((module) => ({ default: module.DealItem })));
// Most visits never open a record.
const DealDetail = lazyPart(() => import('./detail.tsx').then((module) => ({ default: module.DealDetail })));

/** The deals screen. */
export function DealsPage() {
  return <SearchPage resource={deals} parts={parts} />;
}

const parts: ScreenParts<DealRow> = {
  unlock: (ids, render) => (
    <Room value={countingNames}>
      <CompleteRows ids={ids}>{render}</CompleteRows>
    </Room>
  ),
  detail: (id) => <DealDetail id={id} />,
};

const figureOf = createFigureOf(unlockedDeals.read);
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
  statusKind: 'deal',
  toCompanyId: (id) => unlockedDeals.read(id)?.company_id ?? undefined,
  sorts,
  templates: dealTemplates,
  unlocked: unlockedDeals,
  cost: searchDeals.cost,
  countNames: countUnlockedNames,
  chart: dealChart,
  find: fetchDeals,
  extras: dealExtras,
  cheaper: newestRounds,
  owned: {
    rows: unlockedDeals.rows,
    count: unlockedDeals.count,
    isMatch: isDealMatch,
    keys: [...matchedKeys, 'firm', 'company'],
  },
  toRow: buildDealRow,
  columns: dealColumns,
  groupings: [
    groupByStage(buildRound),
    groupByMonth(({ deal }) => deal.date),
    groupByCountry(({ company }) => company?.location?.country?.name),
  ],
  loadExported: async () => (await import('./export-columns.ts')).dealExport,
  item: (row) => (
    // A row has its name at once.
    <Room value={row.companyName ?? 'Deal'}>
      <DealItem row={row} />
    </Room>
  ),
  itemHeight: 118,
  formatTitle: ({ companyName }) => companyName ?? 'Deal',
  describe: ({ deal: { company_id: id }, company, domain }) => ({
    about: company?.short_description ?? domain,
    ...(id === null ? {} : { profile: { kind: 'company', id } }),
  }),
  emptyMessage: 'Remove or broaden a filter. Deals with an undisclosed amount match no minimum and no maximum.',
};
