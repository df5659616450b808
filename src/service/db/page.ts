import type { Fragment } from './filters.ts';
import type { Sql } from './open.ts';
import { currentGeneration, type KnownPermalinks, readKnownPermalinks, toPermalinkFilters } from './permalinks.ts';

/** A search for one page: what to filter, in which order, and how to read the rows of the page. */
export type PageQuery = {
  /** The table, under the alias `d`, with a column `id`. */
  readonly source: Fragment;
  /** The maintained total, used when there is no filter. */
  readonly total: Fragment;
  readonly where: Fragment | undefined;
  /** A total order over the source, and the columns it needs. */
  readonly order: Fragment;
  readonly orderColumns: Fragment;
  /** Those of the order's columns that `columns` reads again, from `page`. */
  readonly carried?: readonly string[];
  /** The columns of a row, and the joins that reach them from `page (id)`. */
  readonly columns: Fragment;
  readonly joins: Fragment;
  readonly page: number;
  readonly pageSize: number;
};

/** The rows of a page, in order, the number of all matches, and the load of records that they belong to. */
export type Page<R> = { readonly rows: R[]; readonly total: number; readonly generation: number };

/** Runs filter, total, page and rows as one statement, so that they see one moment. */
export async function findPage<R extends object>(sql: Sql, query: PageQuery): Promise<Page<R>> {
  const { source, where, order, columns, joins, page, pageSize, carried = [] } = query;
  const found = await sql<(R & { total: number; generation: number; at: number | null })[]>`
    WITH ${where ? sql`matching AS MATERIALIZED (SELECT d.id, ${query.orderColumns} FROM ${source} WHERE ${where}),` : sql``}
    page AS (
      SELECT ordered.*, row_number() OVER () AS at FROM (
        SELECT ${sql(['id', ...carried])} FROM ${where ? sql`matching d` : source} ORDER BY ${order} LIMIT ${pageSize} OFFSET ${page * pageSize}
      ) AS ordered
    )
    SELECT total.count AS total, total.generation, rows.*
    FROM (SELECT ${where ? sql`(SELECT count(*) FROM matching)` : query.total}::int AS count,
      ${currentGeneration(sql)} AS generation) AS total
    LEFT JOIN LATERAL (SELECT page.at, ${columns} FROM page ${joins}) AS rows ON true
    ORDER BY rows.at`;
  const [first] = found;
  if (!first) throw new Error('a page without its total');
  const rows = found.flatMap(({ total: _total, generation: _generation, at, ...row }) =>
    at === null ? [] : [row as unknown as R],
  );
  return { rows, total: first.total, generation: first.generation };
}

/** A page with the permalinks that the search had to ignore. */
export type KnownPage<R> = Page<R> & { readonly ignored: readonly string[] };

/** Resolves the permalinks of a search, builds its query with them, and runs it. */
export async function findKnownPage<R extends object>(
  sql: Sql,
  filters: object,
  toQuery: (known: KnownPermalinks) => PageQuery,
): Promise<KnownPage<R>> {
  const known = await readKnownPermalinks(sql, toPermalinkFilters(filters));
  const found = await findPage<R>(sql, toQuery(known));
  // An import was swapped in between the two statements: the ids of the first mean nothing to the second.
  if (known.generation !== undefined && known.generation !== found.generation) {
    return findKnownPage(sql, filters, toQuery);
  }
  return { ...found, ignored: known.ignored };
}
