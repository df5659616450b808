import { computeMarket, type MarketFigures, type MarketTask } from '../market/compute-market.ts';
import { type DealTable, unknownDay } from '../market/deal-table.ts';
import { computePosition, type PositionFigures, type PositionQuestion } from '../market/position-figures.ts';
import type { IndexFigures } from '../db/page.ts';
import type { Predicate } from '../db/predicates.ts';
import { countBits, listBlocks } from './bits.ts';
import type { DealParts } from './count-deals.ts';
import { type BoundRows, evaluate } from './evaluate.ts';
import { stageOfCode } from './count-facets.ts';
import type { IndexedRecords } from './read-records.ts';

export type AnswerMarket = {
  readonly market: (task: MarketTask, bound: BoundRows) => MarketFigures;
  readonly position: (question: PositionQuestion, bound: BoundRows) => PositionFigures;
  readonly firstIds: IndexFigures<never>['firstIds'];
};

/** Answers questions about the deals of these records; it builds their table at the first one. */
export function createAnswerMarket(records: IndexedRecords, parts: DealParts): AnswerMarket {
  let built: DealTable | undefined;
  const find = (where: Predicate | undefined, bound: BoundRows) =>
    listRows(where ? evaluate(records, where, 'd', bound) : records.tables.d.present);
  const { d, c, i, l, n } = records.tables;
  return {
    market({ where, leads, question }, bound) {
      const table = (built ??= createDealTable(records, parts));
      const selection = question.selection && {
        ...question.selection,
        cells: question.selection.cells?.map(({ country, industry }) => ({
          country: country === undefined ? undefined : country - l.base,
          industry: industry === undefined ? undefined : industry - n.base,
        })),
        leads: leads && Array.from(listRows(evaluate(records, leads, 'i', bound))),
      };
      return computeMarket(table, find(where, bound), { ...question, selection });
    },
    position(question, bound) {
      const table = (built ??= createDealTable(records, parts));
      return computePosition(table, question, (where) => find(where, bound));
    },
    firstIds: { d: d.base, c: c.base, i: i.base, l: l.base, n: n.base },
  };
}

function listRows(bits: Uint32Array): Int32Array {
  const rows = new Int32Array(countBits(bits));
  let count = 0;
  for (const block of listBlocks(bits)) {
    rows.set(block, count);
    count += block.length;
  }
  return rows;
}

const microsecondsPerDay = 86_400e6;
const daysTo2000 = 10_957;
/** The code of `closed` in the column of statuses. */
const closedCode = 5;

/** Days since 1970 of a column of moments; `unknownDay` without one. */
export const toDays = (moments: ArrayLike<number>): Int32Array =>
  Int32Array.from(moments, (moment) =>
    Number.isNaN(moment) ? unknownDay : Math.floor(moment / microsecondsPerDay) + daysTo2000,
  );

function createDealTable({ columns, references, links, orders }: IndexedRecords, parts: DealParts): DealTable {
  return {
    day: toDays(columns['d.date']),
    created: toDays(columns['d.created_at']),
    // The column counts months from 1.
    month: Int32Array.from(columns['d.month'], (code) => code - 1),
    stage: Uint8Array.from(columns['d.round'], (code) => stageOfCode[code] as number),
    raised: columns['d.total_round_raised'] as Float64Array,
    postMoney: columns['d.post_money'] as Float64Array,
    bySize: orders['deals.largest_raise'] as Int32Array,
    company: references.dealCompany,
    companyDeals: links.companyDeals,
    country: references.companyCountry,
    industry: references.companySuperCategory,
    closed: Uint8Array.from(columns['c.status'], (code) => Number(code === closedCode)),
    investors: parts.investors.ofDeals,
  };
}
