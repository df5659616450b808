import { codeRound, type ComparedColumn, type IndexedColumn, readColumn, readRelation } from '../db/catalogue.ts';
import { type IndexedAlias, type IndexedPath, indexedPaths, type LinkedRows } from '../db/indexed-links.ts';
import type { Predicate } from '../db/predicates.ts';
import {
  addBit,
  type Bits,
  createBits,
  listBlocks,
  hasBit,
  intersect,
  filterByRanges,
  type NumberRange,
  selectCodes,
  selectRange,
  selectRows,
  toBits,
  union,
} from './bits.ts';
import { cacheSet } from './set-cache.ts';
import type { Codes, IndexedRecords, IndexedTables } from './read-records.ts';
import type { TagGroups } from './tag-groups.ts';

/** The rows that PostgreSQL found for predicates on values that the index does not hold, such as uuids. */
export type BoundRows = ReadonlyMap<Predicate, Bits>;

/** The rows of a table that satisfy a predicate. */
export function evaluate(records: IndexedRecords, predicate: Predicate, alias: IndexedAlias, bound: BoundRows): Bits {
  const found = bound.get(predicate);
  if (found) return found;
  const { rows } = records.tables[alias];
  switch (predicate.is) {
    case 'all':
      return evaluateAll(records, predicate.of, alias, bound);
    case 'any':
      return predicate.of.map((one) => evaluate(records, one, alias, bound)).reduce(union, createBits(rows));
    case 'oneOf': {
      const { column, values } = predicate;
      const { list, index } = readColumn(column);
      if (list === 'id') return toBits(rows, findRows(records, alias, values.map(Number)));
      const codes = values.map((value) => (index?.values?.indexOf(String(value)) ?? -1) + 1);
      return cacheSet(records, predicate, () => selectCodes(readCodes(records, column), codes.filter(Boolean)));
    }
    case 'round':
      return cacheSet(records, predicate, () =>
        selectCodes(readCodes(records, 'd.round'), predicate.rounds.map(codeRound)),
      );
    case 'min':
    case 'max':
    case 'since':
    case 'until':
    case 'within': {
      const [min, max] = getBounds(predicate);
      return selectRange(readNumbers(records, predicate.column), min, max);
    }
    case 'related': {
      const { path } = readRelation(predicate.relation);
      if (!path) throw new Error(`${predicate.relation} was not looked up`);
      const { where } = predicate;
      const find = () => {
        const related = evaluate(records, where, path.of, bound);
        return path.by.reduce((from, name) => follow(records, name, from), related);
      };
      return where.is === 'oneOf' && isTagOrCode(where.column) ? cacheSet(records, predicate, find) : find();
    }
    case 'known':
    case 'flag':
      return cacheSet(records, predicate, () => selectCodes(readCodes(records, predicate.column), [1]));
  }
}

function isTagOrCode(column: ComparedColumn): boolean {
  const { list, index } = readColumn(column);
  return list === 'id' || index !== undefined;
}

type Range = Extract<Predicate, { is: 'min' | 'max' | 'since' | 'until' | 'within' }>;
const isRange = (predicate: Predicate): predicate is Range => /^(min|max|since|until|within)$/.test(predicate.is);

function getBounds(range: Range): [min: number, max: number] {
  switch (range.is) {
    case 'min':
      return [range.usd, Infinity];
    case 'max':
      return [-Infinity, range.usd];
    case 'since':
      return [startOfDay(range.day), Infinity];
    case 'until':
      return [-Infinity, startOfDay(range.day) + dayLength - 1];
    case 'within':
      return [toMicroseconds(range.start.getTime()), toMicroseconds(range.end.getTime() + 1) - 1];
  }
}

/**
 * The rows that satisfy all predicates. Ranges, which are not cached, are compared last, only for the remaining rows.
 */
function evaluateAll(
  records: IndexedRecords,
  predicates: readonly Predicate[],
  alias: IndexedAlias,
  bound: BoundRows,
): Bits {
  const sets = predicates.filter((one) => !isRange(one)).map((one) => evaluate(records, one, alias, bound));
  const ranges = new Map<IndexedColumn, NumberRange>();
  for (const predicate of predicates.filter(isRange)) {
    const column = readNumbers(records, predicate.column);
    const other = ranges.get(predicate.column) ?? { min: -Infinity, max: Infinity };
    const [min, max] = getBounds(predicate);
    ranges.set(predicate.column, { column, min: Math.max(min, other.min), max: Math.min(max, other.max) });
  }
  const [first = records.tables[alias].present, ...others] = sets;
  return filterByRanges(others.reduce(intersect, first), [...ranges.values()]);
}

/** The numbers of the rows with the given ids; ids out of range are left out. */
export function findRows(
  { tables }: IndexedTables,
  alias: IndexedAlias,
  ids: Int32Array | readonly number[],
): Int32Array {
  const { base, rows } = tables[alias];
  return Int32Array.from(ids, (id) => id - base).filter((row) => row >= 0 && row < rows);
}

/** The rows that the rows of a set link to. */
function follow({ tables, links, references, tags }: IndexedRecords, name: IndexedPath, from: Bits): Bits {
  const { rows } = tables[indexedPaths[name].to];
  if (name in tags) return followTags(tags[name as keyof typeof tags], rows, from);
  if (name in references) return followReferences(references[name as keyof typeof references], rows, from);
  return followLinks(links[name as keyof typeof links], rows, from);
}

/** One loop without calls, because it runs over hundreds of thousands of links. */
function followLinks({ offsets, targets }: LinkedRows, rows: number, from: Bits): Bits {
  const found = createBits(rows);
  for (let place = 0; place < from.length; place += 1) {
    for (let word = from[place] as number; word !== 0; word &= word - 1) {
      const row = place * 32 + 31 - Math.clz32(word & -word);
      const end = offsets[row + 1] as number;
      for (let at = offsets[row] as number; at < end; at += 1) addBit(found, targets[at] as number);
    }
  }
  return found;
}

function followReferences(references: Int32Array, rows: number, from: Bits): Bits {
  const found = createBits(rows);
  for (const block of listBlocks(from)) {
    for (const row of block) {
      const target = references[row] as number;
      if (target !== -1) addBit(found, target);
    }
  }
  return found;
}

function followTags({ groupOf, groups, links }: TagGroups, rows: number, from: Bits): Bits {
  const tagged = followLinks(links, groups, from);
  return selectRows(rows, (first, end) => {
    let word = 0;
    for (let row = first; row < end; row += 1) word |= Number(hasBit(tagged, groupOf[row] as number)) << (row & 31);
    return word;
  });
}

const readCodes = ({ columns }: IndexedRecords, name: string) => columns[name as IndexedColumn] as Codes;
const readNumbers = ({ columns }: IndexedRecords, name: IndexedColumn) => columns[name] as Float64Array;

/** A time as in `d.date`: microseconds since 2000. */
const toMicroseconds = (ms: number): number => (ms - Date.UTC(2000)) * 1000;
const dayLength = 86_400e6;
const startOfDay = (day: string): number => toMicroseconds(Date.parse(`${day}T00:00:00Z`));
