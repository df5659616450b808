import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import { type LoadedProps, LoadedResults } from '../../search/loaded-results.tsx';
import { DayCell, NameCell, TwoLines } from '../../search/record/cells.tsx';
import { DealFigure } from '../../search/record/deal-figure.tsx';
import { CompareButton } from '../../search/record/compare-button.tsx';
import { formatPlace, formatPlaceName } from '../../search/record/facts.tsx';
import { groupByCountry, groupByMonth } from '../../search/record/groupings.tsx';
import type { Resource, ScreenParts } from '../../search/resource/resource.ts';
import { investorColumns } from './columns.tsx';
import { investors } from './investors.ts';
import { buildInvestorRow, type InvestorRow } from './rows.ts';

// Most visits never open a record.
const InvestorDetail = lazyPart(() => import('./detail.tsx').then((module) => module.InvestorDetail));

/** The loaded investors. */
export const LoadedInvestors = (props: LoadedProps) => <LoadedResults {...props} resource={resource} parts={parts} />;

const parts: ScreenParts<InvestorRow> = {
  bulk: (ids) => <CompareButton of="investors" ids={ids} />,
  detail: (id, row) => <InvestorDetail id={id} row={row} />,
};

const resource: Resource<InvestorRow> = {
  ...investors,
  toRow: buildInvestorRow,
  columns: investorColumns,
  groupings: [
    groupByCountry(({ investor }) => investor.location?.country?.name),
    groupByMonth(({ investor }) => investor.most_recent_deal_date),
  ],
  loadExported: async () => (await import('./export-columns.ts')).investorExport,
  item: (row) => (
    <TwoLines
      first={<NameCell name={row.investor.name} />}
      figure={<DealFigure matching={row.matching} total={row.investor.total_deal_count} />}
      second={
        <>
          <DayCell moment={row.investor.most_recent_deal_date} />
          <span className="truncate">{formatPlaceName(row.investor.location)}</span>
        </>
      }
    />
  ),
  formatTitle: ({ investor }) => investor.name ?? 'Investor',
  describe: ({ id, investor, matching }) => ({
    about: formatPlace(investor.location ?? {}),
    profile: { kind: 'investor', id, within: matching !== null },
  }),
};
