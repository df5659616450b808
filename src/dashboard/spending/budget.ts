import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Budget, changeBudget, readBudget } from '#contract/workspace/budget.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { queryClient } from '../platform/http/query-client.ts';
import { callWorkspace, useHasWorkspace, workspaceKey } from '../platform/http/workspace.ts';
import { formatCredits } from './price.ts';

/** The budget of the account with what is spent; free. */
const budgetQuery = queryOptions({
  queryKey: workspaceKey('budget'),
  queryFn: ({ signal }) => callWorkspace(readBudget, { query: undefined, signal }),
});

/** The budget of the account; undefined until the gateway has reported it. */
export function useBudget(): Budget | undefined {
  return useQuery({ ...budgetQuery, enabled: useHasWorkspace() }).data;
}

/** Changes the budget of the account, in tenths of a credit; throws an ApiError where the gateway does not take it. */
export async function saveBudget(body: BodyOf<typeof changeBudget>): Promise<void> {
  queryClient.setQueryData(budgetQuery.queryKey, await callWorkspace(changeBudget, { body }));
}

/** A budget with what it still allows; negative when it was lowered below what is committed. */
type BudgetLeft = { readonly of: 'session' | 'day'; readonly tenths: number };

/** The budget with the least left; undefined if none is set, or before it is known. */
export function getBudgetLeft(budget: Budget | undefined): BudgetLeft | undefined {
  if (!budget) return undefined;
  const getLeft = ({ limit, used, unconfirmed }: Budget['day']) =>
    limit === null ? Infinity : limit - used - unconfirmed - budget.running;
  const [session, day] = [getLeft(budget.session), getLeft(budget.day)];
  const least: BudgetLeft = day < session ? { of: 'day', tenths: day } : { of: 'session', tenths: session };
  return least.tenths === Infinity ? undefined : least;
}

/** Whether both budgets cover this many more tenths. */
export const isCovered = (budget: Budget | undefined, tenths: number): boolean =>
  (getBudgetLeft(budget)?.tenths ?? Infinity) >= tenths;

/** The budgets in sentences. */
export const budgetNames = { session: 'this session’s budget', day: 'today’s budget' } as const;

/** "12 credits of today’s budget are left." */
export function describeBudgetLeft({ of, tenths }: BudgetLeft): string {
  const left = Math.max(0, tenths);
  return `${formatCredits(left)} of ${budgetNames[of]} ${left === 10 ? 'is' : 'are'} left.`;
}
