import { Suspense } from 'react';
import { LazyBudgetDialog } from './lazy-spending.ts';
import { useBudgetQuestion } from './reservation.ts';

/** Stands in the shell and asks when a purchase does not fit into the budget. */
export function BudgetGate() {
  const question = useBudgetQuestion();
  return (
    question && (
      <Suspense>
        <LazyBudgetDialog question={question} />
      </Suspense>
    )
  );
}
