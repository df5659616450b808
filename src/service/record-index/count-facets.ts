import { type FinancingType, financingTypes } from '#contract/enums.ts';
import { facetStages, sizeBounds } from '#contract/facets.ts';
import type { CountedFacets } from '../db/page.ts';
import type { Predicate } from '../db/predicates.ts';
import { type Bits, countBits } from './bits.ts';
import { type BoundRows, evaluate } from './evaluate.ts';
import type { IndexedRecords, LinkedRows } from './read-records.ts';

/** Counts the deals that satisfy a predicate by month and stage, round, size, place and industry. */
export function countByFacet(records: IndexedRecords, where: Predicate | undefined, bound: BoundRows): CountedFacets {
  const { columns, links, tables } = records;
  const matching = where ? evaluate(records, where, 'd', bound) : tables.d.present;
  const [months, rounds, amounts] = [columns['d.month'], columns['d.round'], columns['d.total_round_raised']];
  const byMonth = new Int32Array(maxMonths * facetStages.length);
  const byRound = new Int32Array(roundCodes.length);
  const bySize = new Int32Array(sizeBounds.length + 1);
  const byCompany = new Int32Array(tables.c.rows);
  forEachRow(matching, (row) => {
    const round = rounds[row] as number;
    increment(byMonth, (months[row] as number) * facetStages.length + (stageOfCode[round] as number));
    increment(byRound, round);
    increment(bySize, findBand(amounts[row] as number));
    increment(byCompany, links.dealCompany.targets[links.dealCompany.offsets[row] as number] as number);
  });
  return {
    generation: records.generation,
    total: countBits(matching),
    months: listCounted(byMonth).map(({ at, deals }) => ({
      month: formatMonth(Math.floor(at / facetStages.length)),
      stage: at % facetStages.length,
      deals,
    })),
    rounds: listCounted(byRound).flatMap(({ at, deals }) => {
      const { type, ...round } = roundCodes[at] as RoundOfCode;
      return type === null ? [] : [{ type, ...round, deals }];
    }),
    sizes: listCounted(bySize).map(({ at, deals }) => ({ band: at, deals })),
    locations: sumUp(links.locationCompanies, byCompany, tables.l.base),
    industries: sumUp(links.industryCompanies, byCompany, tables.n.base),
  };
}

/** More than the column `d.month` can number. */
const maxMonths = 2 ** 15;

type RoundOfCode = { readonly type: FinancingType | null; readonly pre: boolean; readonly extension: boolean };
/** The rounds by their code in `d.round`: four times the type, and its modifiers. */
const roundCodes = Array.from({ length: 4 * (financingTypes.length + 1) }, (_, code): RoundOfCode => ({
  type: financingTypes[(code >>> 2) - 1] ?? null,
  pre: (code & 2) > 0,
  extension: (code & 1) > 0,
}));
/** The place of each round's stage in `facetStages`. */
const stageOfCode = roundCodes.map(({ type, pre }) => {
  if (type === 'SEED') return pre ? 0 : 1;
  const letter = /^SERIES_([A-M])$/.exec(type ?? '')?.[1];
  return letter === undefined ? 6 : Math.min(5, 2 + letter.charCodeAt(0) - 'A'.charCodeAt(0));
});

/** The place of the band of an amount in `sizeBounds`; the one after them when it is unknown. */
function findBand(usd: number): number {
  if (Number.isNaN(usd)) return sizeBounds.length;
  let band = sizeBounds.length - 1;
  while (band > 0 && usd < (sizeBounds[band] as number)) band -= 1;
  return band;
}

const listCounted = (counts: Int32Array) =>
  [...counts.entries()].flatMap(([at, deals]) => (deals > 0 ? [{ at, deals }] : []));

function forEachRow(bits: Bits, visit: (row: number) => void): void {
  for (let place = 0; place < bits.length; place += 1) {
    for (let word = bits[place] as number; word !== 0; word &= word - 1) {
      visit(place * 32 + 31 - Math.clz32(word & -word));
    }
  }
}

function increment(counts: Int32Array, at: number): void {
  counts[at] = (counts[at] as number) + 1;
}

/** The deals of each row that has some, from those of its companies. */
function sumUp({ offsets, targets }: LinkedRows, byCompany: Int32Array, base: number): { id: number; deals: number }[] {
  const counted: { id: number; deals: number }[] = [];
  for (let row = 0; row + 1 < offsets.length; row += 1) {
    let deals = 0;
    const end = offsets[row + 1] as number;
    for (let at = offsets[row] as number; at < end; at += 1) deals += byCompany[targets[at] as number] as number;
    if (deals > 0) counted.push({ id: row + base, deals });
  }
  return counted;
}

/** The column `d.month` as `YYYY-MM`; null when unknown. */
const formatMonth = (code: number): string | null =>
  code === 0
    ? null
    : `${String(Math.floor((code - 1) / 12)).padStart(4, '0')}-${String(((code - 1) % 12) + 1).padStart(2, '0')}`;
