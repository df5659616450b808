import { Sheet } from '../platform/ui/sheet.tsx';
import { Button } from '../platform/ui/button.tsx';
import { toBudgetLeft, toCommitted } from './ledger.ts';
import { toCreditFigure, toCredits } from './price.ts';
import type { BudgetQuestion } from './reservation.ts';

/** Asks what to do with a purchase that the session's budget does not cover. */
export function BudgetDialog({ question: { tenths, ledger, answer } }: { readonly question: BudgetQuestion }) {
  const committed = toCommitted(ledger);
  const figures = [
    ['Budget of this session', ledger.budgetTenths ?? 0],
    ['Used', ledger.usedTenths],
    ['Under way or perhaps charged, at most', committed - ledger.usedTenths],
    ['Left of the budget', Math.max(0, toBudgetLeft(ledger) ?? 0)],
    ['This purchase, at most', tenths],
  ] as const;
  return (
    <Sheet title="This could go over the budget" onClose={() => answer(false)}>
      <div className="grid gap-4 p-4">
        <p className="text-ink-2">Nothing is sent yet.</p>
        <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 tabular-nums">
          {figures.map(([name, figure]) => (
            <div key={name} className="contents">
              <dt className="text-ink-2">{name}</dt>
              <dd className="text-right">{toCreditFigure(figure)}</dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-wrap gap-2">
          <Button look="primary" onClick={() => answer(true)}>
            Raise it to {toCredits(committed + tenths)} and go on
          </Button>
          <Button onClick={() => answer(false)}>Cancel, spend nothing</Button>
        </div>
      </div>
    </Sheet>
  );
}
