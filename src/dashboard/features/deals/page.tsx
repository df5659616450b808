import type { ScreenParts } from '../../search/resource/resource.ts';
import { useMutation } from '@tanstack/react-query';
import { lazy } from 'react';
import { searchCompanies } from '#contract/companies.ts';
import { calculatePrice } from '#contract/credits.ts';
import { searchInvestors } from '#contract/investors.ts';
import { unlockCompanies, unlockInvestors } from '../../library/records/unlock.ts';
import { PricedButton } from '../../purchase/priced-button.tsx';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { SearchPage } from '../../search/search-page.tsx';
import { deals } from './resource.tsx';
import { type DealRow, useHasUnnamed, useUnnamed } from './rows.ts';

// Most visits read the table alone.
const DealDetail = lazy(() => import('./detail.tsx').then((module) => ({ default: module.DealDetail })));

/** The deals screen. */
export function DealsPage() {
  return <SearchPage resource={deals} parts={splitParts(useNames())} />;
}

const splitParts = (names: Names): ScreenParts<DealRow> => ({
  tools: (ids) => <NamesBar ids={ids} names={names} />,
  toolFailure: names.companies.error ?? names.investors.error,
  remark: (ids) => <NamesNote ids={ids} />,
  detail: (id) => <DealDetail id={id} />,
});

type Purchase = { readonly authorization: SpendAuthorization; readonly ids: readonly string[] };

/** Buying names in bulk, and what went wrong with it. */
export function useNames() {
  const companies = useMutation({
    mutationFn: ({ authorization, ids }: Purchase) => unlockCompanies(authorization, ids),
  });
  const investors = useMutation({
    mutationFn: ({ authorization, ids }: Purchase) => unlockInvestors(authorization, ids),
  });
  return { companies, investors };
}
export type Names = ReturnType<typeof useNames>;

/** The buttons that unlock names; their prices are exact, because the ids are known. */
export function NamesBar({ ids, names }: { readonly ids: readonly string[]; readonly names: Names }) {
  const unnamed = useUnnamed(ids);
  // No button without its price.
  if (!unnamed) return <span className="text-[12px] text-ink-3">Counting names …</span>;
  const { companies: companyIds, investors: investorIds } = unnamed;
  return (
    <>
      <PricedButton
        tenths={calculatePrice(searchCompanies.cost, companyIds.length)}
        pending={names.companies.isPending}
        disabled={companyIds.length === 0}
        onConfirm={(authorization) => names.companies.mutate({ authorization, ids: companyIds })}
      >
        Company names
      </PricedButton>
      <PricedButton
        tenths={calculatePrice(searchInvestors.cost, investorIds.length)}
        pending={names.investors.isPending}
        disabled={investorIds.length === 0}
        onConfirm={(authorization) => names.investors.mutate({ authorization, ids: investorIds })}
      >
        Investor names
      </PricedButton>
    </>
  );
}

/** What a table without names says under it. */
export function NamesNote({ ids }: { readonly ids: readonly string[] }) {
  return useHasUnnamed(ids) && 'Companies show the start of their id until you unlock their names.';
}
