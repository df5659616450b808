import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { changePurchase, listPurchaseDays, listPurchases, type Purchase } from '#contract/workspace/purchases.ts';
import { queryClient } from '../platform/http/query-client.ts';
import { callWorkspace, workspaceKey } from '../platform/http/workspace.ts';

/** The paid requests of the account, newest first, in pages. */
export const purchasesQuery = infiniteQueryOptions({
  queryKey: workspaceKey('purchases', 'list'),
  queryFn: ({ signal, pageParam: before }) =>
    callWorkspace(listPurchases, { query: { limit: 1000, ...(before === '' ? {} : { before }) }, signal }),
  initialPageParam: '',
  getNextPageParam: ({ purchases, more }) => (more ? purchases.at(-1)?.id : undefined),
});

/** What was spent on each UTC day with a purchase, oldest first. */
export const purchaseDaysQuery = queryOptions({
  queryKey: workspaceKey('purchases', 'days'),
  queryFn: async ({ signal }) => (await callWorkspace(listPurchaseDays, { query: undefined, signal })).days,
});

/** The unconfirmed charges that nobody has dismissed. */
export const unconfirmedQuery = queryOptions({
  queryKey: workspaceKey('purchases', 'unconfirmed'),
  queryFn: async ({ signal }): Promise<Purchase[]> => {
    const { purchases } = await callWorkspace(listPurchases, { query: { state: 'unconfirmed' }, signal });
    return purchases.filter(({ dismissed }) => !dismissed);
  },
});

/** Takes an unconfirmed charge off the list; it still counts. */
export async function dismissCharge(id: string): Promise<void> {
  await callWorkspace(changePurchase, { params: { id }, body: { dismissed: true } });
  await queryClient.invalidateQueries({ queryKey: workspaceKey('purchases') });
}
