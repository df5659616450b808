import type { DealRecord } from '../../library/records/records.ts';
import { toDay } from '../../platform/format.ts';

/** Deals in 12 months and in the 12 before; null where the unlocked deals do not reach back so far. */
export type Pace = {
  /** UTC days: the last of both periods, and the day before the first of each. */
  readonly until: string;
  readonly from: string;
  readonly fromBefore: string;
  readonly now: number | null;
  readonly before: number | null;
};

/** The same day `months` months before, or the last day of a shorter month. */
export function subtractMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const lastDate = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, lastDate));
  return first.toISOString().slice(0, 10);
}

/**
 * Counts the deals of (until - 12 months, until] and of the year before it, as the service counts its last 12 months.
 * `knownAfter`: see `DealHistory`.
 */
export function measurePace(deals: readonly DealRecord[], until: string, knownAfter: string | undefined): Pace {
  const from = subtractMonths(until, 12);
  const fromBefore = subtractMonths(until, 24);
  const days = deals.flatMap(({ date }) => toDay(date) ?? []);
  const count = (after: string, last: string) =>
    knownAfter !== undefined && knownAfter <= after ? days.filter((day) => day > after && day <= last).length : null;
  return { until, from, fromBefore, now: count(from, until), before: count(fromBefore, from) };
}

/** "41%"; undefined where a count is unknown or the whole is 0. */
export function formatShare(part: number | null | undefined, whole: number | null | undefined): string | undefined {
  if (typeof part !== 'number' || typeof whole !== 'number' || whole <= 0) return undefined;
  return `${Math.round((100 * part) / whole)}%`;
}

/** An investor that shares deals with another one. */
export type CoInvestor = { readonly id: string; readonly deals: number };

/** Who invests with an investor, most shared deals first; each counts once a deal. */
export function rankCoInvestors(deals: readonly DealRecord[], investorId: string): CoInvestor[] {
  const counts = new Map<string, number>();
  for (const { investor_ids: ids } of deals) {
    for (const id of new Set(ids)) if (id !== investorId) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts]
    .map(([id, count]) => ({ id, deals: count }))
    .toSorted((one, other) => other.deals - one.deals || one.id.localeCompare(other.id));
}
