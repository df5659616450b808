import type { ReactNode } from 'react';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { calculatePrice } from '#contract/credits.ts';
import { searchInvestors } from '#contract/investors.ts';
import { formatCount } from '../../platform/format.ts';
import { unlockInvestors } from '../../library/records/unlock.ts';
import { areNamesFree } from '../../library/records/request-names.ts';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { type LoadedProps, LoadedResults } from '../../search/loaded-results.tsx';
import { formatTotalRaised } from '../../search/record/amounts.ts';
import { MoneyCell, NameCell, RoundBadge, TwoLines } from '../../search/record/cells.tsx';
import { CompareButton } from '../../search/record/compare-button.tsx';
import { formatPlace, formatPlaceName } from '../../search/record/facts.tsx';
import { groupByCountry, groupByMonth, groupByStage } from '../../search/record/groupings.tsx';
import { countingNames } from '../../search/record/named-cell.tsx';
import { areBandsKnown, groupByMatch, MarkedText, RelevanceCell } from '../../search/record/relevance.tsx';
import type { Resource, ScreenParts } from '../../search/resource/resource.ts';
import { bandColumns, companyColumns, matchColumns } from './columns.tsx';
import { companies } from './companies.ts';
import { buildCompanyRow, type CompanyRow, useUnnamedInvestors } from './rows.ts';

// Most visits never open the menu.
const InvestorsLink = lazyPart(() =>
  import('../../search/record/investors-link.tsx').then((module) => module.InvestorsLink),
);
// Most visits never open a record.
const CompanyDetail = lazyPart(() => import('./detail.tsx').then((module) => module.CompanyDetail));

/** The loaded companies. */
export function LoadedCompanies({ messages, ...props }: LoadedProps) {
  const names = useMutation({
    mutationFn: ({ authorization, investors }: NamesPurchase) => unlockInvestors(authorization, investors),
  });
  const withFailure = (
    <>
      {messages}
      {names.error && (
        <div className="px-4 pb-2 tablet:px-6">
          <FailureNotice key={names.error.message} failure={names.error} />
        </div>
      )}
    </>
  );
  return <LoadedResults {...props} messages={withFailure} resource={resource} parts={buildParts(names)} />;
}

const buildParts = (names: UseMutationResult<void, Error, NamesPurchase>): ScreenParts<CompanyRow> => ({
  unlock: (ids, render) => (
    <UnlockInvestorNames ids={ids} pending={names.isPending} onUnlock={names.mutate}>
      {render}
    </UnlockInvestorNames>
  ),
  bulk: (ids) => <CompareButton of="companies" ids={ids} />,
  related: (query) => <InvestorsLink resource={companies} query={query} />,
  detail: (id, row) => <CompanyDetail id={id} row={row} />,
});

type InvestorNamesProps = {
  readonly ids: readonly string[];
  readonly pending: boolean;
  readonly onUnlock: (purchase: NamesPurchase) => void;
  /** Gets the button, or null where no name is locked. */
  readonly children: (button: ReactNode | null) => ReactNode;
};
type NamesPurchase = { readonly authorization: SpendAuthorization; readonly investors: readonly string[] };

/** Unlocks the names of all investors of these companies; the price is exact, because the ids are known. */
function UnlockInvestorNames({ ids, pending, onUnlock, children }: InvestorNamesProps) {
  const investors = useUnnamedInvestors(ids);
  if (areNamesFree()) return children(null);
  // No button without its price.
  if (!investors) return countingNames;
  if (investors.length === 0) return children(null);
  const what = formatCount(investors.length, 'investor name');
  return children(
    <>
      <span className="max-full:hidden">{what}</span>
      <PricedButton
        variant="primary"
        what={`Unlock ${what}`}
        tenths={calculatePrice(searchInvestors.cost, investors.length)}
        pending={pending}
        onConfirm={(authorization) => onUnlock({ authorization, investors })}
      >
        Unlock names
      </PricedButton>
    </>,
  );
}

const resource: Resource<CompanyRow> = {
  ...companies,
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
  loadExported: async () => (await import('./export-columns.ts')).companyExport,
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
  formatTitle: ({ company }) => company.name ?? 'Company',
  describe: ({ id, company }) => ({ about: formatPlace(company.location ?? {}), profile: { kind: 'company', id } }),
};
