import type { ReactNode } from 'react';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { calculatePrice } from '#contract/credits.ts';
import { searchInvestors } from '#contract/investors.ts';
import { companyCatalogue } from '#contract/company-filters.ts';
import { searchCompanies } from '#contract/companies.ts';
import { type Resource, type ScreenParts, type Sort, createFigureOf } from '../../search/resource/resource.ts';
import { formatCount } from '../../platform/format.ts';
import { unlockInvestors } from '../../library/records/unlock.ts';
import { areNamesFree } from '../../library/records/request-names.ts';
import { PricedButton } from '../../purchase/priced-button.tsx';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { CompareButton } from '../../search/record/compare-button.tsx';
import { SearchPage } from '../../search/search-page.tsx';
import { type Template, daysBefore } from '../../search/resource/templates.tsx';
import { unlockedCompanies } from '../../library/records/records.ts';
import { countingNames } from '../../search/record/named-cell.tsx';
import { MoneyCell, NameCell, RoundBadge, TwoLines } from '../../search/record/cells.tsx';
import { areBandsKnown, groupByMatch, MarkedText, RelevanceCell } from '../../search/record/relevance.tsx';
import { formatPlace, formatPlaceName } from '../../search/record/facts.tsx';
import { matchedKeys } from '../../search/record/company-match.ts';
import { type CompanyRow, buildCompanyRow, fetchCompanies, isOwnedMatch, useUnnamedInvestors } from './rows.ts';
import { bandColumns, companyChart, companyColumns, matchColumns } from './columns.tsx';
import { groupByCountry, groupByMonth, groupByStage } from '../../search/record/groupings.tsx';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';

// Most visits never open a record.
const CompanyDetail = lazyPart(() => import('./detail.tsx').then((module) => ({ default: module.CompanyDetail })));

/** The companies screen. */
export function CompaniesPage() {
  const names = useMutation({
    mutationFn: ({ authorization, investors }: NamesPurchase) => unlockInvestors(authorization, investors),
  });
  return <SearchPage resource={companies} parts={buildParts(names)} />;
}

const buildParts = (names: UseMutationResult<void, Error, NamesPurchase>): ScreenParts<CompanyRow> => ({
  unlock: (ids, render) => (
    <UnlockInvestorNames ids={ids} pending={names.isPending} onUnlock={names.mutate}>
      {render}
    </UnlockInvestorNames>
  ),
  toolFailure: names.error,
  bulk: (ids) => <CompareButton of="companies" ids={ids} />,
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
        look="primary"
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

/** Search templates for companies. */
export const companyTemplates: readonly Template[] = [
  {
    title: 'Seed climate companies in the Nordics, funded in the last 12 months',
    use: 'Deal sourcing',
    wanted: {
      location: { field: 'location', names: [{ name: 'Nordics', kind: 'REGION' }] },
      industry: { field: 'industry', names: [{ name: 'Climate tech', kind: 'SUPER_CATEGORY' }] },
    },
    values: (today) => ({
      round: [{ type: 'SEED', pre: false, extension: false }],
      from: daysBefore(today, 364),
      to: daysBefore(today, 0),
    }),
  },
  {
    title: 'Companies with up to 50 people that raised more than $10M',
    use: 'Deal sourcing',
    wanted: {},
    values: () => ({ employees: ['1-10', '11-50'], raised_min: 10_000_000, sort: 'largest_total_raise' }),
  },
  {
    title: 'The most valuable private companies in the United States',
    use: 'Research',
    wanted: { location: { field: 'location', names: [{ name: 'United States', kind: 'COUNTRY' }] } },
    values: () => ({ ipo: ['private'], sort: 'largest_valuation' }),
  },
];

const figureOf = createFigureOf(unlockedCompanies.read);
const parseMoment = figureOf(({ latest_deal: deal }) => (deal?.date ? Date.parse(deal.date) : null));
const buildValuation = figureOf((company) => company.latest_valuation_usd);
const getRaised = figureOf((company) => company.total_raised);

// A record has no founding date, so only the service can sort by it.
const sorts: readonly Sort[] = [
  { value: 'most_recent_raise', column: 'announced', direction: 'descending', figure: parseMoment },
  { value: 'oldest_raise', column: 'announced', direction: 'ascending', figure: parseMoment },
  { value: 'most_recent_founded', direction: 'descending' },
  { value: 'oldest_founded', direction: 'ascending' },
  { value: 'largest_valuation', column: 'valuation', direction: 'descending', figure: buildValuation },
  { value: 'smallest_valuation', column: 'valuation', direction: 'ascending', figure: buildValuation },
  { value: 'largest_total_raise', column: 'raised', direction: 'descending', figure: getRaised },
  { value: 'smallest_total_raise', column: 'raised', direction: 'ascending', figure: getRaised },
  {
    value: 'most_funding_rounds',
    column: 'rounds',
    direction: 'descending',
    figure: figureOf((company) => company.num_funding_rounds),
  },
  { value: 'most_investors', direction: 'descending', figure: figureOf((company) => company.num_investors) },
];

/** Companies, as the search screen knows them. */
export const companies: Resource<CompanyRow> = {
  ...companyCatalogue,
  statusKind: 'company',
  sorts,
  templates: companyTemplates,
  unlocked: unlockedCompanies,
  owned: {
    rows: unlockedCompanies.rows,
    count: unlockedCompanies.count,
    isMatch: isOwnedMatch,
    keys: [...matchedKeys, 'latest_firm', 'firm'],
  },
  cost: searchCompanies.cost,
  chart: companyChart,
  find: fetchCompanies,
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
      figure={<MoneyCell usd={row.company.total_raised} />}
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
  emptyMessage:
    'Remove or broaden a filter. The filters of the latest round all describe that one round; an undisclosed amount matches no minimum.',
};
