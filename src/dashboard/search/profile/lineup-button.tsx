import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { unlockLineups, toLineupTenths } from '../../library/records/lineups.ts';
import type { DealRecord } from '../../library/records/records.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';

type LineupButtonProps = { readonly deals: readonly DealRecord[]; readonly children: ReactNode };

/** Buys who took part in these deals; exact, because the deals name who is in them. Nothing where nobody is. */
export function LineupButton({ deals, children }: LineupButtonProps) {
  const tenths = toLineupTenths(deals);
  const purchase = useMutation({
    mutationFn: (authorization: SpendAuthorization) => unlockLineups(authorization, deals),
  });
  if (tenths === 0 && !purchase.error) return null;
  return (
    <div className="grid justify-items-start gap-2">
      <PricedButton
        tenths={tenths}
        pending={purchase.isPending}
        onConfirm={(authorization) => purchase.mutate(authorization)}
      >
        {children}
      </PricedButton>
      {purchase.error && <FailureNotice key={purchase.error.message} failure={purchase.error} />}
    </div>
  );
}
