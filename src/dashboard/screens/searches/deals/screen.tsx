import { SearchPage } from '../kit/search-page.tsx';
import { groupByCountry, groupByMonth, groupByStage } from '../kit/record/groupings.tsx';
import type { RowDisplay } from '../kit/resource/resource.ts';
import { buildRound, dealColumns } from './columns.tsx';
import { deals } from './deals.ts';
import { buildDealRow, type DealRow } from './rows.ts';
import { CompleteRows } from './complete-rows.tsx';
import { DealCard, DealItem } from './deal-item.tsx';
import { DealDetail } from './detail.tsx';
import { dealExport } from './export-columns.ts';

const display: RowDisplay<DealRow> = {
  toRow: buildDealRow,
  columns: dealColumns,
  groupings: [
    groupByStage(buildRound),
    groupByMonth(({ deal }) => deal.date),
    groupByCountry(({ company }) => company?.location?.country?.name),
  ],
  exported: dealExport,
  item: (row) => <DealItem row={row} />,
  itemHeight: 118,
  card: (row) => <DealCard row={row} />,
  describe: ({ deal: { company_id: id }, companyName, about }) => ({
    name: companyName,
    about,
    ...(id === null ? {} : { profile: { kind: 'company', id } }),
  }),
  detail: (id) => <DealDetail id={id} />,
  Unlock: CompleteRows,
};

/** The deals screen. */
export function DealsPage() {
  return <SearchPage resource={deals} display={display} />;
}
