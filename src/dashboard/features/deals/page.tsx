import { useMutation } from '@tanstack/react-query';
import { searchCompanies } from '#contract/companies.ts';
import { calculatePrice } from '#contract/credits.ts';
import { searchInvestors } from '#contract/investors.ts';
import { dealCatalogue } from '#contract/deal-filters.ts';
import { searchDeals } from '#contract/deals.ts';
import { type Resource, type ScreenParts, type Sort, createFigureOf } from '../../search/resource/resource.ts';
import { formatCount } from '../../platform/format.ts';
import { unlockCompanies, unlockInvestors } from '../../library/records/unlock.ts';
import { PricedButton } from '../../purchase/priced-button.tsx';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { SearchPage } from '../../search/search-page.tsx';
import { type Template, daysBefore } from '../../search/resource/templates.tsx';
import { unlockedDeals } from '../../library/records/records.ts';
import { type DealRow, buildDealRow, countUnlockedNames, fetchDeals, useHasUnnamed, useUnnamed } from './rows.ts';
import { DealItem, dealChart, dealColumns, dealExport } from './columns.tsx';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';

// Most visits never open a record.
const DealDetail = lazyPart(() => import('./detail.tsx').then((module) => ({ default: module.DealDetail })));

/** The deals screen. */
export function DealsPage() {
  return <SearchPage resource={deals} parts={buildParts(useUnlockNames())} />;
}

const buildParts = (names: NamePurchases): ScreenParts<DealRow> => ({
  tools: (ids) => <UnlockNamesButtons ids={ids} names={names} />,
  toolFailure: names.companies.error ?? names.investors.error,
  remark: (ids) => <NamesNote ids={ids} />,
  detail: (id) => <DealDetail id={id} />,
});

type NamePurchase = { readonly authorization: SpendAuthorization; readonly ids: readonly string[] };

/** Unlocks names in bulk. */
export function useUnlockNames() {
  const companies = useMutation({
    mutationFn: ({ authorization, ids }: NamePurchase) => unlockCompanies(authorization, ids),
  });
  const investors = useMutation({
    mutationFn: ({ authorization, ids }: NamePurchase) => unlockInvestors(authorization, ids),
  });
  return { companies, investors };
}
export type NamePurchases = ReturnType<typeof useUnlockNames>;

/** The buttons that unlock names; their prices are exact, because the ids are known. */
export function UnlockNamesButtons({ ids, names }: { readonly ids: readonly string[]; readonly names: NamePurchases }) {
  const unnamed = useUnnamed(ids);
  // No button without its price.
  if (!unnamed) return <span className="text-[12px] text-ink-3">Counting names</span>;
  const { companies: companyIds, investors: investorIds } = unnamed;
  return (
    <>
      <PricedButton
        tenths={calculatePrice(searchCompanies.cost, companyIds.length)}
        pending={names.companies.isPending}
        disabled={companyIds.length === 0}
        onConfirm={(authorization) => names.companies.mutate({ authorization, ids: companyIds })}
      >
        {companyIds.length === 0 ? 'Company names' : `Unlock ${formatCount(companyIds.length, 'company name')}`}
      </PricedButton>
      <PricedButton
        tenths={calculatePrice(searchInvestors.cost, investorIds.length)}
        pending={names.investors.isPending}
        disabled={investorIds.length === 0}
        onConfirm={(authorization) => names.investors.mutate({ authorization, ids: investorIds })}
      >
        {investorIds.length === 0 ? 'Investor names' : `Unlock ${formatCount(investorIds.length, 'investor name')}`}
      </PricedButton>
    </>
  );
}

/** A note under a table with locked names. */
export function NamesNote({ ids }: { readonly ids: readonly string[] }) {
  return useHasUnnamed(ids) && 'Some company names are locked. Unlock them to see them in the table.';
}

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
  toRow: buildDealRow,
  columns: dealColumns,
  exported: dealExport,
  item: (row) => <DealItem row={row} />,
  formatTitle: ({ companyName }) => companyName ?? 'Deal',
  emptyMessage: 'Remove or broaden a filter. Deals with an undisclosed amount match no minimum and no maximum.',
};
