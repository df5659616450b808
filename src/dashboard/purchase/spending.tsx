import type { ReactNode } from 'react';
import { useKeeping } from '../platform/storage/database.ts';
import { BudgetForm } from './budget-form.tsx';
import { LostList } from './lost-list.tsx';
import { meter } from './meter.ts';
import { toMoneyOf, usePrice } from './money.ts';
import { toCreditFigure } from './price.ts';
import { useLedger } from './session-ledger.ts';

/** What the meter opens: the session's figures, what was lost, and the budget. */
export function Spending() {
  const ledger = useLedger();
  const { listedTenths, requests } = meter.use();
  const keeping = useKeeping();
  const price = usePrice();
  const underWay = ledger.pending.filter(({ step }) => step !== 'lost').reduce((sum, { tenths }) => sum + tenths, 0);
  const lost = ledger.pending.reduce((sum, { step, tenths }) => (step === 'lost' ? sum + tenths : sum), 0);
  return (
    <div className="grid gap-4 p-4">
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 tabular-nums">
        <Figure name="Used this session">{toCreditFigure(ledger.usedTenths)}</Figure>
        {price !== undefined && <Figure name="In money">{toMoneyOf(ledger.usedTenths, price)}</Figure>}
        {listedTenths > 0 && (
          <Figure name="Of these by the price list, below the whole credits that the service counts">
            {toCreditFigure(listedTenths)}
          </Figure>
        )}
        <Figure name="Under way, at most">{toCreditFigure(underWay)}</Figure>
        <Figure name="Perhaps charged, at most">{toCreditFigure(lost + ledger.leftTenths)}</Figure>
        <Figure name="Saved by reuse">{toCreditFigure(ledger.savedTenths)}</Figure>
        {requests && (
          <Figure name="Requests left this minute, as last heard">
            {requests.left}
            {requests.limit === undefined ? '' : ` of ${requests.limit}`}
          </Figure>
        )}
      </dl>
      <LostList />
      <BudgetForm />
      {keeping.kind === 'memory' && (
        <p className="text-warn">This browser keeps nothing for this page, so the budget holds for this tab alone.</p>
      )}
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
