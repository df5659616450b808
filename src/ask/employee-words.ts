import { employeeRange, type EmployeeRange } from '#contract/enums.ts';
import { type Bounds, boundsOf, rangeOf, sideAfter } from './bounds.ts';
import { readCount, unit } from './figure-words.ts';
import { convert, maybe, notFollowedBy, longestOf, phrases, sequence } from './phrases.ts';
import type { PhraseReader } from './sentence.ts';

const heads = phrases('employee/people/ppl/staff/worker/head/fte/person | team member');
const team = phrases('team size? of? | headcount of? | staff of');
const bounds = boundsOf(readCount);
const headCount: PhraseReader<Bounds<number>> = longestOf(
  convert(sequence(readCount, heads, sideAfter), ([count, , side]): Bounds<number> => ({ [side]: count })),
  convert(sequence(bounds, heads), ([own]) => own),
  convert(sequence(team, bounds, notFollowedBy(unit)), ([, own]) => own),
);

// "11-50 or 51-100 employees": the first range has no noun of its own.
const twoRanges = sequence(rangeOf(readCount), maybe(phrases('or/and/,')), headCount);

/** The ranges of the API that words about employees mean. */
export const readEmployees: PhraseReader<readonly EmployeeRange[]> = convert(
  longestOf<readonly Bounds<number>[]>(
    convert(twoRanges, ([first, , last]) => [first, last]),
    convert(headCount, (own) => [own]),
  ),
  (list) => {
    const ranges = list.flatMap(listEmployeeRanges);
    return ranges.length > 0 ? ranges : undefined;
  },
);

/** The ranges of the API that are mostly within the bounds; for one number, the range that contains it. */
function listEmployeeRanges({
  above = 0,
  below = Infinity,
  min = above + 1,
  max = below - 1,
}: Bounds<number>): EmployeeRange[] {
  const ranges = employeeRange.options.map((range) => {
    const [start = 0, end = Infinity] = range.replace('+', '').split('-').map(Number);
    return { range, start, end: range.endsWith('+') ? Infinity : end };
  });
  const within = ranges.filter(({ start, end }) => {
    const [from, to] = [Math.max(start, min), Math.min(end, max)];
    return end === Infinity ? max === Infinity || to >= start : to - from + 1 >= (end - start + 1) / 2;
  });
  const holding = ranges.filter(({ start, end }) => start <= min && max <= end);
  return (within.length > 0 ? within : holding).map(({ range }) => range);
}
