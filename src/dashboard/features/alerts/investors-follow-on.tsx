import { useMutation } from '@tanstack/react-query';
import { calculatePrice } from '#contract/credits.ts';
import { searchInvestors } from '#contract/investors.ts';
import { toCount } from '../../platform/format.ts';
import { NameLinks } from '../../search/profile/name-links.tsx';
import { buyInvestors } from '../../library/records/names.ts';
import { ownedDeals, ownedInvestors } from '../../library/records/records.ts';
import type { Act } from '../../purchase/act.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';

/** The firms of a deal: named where owned; their number, and so the price, is known once the deal is owned. */
export function InvestorsFollowOn({ dealId }: { readonly dealId: string }) {
  ownedInvestors.useVersion();
  const purchase = useMutation({
    mutationFn: ({ act, ids }: { act: Act; ids: readonly string[] }) => buyInvestors(act, ids),
  });
  const firms = ownedDeals.read(dealId)?.investor_ids;
  if (!firms)
    return <p className="text-[12px] text-ink-3">Who invested is told by the deal: load it below, then its line-up.</p>;
  if (firms.length === 0) return <p className="text-[12px] text-ink-3">No firm is disclosed.</p>;
  const missing = ownedInvestors.missing(firms);
  const names = firms.flatMap((id) => {
    const name = ownedInvestors.read(id)?.name;
    return name ? [{ id, name }] : [];
  });
  return (
    <div className="grid justify-items-start gap-2">
      {names.length > 0 && (
        <p className="text-ink-2">
          <NameLinks kind="firm" names={names} />
        </p>
      )}
      {missing.length > 0 && (
        <PricedButton
          tenths={calculatePrice(searchInvestors.cost, missing.length)}
          pending={purchase.isPending}
          onAct={(act) => purchase.mutate({ act, ids: missing })}
        >
          {toCount(missing.length, 'investor')}
        </PricedButton>
      )}
      {purchase.error && <FailureNotice key={purchase.error.message} failure={purchase.error} />}
    </div>
  );
}
