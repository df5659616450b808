import { facetStages } from '#contract/facets.ts';
import type { Market } from '#contract/market.ts';
import { type DealTable, listHistory, pickRows, stages } from './deal-table.ts';
import { readPercentiles } from './percentiles.ts';
import { type DaySpan, findYearBefore, formatPeriod, isWithin, monthOf, type Periods } from './periods.ts';

type Sizes = NonNullable<Market['sizes']>;
export type Figure = 'amount' | 'valuation' | 'step_up' | 'months';

type SizesOptions = {
  readonly table: DealTable;
  /** All known deals of the question. */
  readonly rows: Int32Array;
  readonly periods: Periods;
  readonly figure: Figure;
  readonly start: number;
  readonly end: number;
  readonly recent: DaySpan;
  readonly knownOn: number;
  /** Nothing is compared with days before this one; all days by default. */
  readonly completeSince?: number | undefined;
};

const daysPerMonth = 365.25 / 12;

/** Percentiles of round sizes, or of another figure, by period and stage, and in the recent window with the change of a year. */
export function computeSizes(options: SizesOptions): Sizes {
  const { table, rows, periods, figure, start, end, recent, knownOn, completeSince } = options;
  const read = readFigure(table, figure, knownOn);
  const first = periods.of(monthOf(start));
  const last = periods.of(monthOf(Math.min(end, knownOn)));
  const byPeriod = createGroups(last - first + 1);
  const now = createGroups(1);
  const before = createGroups(1);
  const yearBefore = findYearBefore(recent, knownOn, completeSince);
  for (const deal of figure === 'amount' ? orderBySize(table, rows) : rows) {
    const day = table.day[deal] as number;
    const stage = table.stage[deal] as number;
    const value = read(deal);
    if (day >= start && day <= end && day <= knownOn)
      addTo(byPeriod, periods.of(table.month[deal] as number) - first, stage, value);
    if (day >= recent.start && day <= recent.end) addTo(now, 0, stage, value);
    if (isWithin(table, deal, yearBefore)) addTo(before, 0, stage, value);
  }
  const describe = (group: Group) => {
    // Amounts arrive in descending order.
    const ascending = figure === 'amount' ? group.values.toReversed() : group.values.toSorted((a, b) => a - b);
    return { deals: group.deals, disclosed: ascending.length, percentiles: readPercentiles(ascending) };
  };
  return {
    periods: Array.from({ length: last - first + 1 }, (_, at) => ({
      start: formatPeriod(periods, first + at),
      stages: listStages(byPeriod, at).map(({ stage, group }) => ({ stage, ...describe(group) })),
    })),
    recent: listStages(now, 0).map(({ stage, place, group }) => {
      const described = describe(group);
      const earlier = describe(before[place] as Group).percentiles?.median;
      const median = described.percentiles?.median;
      return { stage, ...described, change: median && earlier ? median / earlier - 1 : null };
    }),
  };
}

type Group = { deals: number; readonly values: number[] };
const createGroups = (periods: number): Group[] =>
  Array.from({ length: periods * stages.count }, () => ({ deals: 0, values: [] }));

function addTo(groups: Group[], period: number, stage: number, value: number): void {
  const group = groups[period * stages.count + stage];
  if (!group) return;
  group.deals += 1;
  if (!Number.isNaN(value)) group.values.push(value);
}

const listStages = (groups: readonly Group[], period: number) =>
  facetStages.flatMap((stage, place) => {
    const group = groups[period * stages.count + place] as Group;
    return group.deals > 0 ? [{ stage, place, group }] : [];
  });

/** The same rows from the largest to the smallest amount, undisclosed last: an order that the table has already. */
function orderBySize(table: DealTable, rows: Int32Array): Int32Array {
  const isWanted = new Uint8Array(table.day.length);
  for (const deal of rows) isWanted[deal] = 1;
  return pickRows(table.bySize, (deal) => isWanted[deal] === 1);
}

/** Reads a figure of a deal; NaN if it is unknown. */
function readFigure(table: DealTable, figure: Figure, knownOn: number): (deal: number) => number {
  const { raised, postMoney, company, day } = table;
  if (figure === 'amount') return (deal) => raised[deal] as number;
  if (figure === 'valuation') return (deal) => postMoney[deal] as number;
  return (deal) => {
    const history = listHistory(table, company[deal] as number, knownOn);
    const earlier = history.slice(0, Math.max(0, history.indexOf(deal)));
    if (figure === 'months') {
      const previous = earlier.at(-1);
      return previous === undefined ? NaN : ((day[deal] as number) - (day[previous] as number)) / daysPerMonth;
    }
    const priced = earlier.findLast((one) => (postMoney[one] as number) > 0);
    // What the company was worth before this round, over what it was worth after the last one.
    const preMoney = (postMoney[deal] as number) - (raised[deal] as number);
    return priced === undefined ? NaN : preMoney / (postMoney[priced] as number);
  };
}
