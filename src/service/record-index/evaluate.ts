import { comparedAs } from '../db/predicate-sql.ts';
import type { Predicate } from '../db/predicates.ts';
import { addBit, type Bits, createBits, intersect, selectCodes, selectRange, toBits, unite } from './bits.ts';
import { holdSet } from './held-sets.ts';
import {
  codeRound,
  columnCodes,
  type IndexedAlias,
  type IndexedColumn,
  type IndexedLinks,
  indexedLinks,
  relationPaths,
} from './catalogue.ts';
import type { IndexedRecords } from './read-records.ts';

/** The rows that PostgreSQL found for predicates on values that the index does not hold, such as uuids. */
export type BoundRows = ReadonlyMap<Predicate, Bits>;

/** The rows of a table that satisfy a predicate. */
export function evaluate(records: IndexedRecords, predicate: Predicate, alias: IndexedAlias, bound: BoundRows): Bits {
  const found = bound.get(predicate);
  if (found) return found;
  const { rows, present } = records.tables[alias];
  switch (predicate.is) {
    case 'all':
    case 'any': {
      const [first, ...others] = predicate.of.map((one) => evaluate(records, one, alias, bound));
      if (!first) return predicate.is === 'all' ? present : createBits(rows);
      return others.reduce(predicate.is === 'all' ? intersect : unite, first);
    }
    case 'oneOf': {
      const { column, values } = predicate;
      if (comparedAs[column] === 'id') return toBits(rows, findRows(records, alias, values.map(Number)));
      const codes = values.map((value) => (columnCodes[column]?.indexOf(String(value)) ?? -1) + 1);
      return selectCodes(readCodes(records, column), codes.filter(Boolean));
    }
    case 'round':
      return selectCodes(readCodes(records, 'd.round'), predicate.rounds.map(codeRound));
    case 'min':
      return selectRange(readNumbers(records, predicate.column), predicate.usd, Infinity);
    case 'max':
      return selectRange(readNumbers(records, predicate.column), -Infinity, predicate.usd);
    case 'since':
      return selectRange(readNumbers(records, predicate.column), startOfDay(predicate.day), Infinity);
    case 'until':
      return selectRange(readNumbers(records, predicate.column), -Infinity, startOfDay(predicate.day) + dayLength - 1);
    case 'related': {
      const path = relationPaths[predicate.relation];
      if (path === 'looked up') throw new Error(`${predicate.relation} was not looked up`);
      const { where } = predicate;
      const find = () => {
        const related = evaluate(records, where, path.of, bound);
        return path.by.map((links) => links.reduce((from, name) => follow(records, name, from), related)).reduce(unite);
      };
      const isTag = where.is === 'oneOf' && comparedAs[where.column] === 'id';
      return isTag ? holdSet(records, predicate, find) : find();
    }
    case 'known':
    case 'flag':
      return selectCodes(readCodes(records, predicate.column), [1]);
  }
}

/** The numbers of the rows with the given ids; ids that no row can have are left out. */
export function findRows({ tables }: IndexedRecords, alias: IndexedAlias, ids: readonly number[]): number[] {
  const { base, rows } = tables[alias];
  return ids.map((id) => id - base).filter((row) => row >= 0 && row < rows);
}

/** The rows that are linked with any row of a set. One loop without calls: it runs over hundreds of thousands of links. */
function follow(records: IndexedRecords, name: IndexedLinks, from: Bits): Bits {
  const { offsets, targets } = records.links[name];
  const found = createBits(records.tables[indexedLinks[name].to].rows);
  for (let place = 0; place < from.length; place += 1) {
    for (let word = from[place] as number; word !== 0; word &= word - 1) {
      const row = place * 32 + 31 - Math.clz32(word & -word);
      const end = offsets[row + 1] as number;
      for (let at = offsets[row] as number; at < end; at += 1) addBit(found, targets[at] as number);
    }
  }
  return found;
}

const readCodes = ({ columns }: IndexedRecords, name: string) => columns[name as IndexedColumn] as Int16Array;
const readNumbers = ({ columns }: IndexedRecords, name: IndexedColumn) => columns[name] as Float64Array;

/** Microseconds of a day, and those from 2000 to the first moment of a UTC day. */
const dayLength = 86_400e6;
const startOfDay = (day: string): number => (Date.parse(`${day}T00:00:00Z`) - Date.UTC(2000)) * 1000;
