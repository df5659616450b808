import type { ParsedBodyOf } from '#contract/endpoint.ts';
import type { changeBudget, WorkspaceBudget } from '#contract/workspace-budget.ts';
import { requestWorkspace } from '../platform/http/gateway-request.ts';
import { readJournal, type Journal } from './journal.ts';

/** Records the budget of the account as the gateway reported it, for every tab; one that is known changes nothing. */
export async function reportBudget(journal: Journal, budget: WorkspaceBudget): Promise<void> {
  await journal.append(({ account }, at) =>
    JSON.stringify(account) === JSON.stringify(budget) ? [] : [{ type: 'budget-reported', at, budget }],
  );
}

/** Reads the budget of the account; the first browser to connect sets it to its own. */
export async function openAccountBudget(journal: Journal, signal: AbortSignal): Promise<void> {
  const { budgetTenths, dayBudgetTenths } = await journal.append(() => []);
  const body = { initial: true, session_tenths: budgetTenths, day_tenths: dayBudgetTenths };
  await reportBudget(journal, getData(await requestWorkspace('/workspace/budget', signal, body)));
}

/** Reads the budget of the account again. */
export async function refreshAccountBudget(journal: Journal, signal: AbortSignal): Promise<void> {
  await reportBudget(journal, getData(await requestWorkspace('/workspace/budget', signal)));
}

/** Changes the budget of the account; throws an ApiError where the gateway does not take it. */
export async function changeAccountBudget(body: ParsedBodyOf<typeof changeBudget>): Promise<void> {
  const journal = await readJournal();
  const { signal } = new AbortController();
  await reportBudget(journal, getData(await requestWorkspace('/workspace/budget', signal, body)));
}

/** Our own gateway sends it as the contract says. */
const getData = (json: unknown): WorkspaceBudget => (json as { readonly data: WorkspaceBudget }).data;
