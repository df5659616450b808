import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { unlockedDeals, type DealRecord } from '../../library/records/records.ts';
import { isDealOf, keptHistory, toHistory, type History, type HistoryOf } from './history.ts';

/** A history with its state: when it came, whether it is being asked for, and what went wrong. */
export type WatchedHistory = History & {
  readonly of: HistoryOf;
  /** When the list was bought, or the oldest of the other deals; in milliseconds, undefined when there is none. */
  readonly at: number | undefined;
  readonly pending: boolean;
  readonly failure: Error | null;
};

/** Watches the owned deals of a record, of which there are so many as far as it says; nothing is asked. */
export function useHistory(name: HistoryOf[0], id: string, total: number | null): WatchedHistory {
  const version = unlockedDeals.useVersion();
  const of = useMemo((): HistoryOf => [name, id], [name, id]);
  const list = useQuery(keptHistory(of));
  const others = useMemo(() => (version < 0 ? [] : findDealsOf(of)), [version, of]);
  const history = toHistory(list.data ?? [], others, total);
  const times = history.deals.flatMap((deal) => unlockedDeals.readTime(deal.id) ?? []);
  const oldest = times.length > 0 ? Math.min(...times) : undefined;
  return {
    ...history,
    of,
    at: history.listed > 0 ? list.dataUpdatedAt : oldest,
    pending: list.isFetching,
    failure: list.error,
  };
}

/** The deals of a record among all that is owned, row by row: most of them are never objects at once. */
function findDealsOf(of: HistoryOf): DealRecord[] {
  const deals: DealRecord[] = [];
  for (const { row } of unlockedDeals.rows()) if (isDealOf(row, of)) deals.push(row);
  return deals;
}
