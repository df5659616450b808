import { SearchPage } from '../kit/search-page.tsx';
import { searchInvestors } from '#contract/investors.ts';
import { formatCount } from '../../../platform/format.ts';
import { unlockByIds } from '../../../records/unlock.ts';
import { areNamesFree } from '../../../records/request-names.ts';
import { PricedButton } from '../../../spending/priced-button.tsx';
import { useExtrasRun, watchExtras } from '../kit/fetch/extras.ts';
import { formatTotalRaised } from '../kit/record/amounts.ts';
import { DayCell, MoneyCell, NameCell, RoundBadge, TwoLines } from '../kit/record/cells.tsx';
import { CompareButton } from '../kit/record/compare-button.tsx';
import { formatPlace, formatPlaceName } from '../kit/record/facts.tsx';
import { groupByCountry, groupByMonth, groupByStage } from '../kit/record/groupings.tsx';
import { areBandsKnown, groupByMatch, MarkedText, RelevanceCell } from '../kit/record/relevance.tsx';
import { ResultCard } from '../kit/record/result-card.tsx';
import type { RowDisplay, UnlockProps } from '../kit/resource/resource.ts';
import { bandColumns, companyColumns, matchColumns } from './columns.tsx';
import { companies } from './companies.ts';
import { buildCompanyRow, type CompanyRow, useUnnamedInvestors } from './rows.ts';
import { CompanyDetail } from './detail.tsx';
import { companyExport } from './export-columns.ts';
import { priceOf } from '../../../spending/price.ts';

/** Unlocks the names of all investors of these companies; the price is exact, because the ids are known. */
function UnlockInvestorNames({ ids, children }: UnlockProps) {
  const investors = useUnnamedInvestors(ids);
  const run = useExtrasRun(companies);
  if (areNamesFree() || investors.length === 0) return children(null);
  const what = formatCount(investors.length, 'investor name');
  return children(
    <>
      <span className="max-full:hidden">{what}</span>
      <PricedButton
        isListed
        variant="primary"
        what={`Unlock ${what}`}
        tenths={priceOf(searchInvestors.cost, investors.length)}
        pending={run?.isRunning === true}
        onConfirm={(authorization) =>
          void watchExtras(authorization, companies, () => unlockByIds(authorization, { investors }))
        }
      >
        Unlock names
      </PricedButton>
    </>,
  );
}

const display: RowDisplay<CompanyRow> = {
  toRow: buildCompanyRow,
  columns: companyColumns,
  groupings: [
    groupByStage(({ company }) => company.latest_deal),
    groupByMonth(({ company }) => company.latest_deal?.date),
    groupByCountry(({ company }) => company.location?.country?.name),
  ],
  byMeaning: {
    columns: matchColumns,
    groupedColumns: bandColumns,
    grouping: groupByMatch(({ similarity }) => similarity),
    height: 54,
  },
  exported: companyExport,
  item: (row) => (
    <TwoLines
      first={<NameCell name={row.company.name} companyId={row.id} />}
      figure={<MoneyCell usd={row.company.total_raised} native={formatTotalRaised(row.company)} />}
      second={
        <>
          {row.similarity !== null && !areBandsKnown() && <RelevanceCell relevance={row.similarity} />}
          {row.company.latest_deal && (
            <span className="flex max-w-[45%] shrink-0">
              <RoundBadge round={row.company.latest_deal} />
            </span>
          )}
          <span className="truncate">
            <MarkedText
              name={row.company.name}
              texts={[row.company.short_description, row.company.long_description]}
              empty={formatPlaceName(row.company.location)}
            />
          </span>
        </>
      }
    />
  ),
  card: ({ id, company, investors }) => (
    <ResultCard
      id={id}
      name={company.name}
      figure={<MoneyCell usd={company.total_raised} native={formatTotalRaised(company)} />}
      second={
        company.latest_deal && (
          <>
            <RoundBadge round={company.latest_deal} />
            <span className="ml-auto">
              <DayCell moment={company.latest_deal.date} />
            </span>
          </>
        )
      }
      third={<span className="truncate">{investors[0]?.name ?? formatPlaceName(company.location)}</span>}
    />
  ),
  describe: ({ id, company }) => ({
    name: company.name,
    about: formatPlace(company.location ?? {}),
    profile: { kind: 'company', id },
  }),
  detail: (id, row) => <CompanyDetail id={id} row={row} />,
  Unlock: UnlockInvestorNames,
  bulk: (ids) => <CompareButton of="companies" ids={ids} />,
};

/** The companies screen. */
export function CompaniesPage() {
  return <SearchPage resource={companies} display={display} />;
}
