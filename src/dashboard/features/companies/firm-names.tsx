import { calculatePrice } from '#contract/credits.ts';
import { searchInvestors } from '#contract/investors.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { useUnnamedFirms } from './rows.ts';

type FirmNamesProps = {
  readonly ids: readonly string[];
  readonly pending: boolean;
  readonly onBuy: (purchase: Purchase) => void;
};
/** Firms whose names are bought by one act. */
export type Purchase = { readonly authorization: SpendAuthorization; readonly firms: readonly string[] };

/** Buys the names of all firms of these companies; exact, because the ids are known and each is asked for once. */
export function FirmNames({ ids, pending, onBuy }: FirmNamesProps) {
  const firms = useUnnamedFirms(ids);
  // Without its price no button may stand.
  if (!firms) return <span className="text-[12px] text-ink-3">Counting names</span>;
  return (
    <PricedButton
      tenths={calculatePrice(searchInvestors.cost, firms.length)}
      pending={pending}
      disabled={firms.length === 0}
      onConfirm={(authorization) => onBuy({ authorization, firms })}
    >
      Investor names
    </PricedButton>
  );
}
