import { lazy } from 'react';

/** What the meter opens, in a chunk of its own. */
export const LazySpending = lazy(() => import('./spending.tsx').then(({ Spending }) => ({ default: Spending })));
/** The question about the budget, in a chunk of its own. */
export const LazyBudgetDialog = lazy(() =>
  import('./budget-dialog.tsx').then(({ BudgetDialog }) => ({ default: BudgetDialog })),
);
