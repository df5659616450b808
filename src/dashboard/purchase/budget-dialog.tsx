import { Button } from '../platform/ui/button.tsx';
import { Sheet } from '../platform/ui/sheet.tsx';
import { formatCreditFigure, formatCredits } from './price.ts';
import type { BudgetPrompt } from './reserve-budget.ts';
import { getBudgetLeft, getCommittedTenths } from './session.ts';

/** Asks what to do with a purchase that the session budget does not cover. */
export function BudgetDialog({ prompt: { tenths, session, onDecide } }: { readonly prompt: BudgetPrompt }) {
  const committed = getCommittedTenths(session);
  const figures = [
    ['Session budget', session.budgetTenths ?? 0],
    ['Used', session.usedTenths],
    ['In flight or unconfirmed, at most', committed - session.usedTenths],
    ['Left', Math.max(0, getBudgetLeft(session) ?? 0)],
    ['This purchase, at most', tenths],
  ] as const;
  return (
    <Sheet title="This could exceed the session budget" onClose={() => onDecide(false)}>
      <div className="grid gap-4 p-4">
        <p className="text-ink-2">Nothing was sent yet.</p>
        <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 tabular-nums">
          {figures.map(([name, figure]) => (
            <div key={name} className="contents">
              <dt className="text-ink-2">{name}</dt>
              <dd className="text-right">{formatCreditFigure(figure)}</dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-wrap gap-2">
          <Button look="primary" onClick={() => onDecide(true)}>
            Raise to {formatCredits(committed + tenths)} and continue
          </Button>
          <Button onClick={() => onDecide(false)}>Cancel purchase</Button>
        </div>
      </div>
    </Sheet>
  );
}
