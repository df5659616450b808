import type { DealRecord } from '../../library/records/records.ts';

/** A firm in a company, with the owned rounds that name it. */
export type Backer = { readonly id: string; readonly rounds: number };

/** The firms of a company: those of all rounds as its record lists them, most rounds first. */
export function toBackers(ids: readonly string[], deals: readonly DealRecord[]): Backer[] {
  const all = new Set([...ids, ...deals.flatMap(({ investor_ids: firms }) => firms ?? [])]);
  return [...all]
    .map((id) => ({ id, rounds: deals.filter(({ investor_ids: firms }) => firms?.includes(id)).length }))
    .toSorted((one, other) => other.rounds - one.rounds || one.id.localeCompare(other.id));
}
