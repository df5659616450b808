import type { DealRecord } from '../../library/records/records.ts';

/** A firm that took part in deals of another one, and in how many. */
export type CoInvestor = { readonly id: string; readonly deals: number };

/** Who invests with a firm, the most frequent first: each firm once a deal, the firm itself left out. */
export function toCoInvestors(deals: readonly DealRecord[], firm: string): CoInvestor[] {
  const counts = new Map<string, number>();
  for (const { investor_ids: ids } of deals) {
    for (const id of new Set(ids)) if (id !== firm) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts]
    .map(([id, count]) => ({ id, deals: count }))
    .toSorted((one, other) => other.deals - one.deals || one.id.localeCompare(other.id));
}
