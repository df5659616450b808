import type { ClassName, Classes } from './classes.ts';
import type { Reading } from './reading.ts';

/** The key of the bar of records that say nothing to divide them by. */
export const noneKey = '(none)';
const otherKey = '(other)';
const beforeKey = '(before)';

/** More bars than these tell nothing more: the oldest, or the smallest, become one. */
const mostOnScale = 60;
const mostNames = 7;

/** The bars in order, and the bar of each class. */
export type Slots = {
  readonly bars: readonly ClassName[];
  readonly slotOf: ReadonlyMap<number, number>;
  readonly none: number;
};

/** Puts classes in order, and what says nothing behind them. */
export function toSlots({ codes, ends, count }: Reading, classes: Classes, none: string): Slots {
  const sizes = new Map<number, number>();
  for (const code of codes) sizes.set(code, (sizes.get(code) ?? 0) + 1);
  const { bars, slotOf } = classes.isScale ? toScale(sizes, classes) : toNames(sizes, classes);
  let hasNone = false;
  for (let row = 0; row < count && !hasNone; row += 1)
    hasNone = (ends[row] ?? 0) === (row > 0 ? (ends[row - 1] ?? 0) : 0);
  return { bars: hasNone ? [...bars, { key: noneKey, label: none }] : bars, slotOf, none: bars.length };
}

type Ordered = { readonly bars: ClassName[]; readonly slotOf: Map<number, number> };

/** Every class from the first to the last; the oldest become one where there are too many. */
function toScale(sizes: ReadonlyMap<number, number>, { toName }: Classes): Ordered {
  const present = [...sizes.keys()];
  if (present.length === 0) return { bars: [], slotOf: new Map() };
  const last = present.reduce((most, code) => Math.max(most, code), -Infinity);
  const first = present.reduce((least, code) => Math.min(least, code), Infinity);
  const from = Math.max(first, last - mostOnScale + 1);
  const bars: ClassName[] = from > first ? [{ key: beforeKey, label: `Before ${toName(from).label}` }] : [];
  const shift = bars.length - from;
  for (let code = from; code <= last; code += 1) bars.push(toName(code));
  return { bars, slotOf: new Map(present.map((code) => [code, code < from ? 0 : code + shift])) };
}

/** The classes that there are, by rank or by frequency; the rarest become one where there are too many. */
function toNames(sizes: ReadonlyMap<number, number>, { toName, byCount }: Classes): Ordered {
  const frequent = [...sizes.keys()].toSorted(
    (one, other) =>
      (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0) || (toName(one).label < toName(other).label ? -1 : 1),
  );
  const kept = frequent.length > mostNames + 1 ? frequent.slice(0, mostNames) : frequent;
  const ordered = byCount ? kept : kept.toSorted((one, other) => one - other);
  const slotOf = new Map(frequent.map((code) => [code, kept.length]));
  ordered.forEach((code, slot) => slotOf.set(code, slot));
  const rest = frequent.length - kept.length;
  // Where bars have the colours of their stages, several together have none.
  const grey = byCount ? {} : ({ look: 0 } as const);
  const bars: ClassName[] = ordered.map(toName);
  return {
    bars: rest > 0 ? [...bars, { ...grey, key: otherKey, label: `${rest.toLocaleString('en-US')} others` }] : bars,
    slotOf,
  };
}

/** Visits every bar that a record stands in, each once. */
export function eachPlace(
  { codes, ends, count }: Reading,
  { slotOf, none }: Slots,
  visit: (row: number, slot: number) => void,
) {
  const lastRow = new Int32Array(none + 2).fill(-1);
  for (let row = 0, at = 0; row < count; row += 1) {
    const end = ends[row] ?? 0;
    if (at === end) visit(row, none);
    for (; at < end; at += 1) {
      const slot = slotOf.get(codes[at] ?? 0) ?? none;
      if (lastRow[slot] === row) continue;
      lastRow[slot] = row;
      visit(row, slot);
    }
  }
}
