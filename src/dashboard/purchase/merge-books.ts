import { toDevice, type CallBook } from './call-books.ts';
import type { DaySums, LoggedCall } from './logged-call.ts';

/**
 * Merges a book of the same account, or an earlier state of this very book, so that each call counts once: of the sums
 * of one device those stand that reach further, and they take the place of the lines that they count.
 */
export function mergeBooks(here: CallBook, there: CallBook): CallBook {
  const folded = { ...here.folded };
  for (const [device, sums] of Object.entries(there.folded)) {
    if (sums.to > (folded[device]?.to ?? -1)) folded[device] = sums;
  }
  const calls = new Map(here.calls.map((call) => [call.id, call]));
  for (const call of there.calls) calls.set(call.id, toFuller(calls.get(call.id), call));
  const standing = [...calls.values()].filter((call) => call.at > (folded[toDevice(call)]?.to ?? -1));
  return { calls: standing, folded };
}

/** The line that knows more about one call. */
function toFuller(here: LoggedCall | undefined, there: LoggedCall): LoggedCall {
  if (here === undefined) return there;
  const isFuller = here.outcome === 'unknown' ? there.outcome !== 'unknown' : there.calls > here.calls;
  if (!isFuller) return here;
  const { otherKey: _otherKey, ...fuller } = there;
  return here.otherKey ? { ...fuller, otherKey: true } : fuller;
}

/**
 * The book of another account as a part of this one: listed, and left out of the sum of credits. What this account
 * knows of itself is left out, so that it cannot come back as another's.
 */
export function toOthersBook(there: CallBook, here: CallBook): CallBook {
  const known = new Set([...here.calls.map(toDevice), ...Object.keys(here.folded)]);
  const folded = Object.entries(there.folded).flatMap(([device, { to, days }]) =>
    known.has(device) ? [] : [[toOther(device), { to, days: toUnbilled(days) }] as const],
  );
  const calls = there.calls.flatMap((call): LoggedCall[] =>
    known.has(toDevice(call)) ? [] : [{ ...call, device: toOther(toDevice(call)), otherKey: true }],
  );
  return { calls, folded: Object.fromEntries(folded) };
}

const toOther = (device: string): string => (device.startsWith('other ') ? device : `other ${device}`);

const toUnbilled = (days: DaySums): DaySums =>
  Object.fromEntries(
    Object.entries(days).map(([day, totals]) => [
      day,
      { ...totals, quotedTenths: 0, billedTenths: 0, unknownTenths: 0 },
    ]),
  );
