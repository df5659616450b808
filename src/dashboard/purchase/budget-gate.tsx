import { lazy, Suspense } from 'react';
import { useBudgetPrompt } from './reserve-budget.ts';

const LazyBudgetDialog = lazy(() =>
  import('./budget-dialog.tsx').then(({ BudgetDialog }) => ({ default: BudgetDialog })),
);

/** Part of the shell: asks when the budget does not cover a purchase. */
export function BudgetGate() {
  const prompt = useBudgetPrompt();
  return (
    prompt && (
      <Suspense>
        <LazyBudgetDialog prompt={prompt} />
      </Suspense>
    )
  );
}
