import { raw } from 'sql-template-tag';
import { currentGeneration } from '../db/permalinks.ts';
import { buildPredicateCondition, comparedAs } from '../db/predicate-sql.ts';
import type { Predicate } from '../db/predicates.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { toBits } from './bits.ts';
import { type IndexedAlias, indexedTables } from './catalogue.ts';
import { type BoundRows, findRows } from './evaluate.ts';
import type { IndexedRecords } from './read-records.ts';

type Leaf = { readonly predicate: Predicate; readonly alias: IndexedAlias; readonly ids: Fragment };

/**
 * Looks up what the index does not hold, in one statement, none when there is nothing to look up; undefined when the
 * database has other records than the index.
 */
export async function bindPredicate(
  sql: Sql,
  records: IndexedRecords,
  predicate: Predicate,
): Promise<BoundRows | undefined> {
  const leaves = collectLeaves(sql, predicate);
  const selects = leaves.map(
    ({ ids }, at): Fragment =>
      sql`SELECT ${at}::int AS leaf, ${currentGeneration(sql)} AS generation, ARRAY(${ids}) AS ids`,
  );
  if (selects.length === 0) return new Map();
  const rows = await sql<{ leaf: number; generation: number; ids: number[] }[]>`
    ${selects.reduce((all, one) => sql`${all} UNION ALL ${one}`)}`;
  if (rows.some(({ generation }) => generation !== records.generation)) return undefined;
  return new Map(
    rows.flatMap(({ leaf, ids }) => {
      const bound = leaves[leaf];
      if (!bound) return [];
      const { rows: size } = records.tables[bound.alias];
      return [[bound.predicate, toBits(size, findRows(records, bound.alias, ids))]];
    }),
  );
}

function collectLeaves(sql: Sql, predicate: Predicate): Leaf[] {
  if (predicate.is === 'all' || predicate.is === 'any') return predicate.of.flatMap((one) => collectLeaves(sql, one));
  if (predicate.is === 'related') return collectLeaves(sql, predicate.where);
  if (predicate.is !== 'oneOf' || !looksUp.has(comparedAs[predicate.column])) return [];
  const alias = predicate.column.split('.')[0] as IndexedAlias;
  const ids = sql`SELECT ${raw(alias)}.id FROM ${raw(indexedTables[alias])} ${raw(alias)}
    WHERE ${buildPredicateCondition(sql, predicate)}`;
  return [{ predicate, alias, ids }];
}

/** The kinds of values that only PostgreSQL compares. */
const looksUp: ReadonlySet<string> = new Set(['uuid', 'text']);
