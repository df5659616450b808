import type { ScreenParts } from '../../search/resource/resource.ts';
import { useMutation } from '@tanstack/react-query';
import { lazy } from 'react';
import { searchCompanies } from '#contract/companies.ts';
import { calculatePrice } from '#contract/credits.ts';
import { searchInvestors } from '#contract/investors.ts';
import { formatCount } from '../../platform/format.ts';
import { unlockCompanies, unlockInvestors } from '../../library/records/unlock.ts';
import { PricedButton } from '../../purchase/priced-button.tsx';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { SearchPage } from '../../search/search-page.tsx';
import { deals } from './resource.tsx';
import { type DealRow, useHasUnnamed, useUnnamed } from './rows.ts';

// Most visits never open a record.
const DealDetail = lazy(() => import('./detail.tsx').then((module) => ({ default: module.DealDetail })));

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
