import { lazyPart, Fallback } from '../../platform/ui/lazy-part.tsx';
import { type LoadedProps, LoadedResults } from '../../search/loaded-results.tsx';
import { groupByCountry, groupByMonth, groupByStage } from '../../search/record/groupings.tsx';
import { countingNames } from '../../search/record/named-cell.tsx';
import type { Resource, ScreenParts } from '../../search/resource/resource.ts';
import { buildRound, dealColumns } from './columns.tsx';
import { deals } from './deals.ts';
import { buildDealRow, type DealRow } from './rows.ts';

const CompleteRows = lazyPart(() => import('./complete-rows.tsx').then((module) => module.CompleteRows), true);
// Rows of a phone.
const DealItem = lazyPart(() => import('./deal-item.tsx').then((module) => module.DealItem));
// Most visits never open the menu.
const InvestorsLink = lazyPart(() =>
  import('../../search/record/investors-link.tsx').then((module) => module.InvestorsLink),
);
// Most visits never open a record.
const DealDetail = lazyPart(() => import('./detail.tsx').then((module) => module.DealDetail));

/** The loaded deals. */
export const LoadedDeals = (props: LoadedProps) => <LoadedResults {...props} resource={resource} parts={parts} />;

const parts: ScreenParts<DealRow> = {
  unlock: (ids, render) => (
    <Fallback value={countingNames}>
      <CompleteRows ids={ids}>{render}</CompleteRows>
    </Fallback>
  ),
  related: (query) => <InvestorsLink resource={deals} query={query} />,
  detail: (id) => <DealDetail id={id} />,
};

const resource: Resource<DealRow> = {
  ...deals,
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
    <Fallback value={row.companyName ?? 'Deal'}>
      <DealItem row={row} />
    </Fallback>
  ),
  itemHeight: 118,
  formatTitle: ({ companyName }) => companyName ?? 'Deal',
  describe: ({ deal: { company_id: id }, about }) => ({
    about,
    ...(id === null ? {} : { profile: { kind: 'company', id } }),
  }),
};
