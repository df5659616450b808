import { useMutation, useQuery } from '@tanstack/react-query';
import type { Purchase } from '#contract/workspace/purchases.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOwnCredits } from '../platform/http/connection.ts';
import { useLimitReading } from '../platform/http/limiter.ts';
import { Button } from '../platform/ui/button.tsx';
import { parseRawSearch } from '../platform/url/raw-search.ts';
import { useBalance } from './balance.ts';
import { useBudget } from './budget.ts';
import { BudgetForm } from './budget-form.tsx';
import { buyAgain } from './buy.ts';
import { FailureNotice } from './failure-notice.tsx';
import { MeteringChoice } from './metering-choice.tsx';
import { OwnCredits } from './own-credits.tsx';
import { formatCost, formatCreditFigure, formatCredits, useCreditPrice } from './price.ts';
import { PricedButton } from './priced-button.tsx';
import { dismissCharge, unconfirmedQuery } from './purchases.ts';
import type { SpendAuthorization } from './spend-authorization.ts';

/** What the meter opens: the figures of session and day, unconfirmed charges, and the budget. */
export function Spending() {
  const budget = useBudget();
  const balance = useBalance();
  const requests = useLimitReading();
  const price = useCreditPrice();
  const canAddCredits = useOwnCredits();
  const { data: unconfirmed = [] } = useQuery(unconfirmedQuery);
  const usedTenths = budget?.session.used ?? 0;
  return (
    <div className="grid gap-4 p-4">
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 tabular-nums">
        <Figure name="Used this session">{formatCreditFigure(usedTenths)}</Figure>
        {price !== undefined && <Figure name="Cost">{formatCost(usedTenths, price)}</Figure>}
        <Figure name="Used today">{formatCreditFigure(budget?.day.used ?? 0)}</Figure>
        <Figure name="In progress, up to">{formatCreditFigure(budget?.running ?? 0)}</Figure>
        <Figure name="Unconfirmed, up to">{formatCreditFigure(budget?.session.unconfirmed ?? 0)}</Figure>
        {balance.kind === 'known' && balance.monthly !== null && (
          <Figure name="Monthly credits left">{balance.monthly.toLocaleString('en-US')}</Figure>
        )}
        {balance.kind === 'known' && balance.purchased !== null && (
          <Figure name="Purchased credits left">{balance.purchased.toLocaleString('en-US')}</Figure>
        )}
        {requests && (
          <Figure name="Requests left this minute, last reported">
            {requests.left}
            {requests.limit === undefined ? '' : ` of ${requests.limit}`}
          </Figure>
        )}
      </dl>
      {unconfirmed.length > 0 && <UnconfirmedCharges purchases={unconfirmed} />}
      <BudgetForm />
      {canAddCredits && <OwnCredits />}
      <MeteringChoice />
    </div>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="text-right">{children}</dd>
    </>
  );
}

/** Requests that were sent without a readable response; the user decides what becomes of them. */
function UnconfirmedCharges({ purchases }: { readonly purchases: readonly Purchase[] }) {
  return (
    <section className="grid gap-2" aria-label="Unconfirmed charges">
      <h3 className="font-semibold">No response, charge unconfirmed</h3>
      <ul className="grid gap-2">
        {purchases.map((purchase) => (
          <UnconfirmedCharge key={purchase.id} purchase={purchase} />
        ))}
      </ul>
    </section>
  );
}

function UnconfirmedCharge({ purchase }: { readonly purchase: Purchase }) {
  const { id, started_at: at, summary, quoted_tenths: tenths, screen } = purchase;
  const retry = useMutation({
    mutationFn: (authorization: SpendAuthorization) => buyAgain(authorization, id),
  });
  const dismiss = useMutation({ mutationFn: () => dismissCharge(id) });
  const failure = retry.error ?? dismiss.error;
  const address = new URL(screen, window.location.origin);
  return (
    <li className="grid gap-1.5 rounded-[9px] border border-warn/50 px-3 py-2.5">
      <div>
        {summary}, {new Date(at).toLocaleTimeString()}, up to {formatCredits(tenths)}.
      </div>
      <div className="text-12 text-ink-3">Trying again may cost up to {formatCredits(tenths)} more.</div>
      <div className="flex flex-wrap items-center gap-2">
        <PricedButton
          upTo
          repeat
          tenths={tenths}
          pending={retry.isPending}
          onConfirm={(authorization) => retry.mutate(authorization)}
        >
          Try again
        </PricedButton>
        <Link to={address.pathname} search={parseRawSearch(address.search)} className="button-link">
          Go to the request
        </Link>
        <Button onClick={() => dismiss.mutate()}>Dismiss</Button>
      </div>
      {failure && <FailureNotice key={failure.message} failure={failure} />}
    </li>
  );
}
