import type { Market } from '#contract/market.ts';
import { pickRows } from './deal-table.ts';
import type { LeadsOptions } from './leads.ts';
import { findYearBefore, isWithin } from './periods.ts';

type Cell = NonNullable<Market['where']>['all'][number];

/** Countries and industries by their row; -1 stands for all others. */
export type PlaceFigures = {
  readonly deals: number;
  readonly industries: number[];
  readonly countries: { readonly country: number; readonly cells: Cell[]; readonly all: Cell }[];
  readonly all: Cell[];
};

const mostCountries = 12;
const mostIndustries = 8;
const others = -1;

/** Recent deals by country and industry, with those of the year before at the same age; neighbours are alike. */
export function computePlaces({ table, rows, recent, knownOn, completeSince }: LeadsOptions): PlaceFigures {
  const yearBefore = findYearBefore(recent, knownOn, completeSince);
  const days = { ...recent, knownOn };
  const now = pickRows(rows, (deal) => isWithin(table, deal, days));
  const before = pickRows(rows, (deal) => isWithin(table, deal, yearBefore));
  const countryOf = (deal: number) => table.country[table.company[deal] as number] as number;
  const industryOf = (deal: number) => table.industry[table.company[deal] as number] as number;
  const topCountries = listTop(now, countryOf, mostCountries);
  const topIndustries = listTop(now, industryOf, mostIndustries);
  const createCell = (): Cell => {
    const earlier = yearBefore ? 0 : null;
    return { deals: 0, amount: 0, deals_before: earlier, amount_before: earlier };
  };
  const grid = topCountries.map(() => topIndustries.map(createCell));
  const count = (deals: Int32Array, add: (cell: Cell, usd: number) => void) => {
    for (const deal of deals) {
      const country = topCountries.indexOf(countryOf(deal));
      const industry = topIndustries.indexOf(industryOf(deal));
      // What is in no top, -1, is in the last row or column.
      const row = grid.at(country);
      const cell = row?.at(industry);
      const raised = table.raised[deal] as number;
      if (cell) add(cell, Number.isNaN(raised) ? 0 : raised);
    }
  };
  count(now, (cell, usd) => {
    cell.deals += 1;
    cell.amount += usd;
  });
  count(before, (cell, usd) => {
    cell.deals_before = (cell.deals_before ?? 0) + 1;
    cell.amount_before = (cell.amount_before ?? 0) + usd;
  });
  const { rowOrder, columnOrder } = orderByLikeness(grid.map((cells) => cells.map(({ deals }) => deals)));
  const ordered = rowOrder.map((row) => columnOrder.map((column) => grid[row]?.[column] as Cell));
  return {
    deals: now.length,
    industries: columnOrder.map((column) => topIndustries[column] as number),
    countries: rowOrder.map((row, at) => ({
      country: topCountries[row] as number,
      cells: ordered[at] as Cell[],
      all: sumCells(ordered[at] as Cell[]),
    })),
    all: columnOrder.map((_, at) => sumCells(ordered.map((cells) => cells[at] as Cell))),
  };
}

const sumCells = (cells: readonly Cell[]): Cell =>
  cells.reduce(
    (sum, cell) => ({
      deals: sum.deals + cell.deals,
      amount: sum.amount + cell.amount,
      deals_before: addKnown(sum.deals_before, cell.deals_before),
      amount_before: addKnown(sum.amount_before, cell.amount_before),
    }),
    { deals: 0, amount: 0, deals_before: 0, amount_before: 0 },
  );

const addKnown = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;

/** The most frequent values, and last the place of all others. */
function listTop(deals: Int32Array, read: (deal: number) => number, most: number): number[] {
  const counts: number[] = [];
  for (const deal of deals) {
    const value = read(deal);
    if (value !== others) counts[value] = (counts[value] ?? 0) + 1;
  }
  // Only values that were counted are keys.
  const top = Object.keys(counts)
    .map(Number)
    .toSorted((a, b) => (counts[b] as number) - (counts[a] as number) || a - b);
  return [...top.slice(0, most), others];
}

/**
 * Orders rows and columns so that neighbours have similar shares, by repeated averaging (the first axis of a
 * correspondence analysis); the last row and column, all others, stay last.
 */
function orderByLikeness(counts: readonly (readonly number[])[]): {
  readonly rowOrder: number[];
  readonly columnOrder: number[];
} {
  const rows = counts.length - 1;
  const columns = (counts[0]?.length ?? 1) - 1;
  const read = (row: number, column: number) => counts[row]?.[column] ?? 0;
  const weights = Array.from({ length: columns }, (_, column) =>
    Array.from({ length: rows }, (__, row) => read(row, column)).reduce((sum, one) => sum + one, 0),
  );
  let scores = Array.from({ length: columns }, (_, column) => column - (columns - 1) / 2);
  let rowScores: number[] = [];
  for (let round = 0; round < 50; round += 1) {
    rowScores = Array.from({ length: rows }, (_, row) =>
      average(
        scores,
        Array.from({ length: columns }, (__, column) => read(row, column)),
      ),
    );
    const next = Array.from({ length: columns }, (_, column) =>
      average(
        rowScores,
        Array.from({ length: rows }, (__, row) => read(row, column)),
      ),
    );
    scores = standardize(next, weights);
  }
  const order = (values: readonly number[]) =>
    values.map((_, at) => at).toSorted((a, b) => (values[a] as number) - (values[b] as number) || a - b);
  return { rowOrder: [...order(rowScores), rows], columnOrder: [...order(scores), columns] };
}

function average(values: readonly number[], weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return 0;
  return values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0) / total;
}

/** Removes the mean and divides by the deviation, both weighted, so that repeated averaging does not end in one point. */
function standardize(values: readonly number[], weights: readonly number[]): number[] {
  const mean = average(values, weights);
  const deviation = Math.sqrt(
    average(
      values.map((value) => (value - mean) ** 2),
      weights,
    ),
  );
  return values.map((value) => (deviation === 0 ? 0 : (value - mean) / deviation));
}
