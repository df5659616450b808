import { buildNameKey } from './name-key.ts';
import { type IndexSnapshot, recordAliases } from './page.ts';
import { currentGeneration } from './permalinks.ts';
import type { Fragment, Sql } from './sql.ts';

/** Rows of a quick search (contract 1.5). */
const maxNames = 10;

/** A quick search for records, with the alias of their table. */
type NameQuery = {
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
 * How similar a name must be: first as a word or two misspelt; if no name is, as names that share some letters. The
 * second threshold leaves eighty times as many names to compare.
 */
const similarities = [0.6, 0.3];

type Scored = { readonly relevance_score: number };

/**
 * At most ten rows with their `relevance_score`: 1 for every row if no name is given; otherwise the record with that
 * permalink comes first, then the exact name, names that begin with it, and similar ones; ties by prominence (contract
 * 1.5). Similar names are found in memory if there is a `snapshot` of the records.
 */
export async function findByName<R extends Scored>(
  sql: Sql,
  query: NameQuery,
  snapshot: IndexSnapshot | undefined,
): Promise<R[]> {
  const inMemory = snapshot && (await findIndexedNames<R>(sql, query, snapshot));
  if (inMemory) return inMemory;
  let found: R[] = [];
  for (const similarity of similarities) {
    found = await findSimilar<R>(sql, query, similarity);
    if (found.length > 0 || query.name === undefined) break;
  }
  return found;
}

/** As `findByName`, in one statement; undefined if the names cannot be compared in memory or have been replaced. */
async function findIndexedNames<R extends Scored>(
  sql: Sql,
  query: NameQuery,
  snapshot: IndexSnapshot,
): Promise<R[] | undefined> {
  const { table, name, conditions } = query;
  const { generation } = snapshot.permalinks;
  if (name === undefined || conditions.length > 0 || generation === undefined) return undefined;
  const similar = await snapshot.findNames(table, buildNameKey(name), { similarities, max: maxNames });
  if (!similar) return undefined;
  const isCurrent = sql`${currentGeneration(sql)} = ${generation}`;
  const among = { ids: similar.ids, conditions: [isCurrent] };
  const found = await findSimilar<R>(sql, { ...query, ...among }, similar.similarity);
  if (found.length === 0 && (await sql`SELECT WHERE ${isCurrent}`).length === 0) return undefined;
  // Less similar names are left out when some name begins with the text or is a close misspelling.
  const isClear = ({ relevance_score }: R) => relevance_score >= similarScore * (similarities[0] as number);
  return found.some(isClear) ? found.filter(isClear) : found;
}

type SimilarQuery = NameQuery & {
  /** The records whose names may be similar; all records by default. */
  readonly ids?: readonly number[];
};

async function findSimilar<R extends object>(sql: Sql, query: SimilarQuery, similarity: number): Promise<R[]> {
  const { table, columns, joins = sql``, prominence, name, ids } = query;
  const alias = sql.identifier(recordAliases[table]);
  const scored = name === undefined ? undefined : buildNameScore(sql, table, name, { similarity, ids });
  const where = joinConditions(sql, scored?.matches, ...query.conditions) ?? sql`false`;
  return sql<R[]>`
    WITH best AS (
      SELECT ${alias}.id, ${scored?.score ?? sql`1::float8`} AS relevance_score,
        row_number() OVER (ORDER BY ${scored?.isPermalink ?? sql`false`} DESC, ${scored?.score ?? sql`1::float8`} DESC, ${prominence} DESC, ${alias}.uuid) AS at
      FROM ${sql.identifier(table)} ${alias} WHERE ${where} ORDER BY at LIMIT ${maxNames}
    )
    SELECT ${columns}, best.relevance_score FROM best JOIN ${sql.identifier(table)} ${alias} ON ${alias}.id = best.id ${joins} ORDER BY best.at`;
}

/** The score of a similar name is this times the similarity. */
const similarScore = 0.8;

/** Exact names and permalinks score 1, prefixes from 0.8, similar names up to 0.8. */
function buildNameScore(
  sql: Sql,
  table: NameQuery['table'],
  name: string,
  { similarity, ids }: { similarity: number; ids: readonly number[] | undefined },
) {
  const folded = buildNameKey(name);
  const alias = sql.identifier(recordAliases[table]);
  const isPermalink = table === 'people' ? sql`false` : sql`${alias}.permalink = ${name}`;
  // The setting that % compares with is valid until the end of the statement's transaction.
  const typed = sql`(SELECT ${folded}::text FROM set_config('pg_trgm.similarity_threshold', ${String(similarity)}, true))`;
  const isSimilar = ids
    ? sql`(${alias}.id = ANY(${[...ids]}::int[]) AND similarity(${alias}.folded, ${folded}) >= ${similarity}::float8)`
    : sql`${alias}.folded % ${typed}`;
  return {
    isPermalink,
    matches: sql`(${isPermalink} OR (${folded} <> '' AND (${alias}.folded LIKE ${`${folded}%`} OR ${isSimilar})))`,
    score: sql`CASE WHEN ${isPermalink} OR ${alias}.folded = ${folded} THEN 1
      WHEN ${alias}.folded LIKE ${`${folded}%`} THEN 0.8 + 0.19 * similarity(${alias}.folded, ${folded})
      ELSE ${similarScore}::float8 * similarity(${alias}.folded, ${folded}) END::float8`,
  };
}

/** Joins the given conditions with AND; undefined when there is none. */
function joinConditions(sql: Sql, ...conditions: readonly (Fragment | undefined)[]): Fragment | undefined {
  return conditions
    .filter((condition) => condition !== undefined)
    .reduce<Fragment | undefined>((joined, one) => (joined ? sql`${joined} AND ${one}` : one), undefined);
}
