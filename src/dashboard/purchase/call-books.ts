import { z } from 'zod';
import { daySums, noTotals, toFolded, toJoined, type DaySums, type LoggedCall, type Totals } from './logged-call.ts';

/** The lines of one device that became sums by UTC day: all of them up to a moment in milliseconds, that one included. */
const foldedBook = z.object({ to: z.number(), days: daySums });
/** What became sums, by the device that wrote the lines: a line is counted in them or stands by itself, never both. */
export const foldedBooks = z.record(z.string(), foldedBook);
export type FoldedBooks = z.infer<typeof foldedBooks>;

/** An account book: its lines, each with the device that wrote it, and the sums of older ones. */
export type CallBook = { readonly calls: readonly LoggedCall[]; readonly folded: FoldedBooks };

/** The sums by day of all devices. */
export function toDaySums(folded: FoldedBooks): DaySums {
  const days: Record<string, Totals> = {};
  for (const book of Object.values(folded)) {
    for (const [day, totals] of Object.entries(book.days)) days[day] = toJoined(days[day] ?? noTotals, totals);
  }
  return days;
}

/** Which device wrote a line; "" where it is not said. */
export const toDevice = ({ device = '' }: LoggedCall): string => device;

/** Turns lines into sums; they must be all of the book up to a moment, so that its end tells what was counted. */
export function foldCalls(folded: FoldedBooks, calls: readonly LoggedCall[]): FoldedBooks {
  const next = { ...folded };
  for (const call of calls) {
    const device = toDevice(call);
    const before = next[device] ?? { to: call.at, days: {} };
    next[device] = { to: Math.max(before.to, call.at), days: toFolded(before.days, [call]) };
  }
  return next;
}
