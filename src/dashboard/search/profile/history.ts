import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { toDay } from '../../platform/format.ts';
import { storedQuery } from '../../library/records/stored-query.ts';
import { unlockedDeals, type DealRecord } from '../../library/records/records.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { toPages, type PageRequest } from '../table/pages.ts';

/** Whose deals: the name of the list and the id of the record. */
export type HistoryOf = readonly [list: 'company deals' | 'investor deals' | 'person deals', id: string];

/** Asks for one page of a history, newest first. */
export type AskDeals = (authorization: SpendAuthorization, page: PageRequest) => Promise<readonly DealRecord[]>;

/** The ids of a history as far as it was bought, newest first and without a gap: watching it never asks. */
export const keptHistory = (of: HistoryOf): ReturnType<typeof storedQuery<string[]>> =>
  storedQuery([...of], z.array(z.string()));

/** Buys so many deals of a history after those that are listed; a failure is read from the list's query. */
export async function buyHistory(
  authorization: SpendAuthorization,
  client: QueryClient,
  of: HistoryOf,
  rows: number,
  ask: AskDeals,
): Promise<void> {
  const options = keptHistory(of);
  const read = () => client.getQueryData<string[]>(options.queryKey) ?? [];
  for (const request of toPages(read().length, rows)) {
    const before = read();
    const queryFn = async () => {
      const deals = await ask(authorization, request);
      unlockedDeals.keep(deals);
      return toContinued(
        before,
        deals.map(({ id }) => id),
      );
    };
    const after = await client.query({ ...options, queryFn, staleTime: 0 }).catch(() => undefined);
    if (after?.length !== before.length + request.size) return;
  }
}

/**
 * A list with its next page. Where a page brings a deal again, newer ones came in before it and the newest are not
 * known: then no list stands, the deals themselves stay owned, and the history is offered whole.
 */
export function toContinued(before: readonly string[], found: readonly string[]): string[] {
  const known = new Set(before);
  return found.some((id) => known.has(id)) ? [] : [...before, ...found];
}

/** The deals of a record, as far as they are owned. */
export type History = {
  /** Newest first, those without a date last: the list, and what other searches brought. */
  readonly deals: readonly DealRecord[];
  /** How many of them the list holds: the newest ones, without a gap. */
  readonly listed: number;
  /** How many there are, where the record says so. */
  readonly total: number | null;
  readonly whole: boolean;
  /** All deals after this UTC day are known; blank when all are, undefined when none are for sure. */
  readonly knownAfter: string | undefined;
};

/** Whether a deal belongs to a history as far as it says so itself; the deals of a person's firms do not. */
export function isDealOf({ company_id, investor_ids, angel_investor_ids }: DealRecord, [list, id]: HistoryOf): boolean {
  if (list === 'company deals') return company_id === id;
  return (list === 'investor deals' ? investor_ids : angel_investor_ids)?.includes(id) === true;
}

/** Puts the list of a history and other owned deals of its record together. */
export function toHistory(listed: readonly string[], others: readonly DealRecord[], total: number | null): History {
  const list = listed.flatMap((id) => unlockedDeals.read(id) ?? []);
  const inList = new Set(listed);
  const deals = [...list, ...others.filter(({ id }) => !inList.has(id))].toSorted(byDate);
  const whole = total !== null && deals.length >= total;
  const last = list.at(-1);
  const reached = last && (toDay(last.date) ?? '');
  return { deals, listed: list.length, total, whole, knownAfter: whole ? '' : reached };
}

const byDate = (one: DealRecord, other: DealRecord): number =>
  (toDay(other.date) ?? '').localeCompare(toDay(one.date) ?? '') || one.id.localeCompare(other.id);

/** What a block about these deals rests on: "All 214 deals", "The newest 25 of 214 deals". */
export function toBasis({ deals, listed, total, whole }: History, one = 'deal'): string {
  const figure = (count: number) => count.toLocaleString('en-US');
  if (whole) return deals.length === 1 ? `The one ${one}` : `All ${figure(deals.length)} ${one}s`;
  const of = total === null ? '' : ` of ${figure(total)}`;
  const many = (count: number) => ((total ?? count) === 1 ? one : `${one}s`);
  if (listed === 0) return `${figure(deals.length)}${of} ${many(deals.length)}, those that searches brought`;
  const others = deals.length - listed;
  return `The newest ${figure(listed)}${of} ${many(listed)}${others > 0 ? ` and ${figure(others)} that searches brought` : ''}`;
}
