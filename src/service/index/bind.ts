import { raw } from 'sql-template-tag';
import { readColumn, readRelation } from '../db/catalogue.ts';
import { type IndexedAlias, indexedTables } from '../db/indexed-links.ts';
import { currentGeneration } from '../db/permalinks.ts';
import { buildPredicateCondition } from '../db/predicate-sql.ts';
import type { Predicate } from '../db/predicates.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { type Bits, toBits } from './bits.ts';
import { type BoundRows, findRows } from './evaluate.ts';
import { findCachedSet, cacheSet } from './set-cache.ts';
import type { IndexedTables } from './read-records.ts';

type Leaf = { readonly predicate: Predicate; readonly alias: IndexedAlias; readonly ids: Fragment };

/**
 * Looks up the values that the index does not hold, in at most one statement; undefined if the database has other
 * records than the index.
 */
export async function bindPredicate(
  sql: Sql,
  records: IndexedTables,
  predicate: Predicate,
): Promise<BoundRows | undefined> {
  const known: [Predicate, Bits][] = [];
  const leaves = collectLeaves(sql, predicate).filter((leaf) => {
    const bits = findCachedSet(records, leaf.predicate);
    if (bits) known.push([leaf.predicate, bits]);
    return !bits;
  });
  const selects = leaves.map(
    ({ ids }, at): Fragment =>
      sql`SELECT ${at}::int AS leaf, ${currentGeneration(sql)} AS generation, ARRAY(${ids}) AS ids`,
  );
  if (selects.length === 0) return new Map(known);
  const rows = await sql<{ leaf: number; generation: number; ids: number[] }[]>`
    ${selects.reduce((all, one) => sql`${all} UNION ALL ${one}`)}`;
  if (rows.some(({ generation }) => generation !== records.generation)) return undefined;
  for (const { leaf, ids } of rows) {
    const { predicate: found, alias } = leaves[leaf] as Leaf;
    const find = () => toBits(records.tables[alias].rows, findRows(records, alias, ids));
    known.push([found, found.is === 'related' ? cacheSet(records, found, find) : find()]);
  }
  return new Map(known);
}

function collectLeaves(sql: Sql, predicate: Predicate): Leaf[] {
  if (predicate.is === 'all' || predicate.is === 'any') return predicate.of.flatMap((one) => collectLeaves(sql, one));
  if (predicate.is === 'related') {
    const { key, queries, path } = readRelation(predicate.relation);
    if (path) return collectLeaves(sql, predicate.where);
    const where = buildPredicateCondition(sql, predicate.where);
    const ids = queries.map((query): Fragment => sql`${raw(query)} WHERE ${where}`);
    return [{ predicate, alias: key.split('.')[0] as IndexedAlias, ids: ids.reduce((a, b) => sql`${a} UNION ${b}`) }];
  }
  if (predicate.is !== 'oneOf' || !looksUp.has(readColumn(predicate.column).list)) return [];
  const alias = predicate.column.split('.')[0] as IndexedAlias;
  const ids = sql`SELECT ${raw(alias)}.id FROM ${raw(indexedTables[alias])} ${raw(alias)}
    WHERE ${buildPredicateCondition(sql, predicate)}`;
  return [{ predicate, alias, ids }];
}

/** The types of values that only PostgreSQL compares. */
const looksUp: ReadonlySet<string | undefined> = new Set(['uuid', 'text']);
