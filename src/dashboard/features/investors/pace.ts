import { toDay } from '../../platform/format.ts';
import type { DealRecord } from '../../library/records/records.ts';

/** Deals of twelve months against the twelve before; a figure is null where the owned deals do not reach back so far. */
export type Pace = {
  /** The last day that counts, and the first ones of both years; UTC. */
  readonly until: string;
  readonly from: string;
  readonly fromBefore: string;
  readonly now: number | null;
  readonly before: number | null;
};

/** The same day so many months before; the last day of the month where that one is shorter. */
export function toMonthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const lastDate = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, lastDate));
  return first.toISOString().slice(0, 10);
}

/**
 * Counts the deals of (until - 12 months, until] and of the year before it, as the service counts its last 12 months.
 * `knownAfter` is the day after which all deals are known: blank when all are, undefined when none are for sure.
 */
export function toPace(deals: readonly DealRecord[], until: string, knownAfter: string | undefined): Pace {
  const from = toMonthsBefore(until, 12);
  const fromBefore = toMonthsBefore(until, 24);
  const days = deals.flatMap(({ date }) => toDay(date) ?? []);
  const count = (after: string, last: string) =>
    knownAfter !== undefined && knownAfter <= after ? days.filter((day) => day > after && day <= last).length : null;
  return { until, from, fromBefore, now: count(from, until), before: count(fromBefore, from) };
}

/** A part of a whole in whole per cent; undefined where one of them is not known or there is no whole. */
export function toShare(part: number | null | undefined, whole: number | null | undefined): string | undefined {
  if (typeof part !== 'number' || typeof whole !== 'number' || whole <= 0) return undefined;
  return `${Math.round((100 * part) / whole)}%`;
}
