import { buildNameKey } from './name-key.ts';
import { joinConditions } from './filters.ts';
import { recordAliases } from './page.ts';
import type { Fragment, Sql } from './sql.ts';

/** Rows of a quick search (contract 1.5). */
const most = 10;

/** A quick search for records, with the alias of their table. */
export type NameQuery = {
  readonly table: 'companies' | 'investors' | 'people';
  readonly columns: Fragment;
  /** The joins that the columns need. */
  readonly joins?: Fragment;
  /** Orders ties, highest first. */
  readonly prominence: Fragment;
  readonly name: string | undefined;
  /** Conditions besides the name; all must hold. */
  readonly conditions: readonly Fragment[];
};

/**
 * How similar a name must be: a misspelt word or two, and where there is none, whatever has letters in common. PostgreSQL
 * compares eighty times as many names for the second.
 */
const similarities = [0.6, 0.3];

/**
 * At most ten rows with their `relevance_score`: 1 where no name is given; else the record whose permalink the name is,
 * then the exact name, then names that begin with it, then similar ones; ties by prominence (contract 1.5).
 */
export async function findByName<R extends object>(sql: Sql, query: NameQuery): Promise<R[]> {
  let found: R[] = [];
  for (const similarity of similarities) {
    found = await findSimilar<R>(sql, query, similarity);
    if (found.length > 0 || query.name === undefined) break;
  }
  return found;
}

async function findSimilar<R extends object>(sql: Sql, query: NameQuery, similarity: number): Promise<R[]> {
  const { table, columns, joins = sql``, prominence, name } = query;
  const alias = sql.identifier(recordAliases[table]);
  const scored = name === undefined ? undefined : buildNameScore(sql, table, name, similarity);
  const where = joinConditions(sql, scored?.matches, ...query.conditions) ?? sql`false`;
  return sql<R[]>`
    WITH best AS (
      SELECT ${alias}.id, ${scored?.score ?? sql`1::float8`} AS relevance_score,
        row_number() OVER (ORDER BY ${scored?.isPermalink ?? sql`false`} DESC, ${scored?.score ?? sql`1::float8`} DESC, ${prominence} DESC, ${alias}.uuid) AS at
      FROM ${sql.identifier(table)} ${alias} WHERE ${where} ORDER BY at LIMIT ${most}
    )
    SELECT ${columns}, best.relevance_score FROM best JOIN ${sql.identifier(table)} ${alias} ON ${alias}.id = best.id ${joins} ORDER BY best.at`;
}

/** Exact names and permalinks score 1, prefixes from 0.8, similar names up to 0.8. */
function buildNameScore(sql: Sql, table: NameQuery['table'], name: string, similarity: number) {
  const folded = buildNameKey(name);
  // The setting that % compares with holds until the end of the statement's transaction.
  const typed = sql`(SELECT ${folded}::text FROM set_config('pg_trgm.similarity_threshold', ${String(similarity)}, true))`;
  const alias = sql.identifier(recordAliases[table]);
  const isPermalink = table === 'people' ? sql`false` : sql`${alias}.permalink = ${name}`;
  return {
    isPermalink,
    matches: sql`(${isPermalink} OR (${folded} <> '' AND (${alias}.folded LIKE ${`${folded}%`} OR ${alias}.folded % ${typed})))`,
    score: sql`CASE WHEN ${isPermalink} OR ${alias}.folded = ${folded} THEN 1
      WHEN ${alias}.folded LIKE ${`${folded}%`} THEN 0.8 + 0.19 * similarity(${alias}.folded, ${folded})
      ELSE 0.8 * similarity(${alias}.folded, ${folded}) END::float8`,
  };
}
