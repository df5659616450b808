import type { ScreenParts } from '../../search/resource/resource.ts';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { lazy } from 'react';
import { calculatePrice } from '#contract/credits.ts';
import { searchInvestors } from '#contract/investors.ts';
import { formatCount } from '../../platform/format.ts';
import { unlockInvestors } from '../../library/records/unlock.ts';
import { PricedButton } from '../../purchase/priced-button.tsx';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { CompareButton } from '../../search/record/compare-button.tsx';
import { SearchPage } from '../../search/search-page.tsx';
import { companies } from './resource.tsx';
import { type CompanyRow, useUnnamedInvestors } from './rows.ts';

// Most visits never open a record.
const CompanyDetail = lazy(() => import('./detail.tsx').then((module) => ({ default: module.CompanyDetail })));

/** The companies screen. */
export function CompaniesPage() {
  const names = useMutation({
    mutationFn: ({ authorization, investors }: NamesPurchase) => unlockInvestors(authorization, investors),
  });
  return <SearchPage resource={companies} parts={buildParts(names)} />;
}

const buildParts = (names: UseMutationResult<void, Error, NamesPurchase>): ScreenParts<CompanyRow> => ({
  tools: (ids) => <UnlockInvestorNames ids={ids} pending={names.isPending} onUnlock={names.mutate} />,
  toolFailure: names.error,
  bulk: (ids) => <CompareButton of="companies" ids={ids} />,
  detail: (id, row) => <CompanyDetail id={id} row={row} />,
});

type InvestorNamesProps = {
  readonly ids: readonly string[];
  readonly pending: boolean;
  readonly onUnlock: (purchase: NamesPurchase) => void;
};
type NamesPurchase = { readonly authorization: SpendAuthorization; readonly investors: readonly string[] };

/** Unlocks the names of all investors of these companies; the price is exact, because the ids are known. */
function UnlockInvestorNames({ ids, pending, onUnlock }: InvestorNamesProps) {
  const investors = useUnnamedInvestors(ids);
  // No button without its price.
  if (!investors) return <span className="text-[12px] text-ink-3">Counting names</span>;
  return (
    <PricedButton
      tenths={calculatePrice(searchInvestors.cost, investors.length)}
      pending={pending}
      disabled={investors.length === 0}
      onConfirm={(authorization) => onUnlock({ authorization, investors })}
    >
      {investors.length === 0 ? 'Investor names' : `Unlock ${formatCount(investors.length, 'investor name')}`}
    </PricedButton>
  );
}
