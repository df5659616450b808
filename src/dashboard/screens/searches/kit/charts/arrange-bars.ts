import type { Stage } from '../../../../platform/rounds.ts';

/** A class of records: its key, name and stage color. */
export type RecordClass = { readonly key: string; readonly label: string; readonly stage?: Stage };

/** The bars of records, and the indexes of the bars that each record is in. */
export type ArrangedBars = {
  readonly bars: readonly RecordClass[];
  readonly members: readonly (readonly number[])[];
};

/** Beyond this many bars, the oldest or the smallest are combined. */
const maxScaleBars = 60;
const maxNameBars = 7;

/** Bars for all positions of a scale from the first record to the last, empty ones too. */
export function arrangeScale(
  positions: readonly (readonly number[])[],
  toClass: (position: number) => RecordClass,
): ArrangedBars {
  const present = positions.flat();
  if (present.length === 0) return { bars: [], members: positions };
  const last = present.reduce((max, position) => Math.max(max, position));
  const first = present.reduce((min, position) => Math.min(min, position));
  const from = Math.max(first, last - maxScaleBars + 1);
  const older = from > first ? [{ key: '(before)', label: `Before ${toClass(from).label}` }] : [];
  return {
    bars: [...older, ...Array.from({ length: last - from + 1 }, (_, at) => toClass(from + at))],
    members: positions.map((own) => own.map((position) => (position < from ? 0 : position - from + older.length))),
  };
}

/** Bars for the most frequent names, by frequency or by rank; the others are one bar. */
export function arrangeNames(
  names: readonly (readonly string[])[],
  toClass: (name: string) => RecordClass,
  rank?: (name: string) => number,
): ArrangedBars {
  const sizes = new Map<string, number>();
  for (const name of names.flat()) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  const classes = [...sizes].map(([name, size]) => ({ name, size, ...toClass(name) }));
  const frequent = classes.toSorted((one, other) => other.size - one.size || (one.label < other.label ? -1 : 1));
  const shown = frequent.length > maxNameBars + 1 ? frequent.slice(0, maxNameBars) : frequent;
  const ordered = rank ? shown.toSorted((one, other) => rank(one.name) - rank(other.name)) : shown;
  const rest = frequent.length - shown.length;
  // Bars of rounds have their stage's color; combined rounds have none.
  const others = {
    key: '(other)',
    label: `${rest.toLocaleString('en-US')} others`,
    ...(rank ? { stage: 0 as const } : {}),
  };
  const barOf = new Map(ordered.map(({ name }, bar) => [name, bar]));
  return {
    bars: [...ordered.map(({ name }) => toClass(name)), ...(rest > 0 ? [others] : [])],
    members: names.map((own) => [...new Set(own.map((name) => barOf.get(name) ?? ordered.length))]),
  };
}
