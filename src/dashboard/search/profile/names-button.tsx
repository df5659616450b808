import { useMutation } from '@tanstack/react-query';
import { searchCompanies } from '#contract/companies.ts';
import { calculatePrice } from '#contract/credits.ts';
import { searchInvestors } from '#contract/investors.ts';
import { readNamed } from '../lookups/known-names.ts';
import { unlockCompanies, unlockInvestors } from '../../library/records/names.ts';
import { unlockedCompanies, unlockedInvestors } from '../../library/records/records.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';

type NamesButtonProps = {
  readonly kind: 'company' | 'firm';
  readonly ids: readonly string[];
  /** What is bought: "company names". */
  readonly children: string;
};

const buyers = {
  company: { cost: searchCompanies.cost, owned: unlockedCompanies, buy: unlockCompanies },
  firm: { cost: searchInvestors.cost, owned: unlockedInvestors, buy: unlockInvestors },
} as const;

/** Buys the names of records that have none yet, with their records; exact, because each id is asked for once. */
export function NamesButton({ kind, ids, children }: NamesButtonProps) {
  const { cost, owned, buy } = buyers[kind];
  const missing = owned.missing(ids.filter((id) => readNamed(kind, id) === undefined));
  const purchase = useMutation({
    mutationFn: ({ authorization, wanted }: { authorization: SpendAuthorization; wanted: readonly string[] }) =>
      buy(authorization, wanted),
  });
  if (missing.length === 0 && !purchase.error) return null;
  return (
    <div className="grid justify-items-start gap-2">
      <PricedButton
        tenths={calculatePrice(cost, missing.length)}
        pending={purchase.isPending}
        onConfirm={(authorization) => purchase.mutate({ authorization, wanted: missing })}
      >
        {children}
      </PricedButton>
      {purchase.error && <FailureNotice key={purchase.error.message} failure={purchase.error} />}
    </div>
  );
}
