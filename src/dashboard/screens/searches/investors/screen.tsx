import { SearchPage } from '../kit/search-page.tsx';
import { DayCell, NameCell, TextCell, TwoLines } from '../kit/record/cells.tsx';
import { DealFigure } from '../kit/record/deal-figure.tsx';
import { CompareButton } from '../kit/record/compare-button.tsx';
import { formatPlace, formatPlaceName } from '../kit/record/facts.tsx';
import { groupByCountry, groupByMonth, groupByStage } from '../kit/record/groupings.tsx';
import { ResultCard } from '../kit/record/result-card.tsx';
import type { RowDisplay } from '../kit/resource/resource.ts';
import { formatIndustryNames, investorColumns } from './columns.tsx';
import { buildInvestorRow, type InvestorRow, investors } from './investors.ts';
import { InvestorDetail } from './detail.tsx';
import { investorExport } from './export-columns.ts';

const display: RowDisplay<InvestorRow> = {
  toRow: buildInvestorRow,
  columns: investorColumns,
  groupings: [
    groupByStage(({ record }) => record.top_round_types?.[0], 'Usual round'),
    groupByCountry(({ record }) => record.location?.country?.name),
    groupByMonth(({ record }) => record.most_recent_deal_date),
  ],
  exported: investorExport,
  item: (row) => (
    <TwoLines
      first={<NameCell name={row.record.name} />}
      figure={<DealFigure matching={row.matching} total={row.record.total_deal_count} />}
      second={
        <>
          <DayCell moment={row.record.most_recent_deal_date} />
          <span className="truncate">{formatPlaceName(row.record.location)}</span>
        </>
      }
    />
  ),
  card: ({ id, record, matching }) => (
    <ResultCard
      kind="investor"
      id={id}
      name={record.name}
      figure={<DealFigure matching={matching} total={record.total_deal_count} />}
      second={
        <>
          <span className="truncate">{formatPlaceName(record.location)}</span>
          <span className="ml-auto">
            <DayCell moment={record.most_recent_deal_date} />
          </span>
        </>
      }
      third={<TextCell text={formatIndustryNames(record)} />}
    />
  ),
  describe: ({ id, record, matching }) => ({
    name: record.name,
    about: formatPlace(record.location ?? {}),
    profile: { kind: 'investor', id, within: matching !== null },
  }),
  detail: (id, row) => <InvestorDetail id={id} row={row} />,
  bulk: (ids) => <CompareButton of="investors" ids={ids} />,
};

/** The investors screen. */
export function InvestorsPage() {
  return <SearchPage resource={investors} display={display} />;
}
