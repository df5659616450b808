import { useMutation } from '@tanstack/react-query';
import { calculatePrice } from '#contract/credits.ts';
import { searchInvestors } from '#contract/investors.ts';
import { toCount } from '../../platform/format.ts';
import { unlockInvestors } from '../../library/records/names.ts';
import { unlockedDeals, unlockedInvestors } from '../../library/records/records.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { NameLinks } from '../../search/record/profile-link.tsx';

/** The firms of a deal: named where owned; their number, and so the price, is known once the deal is owned. */
export function InvestorsFollowOn({ dealId }: { readonly dealId: string }) {
  unlockedInvestors.useVersion();
  const purchase = useMutation({
    mutationFn: ({ authorization, ids }: { authorization: SpendAuthorization; ids: readonly string[] }) =>
      unlockInvestors(authorization, ids),
  });
  const firms = unlockedDeals.read(dealId)?.investor_ids;
  if (!firms)
    return <p className="text-[12px] text-ink-3">Who invested is told by the deal: load it below, then its line-up.</p>;
  if (firms.length === 0) return <p className="text-[12px] text-ink-3">No firm is disclosed.</p>;
  const missing = unlockedInvestors.missing(firms);
  const names = firms.flatMap((id) => {
    const name = unlockedInvestors.read(id)?.name;
    return name ? [{ id, name }] : [];
  });
  return (
    <div className="grid justify-items-start gap-2">
      {names.length > 0 && (
        <p className="text-ink-2">
          <NameLinks kind="investor" names={names} />
        </p>
      )}
      {missing.length > 0 && (
        <PricedButton
          tenths={calculatePrice(searchInvestors.cost, missing.length)}
          pending={purchase.isPending}
          onConfirm={(authorization) => purchase.mutate({ authorization, ids: missing })}
        >
          {toCount(missing.length, 'investor')}
        </PricedButton>
      )}
      {purchase.error && <FailureNotice key={purchase.error.message} failure={purchase.error} />}
    </div>
  );
}
