import { monthNames, toDay } from '../../../../platform/format.ts';
import {
  findStage,
  formatCountedRound,
  getRoundColor,
  rankRound,
  type Round,
  toPlainRound,
} from '../../../../platform/rounds.ts';
import type { Grouping, GridRow } from '../table/grid-column.ts';

/** Groups rows by round, from early to late. */
export const groupByStage = <R extends GridRow>(
  read: (row: R) => Round | null | undefined,
  name = 'Stage',
): Grouping<R> => ({
  id: 'stage',
  name,
  none: 'No round',
  direction: 'ascending',
  read(row) {
    const round = read(row);
    if (!round) return null;
    const plain = toPlainRound(round);
    const stage = findStage(plain);
    return {
      // What has no stage comes after all that have one.
      order: (stage === 0 ? 100 : stage) * 100 + rankRound(plain),
      name: formatCountedRound(round.pre === undefined ? round : plain),
      sign: <i aria-hidden className="size-2 rounded-xs" style={{ background: getRoundColor(plain) }} />,
    };
  },
});

/** Groups rows by UTC month, the newest first. */
export const groupByMonth = <R extends GridRow>(read: (row: R) => string | null | undefined): Grouping<R> => ({
  id: 'month',
  name: 'Month',
  none: 'No date',
  direction: 'descending',
  read(row) {
    const day = toDay(read(row) ?? null);
    if (day === undefined) return null;
    return { order: day.slice(0, 7), name: `${monthNames[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(0, 4)}` };
  },
});

/** Groups rows by words, in the order of the alphabet. */
export const groupByWords = <R extends GridRow>(
  names: Pick<Grouping<R>, 'id' | 'name' | 'none'>,
  read: (row: R) => string | null | undefined,
): Grouping<R> => ({
  ...names,
  direction: 'ascending',
  read(row) {
    const name = read(row);
    return name ? { order: name, name } : null;
  },
});

/** Groups rows by the name of a country. */
export const groupByCountry = <R extends GridRow>(read: (row: R) => string | null | undefined): Grouping<R> =>
  groupByWords({ id: 'country', name: 'Country', none: 'Country not known' }, read);
