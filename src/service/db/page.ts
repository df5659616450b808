import type { FinancingType } from '#contract/enums.ts';
import type { LruCache } from '../lru-cache.ts';
import type { MarketFigures, MarketTask } from '../market/compute-market.ts';
import type { PositionFigures, PositionQuestion } from '../market/position-figures.ts';
import type { RouteFigures } from '../routes/compute-routes.ts';
import type { RouteQuestion } from '../routes/find-best-routes.ts';
import type { Predicate } from './predicates.ts';
import type { Fragment, Sql } from './sql.ts';
import {
  currentGeneration,
  type PermalinkIds,
  type ResolvedPermalinks,
  resolvePermalinks,
  collectPermalinkFilters,
} from './permalinks.ts';

/** The tables of records, each with the alias that every statement uses for it. */
export const recordAliases = { deals: 'd', companies: 'c', investors: 'i', people: 'p' } as const;
export type RecordTable = keyof typeof recordAliases;
export type RecordAlias = (typeof recordAliases)[RecordTable];

/** Ids in the order of their relevance for a search text. */
export type RankedIds = { readonly ids: Int32Array; readonly relevances: Float64Array };

/** A search as data, for an index: its filters, and the name of its order in `recordOrders` or its ranked records. */
export type PagePlan = {
  readonly table: RecordTable;
  readonly where: Predicate | undefined;
  readonly order: string | RankedIds;
  /** The deals that are counted for each investor or person; a record with fewer than `min` of them does not match. */
  readonly counted?: { readonly deals: Predicate | undefined; readonly min: number } | undefined;
  /** The time of the request, for orders by the last 12 months. */
  readonly now?: Date;
};

/** What a search computes for a record: from the deals that its filters count, and the relevance for its text. */
export type SearchFigures = {
  readonly filtered_deal_count?: number;
  readonly filtered_lead_count?: number;
  /** A UTC day. */
  readonly filtered_most_recent_date?: string | null;
  readonly similarity?: number;
};

/** The ids of a page, in order. */
export type FoundIds = {
  readonly ids: number[];
  /** One for each id, if the search computes any. */
  readonly figures?: readonly SearchFigures[] | undefined;
  /** For investors and people, summaries of their investments, as JSON for `countedSummary`; otherwise empty. */
  readonly summaries: readonly string[];
  readonly total: number;
  readonly generation: number;
};

/** The number of a page, from 0, and its rows. */
export type PageNumber = { readonly page: number; readonly pageSize: number };

/**
 * Finds the ids of a page, in order, without reading the records; undefined if it cannot. The generation is that of the
 * ids: the caller checks that it is still the current one.
 */
export type FindIds = (sql: Sql, plan: PagePlan, paging: PageNumber) => Promise<FoundIds | undefined>;

export type Facet = 'months' | 'rounds' | 'sizes' | 'locations' | 'industries';

/** How many deals a search matches, in total and per requested facet: stages and size bands by place, tags by id. */
export type CountedFacets = {
  readonly generation: number;
  readonly total: number;
  readonly months: readonly {
    readonly month: string | null;
    readonly stage: number;
    readonly deals: number;
  }[];
  readonly rounds: readonly {
    readonly type: FinancingType;
    readonly pre: boolean;
    readonly extension: boolean;
    readonly deals: number;
  }[];
  readonly sizes: readonly { readonly band: number; readonly deals: number }[];
  readonly locations: readonly { readonly id: number; readonly deals: number }[];
  readonly industries: readonly { readonly id: number; readonly deals: number }[];
};

/**
 * Thresholds of similarity, as pg_trgm measures it: the first that any name reaches applies. `most`: how many names are
 * wanted.
 */
export type NameLimits = { readonly similarities: readonly number[]; readonly max: number };

/**
 * Candidates for the most similar names: as many as wanted, those as similar as the last of these, and some that only
 * PostgreSQL can compare.
 */
export type SimilarNames = { readonly similarity: number; readonly ids: readonly number[] };

/** Figures that name rows of the tables, whose first ids come with them. */
export type IndexFigures<T> = {
  readonly generation: number;
  readonly figures: T;
  readonly firstIds: Readonly<Record<'d' | 'c' | 'i' | 'l' | 'n', number>>;
};

/** What this process holds in memory of the records that are current at the time of a request. */
export type IndexSnapshot = {
  readonly findIds: FindIds;
  readonly countByFacet: (
    sql: Sql,
    where: Predicate | undefined,
    by: readonly Facet[],
  ) => Promise<CountedFacets | undefined>;
  readonly readMarket: (sql: Sql, task: MarketTask) => Promise<IndexFigures<MarketFigures> | undefined>;
  /** The deal of the question is an id. */
  readonly readPosition: (sql: Sql, question: PositionQuestion) => Promise<IndexFigures<PositionFigures> | undefined>;
  /** The rows of question and figures are ids. */
  readonly findRoutes: (
    question: RouteQuestion,
  ) => Promise<{ readonly generation: number; readonly routes: RouteFigures[] } | undefined>;
  /** Undefined for a name that cannot be compared in memory. */
  readonly findNames: (
    table: Exclude<RecordTable, 'deals'>,
    name: string,
    limits: NameLimits,
  ) => Promise<SimilarNames | undefined>;
  readonly permalinks: PermalinkIds;
  /** Records as the API shows them, by `kind id`. */
  readonly records: LruCache<object>;
};

/** A search for one page: its filters, its order, and the columns of its rows. */
export type PageQuery<R, T> = {
  readonly table: RecordTable;
  /** The search in SQL; called only if an index does not answer it. */
  readonly write: () => PageSql;
  /** Converts a row to a record as the API shows it. */
  readonly build: (row: R) => T;
  /** The kind of the records, if a record depends on nothing but its id and this name, so that it may be cached. */
  readonly cachedAs?: string;
  readonly page: number;
  readonly pageSize: number;
  /** The same search as data, if an index may answer it. */
  readonly plan?: PagePlan | undefined;
  /** What ranked the rows, and the load of records that its ids belong to; absent without a search text. */
  readonly ranking?: { readonly rankedBy: string; readonly generation: number | undefined } | undefined;
  /** All ids of the search with their relevances, if the search text is its only filter. */
  readonly ranked?: RankedIds | undefined;
};

/** A search for one page as parts of a statement. */
export type PageSql = {
  /** The table under its alias, with the joins that the filters need. */
  readonly source: Fragment;
  /** The maintained total, used when there is no filter. */
  readonly total: Fragment;
  readonly where: Fragment | undefined;
  /** A total order over the source, and the columns that it needs. */
  readonly order: Fragment;
  readonly orderColumns: Fragment;
  /** The columns of the order that `columns` reads from `page`. */
  readonly carried?: readonly string[];
  /** The columns of a row, and the joins that reach them from `page (id)`. */
  readonly columns: Fragment;
  readonly joins: Fragment;
  /**
   * The same for pages of an index, which finds the figures with the ids and may have a `page.summary`; as above by
   * default.
   */
  readonly ofIndex?: { readonly columns: Fragment; readonly joins: Fragment };
};

/** The same search for the ids of its records alone: no other column is read, and nothing is cached. */
export function selectIds<R extends object, T extends object>(
  sql: Sql,
  { cachedAs: _cached, build: _build, ...query }: PageQuery<R, T>,
): PageQuery<{ id: string }, { id: string }> {
  const alias = sql.identifier(recordAliases[query.table]);
  const shown = {
    columns: sql`${alias}.uuid AS id`,
    joins: sql`JOIN ${sql.identifier(query.table)} ${alias} ON ${alias}.id = page.id`,
  };
  return { ...query, write: () => ({ ...query.write(), ...shown, carried: [], ofIndex: shown }), build: (row) => row };
}

/** The records of a page, in order, the number of all matches, and the load of records that they belong to. */
export type Page<T> = { readonly records: T[]; readonly total: number; readonly generation: number };

/** One page of a search: its ids from an index if there is one, otherwise everything from one statement. */
export async function findPage<R extends object, T extends object>(
  sql: Sql,
  query: PageQuery<R, T>,
  snapshot?: IndexSnapshot,
): Promise<Page<T>> {
  const found = takeRanked(query) ?? (query.plan && (await snapshot?.findIds(sql, query.plan, query)));
  if (!found) return searchPage(sql, query);
  const isCurrent = snapshot?.permalinks.generation === found.generation;
  const records = await (isCurrent
    ? readCachedRows(sql, query, found, snapshot.records)
    : readRecords(sql, query, found));
  if (!records) return searchPage(sql, query);
  const { figures, total, generation } = found;
  return {
    records: figures ? records.map((record, at) => ({ ...record, ...figures[at] })) : records,
    total,
    generation,
  };
}

/** The ids of one page of ranked records. */
function takeRanked({
  ranked,
  ranking,
  page,
  pageSize,
}: Pick<PageQuery<never, never>, 'ranked' | 'ranking' | 'page' | 'pageSize'>): FoundIds | undefined {
  if (!ranked || ranking?.generation === undefined) return undefined;
  const [from, end] = [page * pageSize, (page + 1) * pageSize];
  return {
    ids: Array.from(ranked.ids.subarray(from, end)),
    figures: Array.from(ranked.relevances.subarray(from, end), (similarity) => ({ similarity })),
    summaries: [],
    total: ranked.ids.length,
    generation: ranking.generation,
  };
}

/** Reads the records of a page that are not cached, and caches them. */
async function readCachedRows<R extends object, T extends object>(
  sql: Sql,
  query: PageQuery<R, T>,
  found: FoundIds,
  cache: LruCache<object>,
): Promise<T[] | undefined> {
  const { cachedAs } = query;
  if (cachedAs === undefined) return readRecords(sql, query, found);
  const { ids, summaries } = found;
  const records = ids.map((id) => cache.get(`${cachedAs} ${id}`) as T | undefined);
  const isMissing = (_: unknown, at: number) => !records[at];
  const missing = { ...found, ids: ids.filter(isMissing), summaries: summaries.filter(isMissing) };
  if (missing.ids.length === 0) return records as T[];
  const read = await readRecords(sql, query, missing);
  if (read?.length !== missing.ids.length) return undefined;
  for (const [at, id] of missing.ids.entries()) {
    records[ids.indexOf(id)] = read[at];
    cache.set(`${cachedAs} ${id}`, read[at] as T);
  }
  return records as T[];
}

/** Reads records by their ids, with null for figures; undefined when an import has replaced the records. */
async function readRecords<R extends object, T>(
  sql: Sql,
  { write, build }: PageQuery<R, T>,
  { ids, summaries, generation }: FoundIds,
): Promise<T[] | undefined> {
  const { columns, joins, ofIndex = { columns, joins } } = write();
  const found = await sql<(R & Partial<OfPage>)[]>`
    SELECT records.generation, rows.* FROM (SELECT ${currentGeneration(sql)} AS generation) AS records
    LEFT JOIN LATERAL (
      SELECT page.at, ${ofIndex.columns} FROM unnest(${ids}::int[], ${summaries}::jsonb[])
        WITH ORDINALITY AS page (id, summary, at) ${ofIndex.joins}
    ) AS rows ON true
    ORDER BY rows.at`;
  return found[0]?.generation === generation ? takeRows(found).map(build) : undefined;
}

/** Runs filter, total, page and rows as one statement, so that all see one snapshot. */
async function searchPage<R extends object, T>(sql: Sql, query: PageQuery<R, T>): Promise<Page<T>> {
  const { page, pageSize } = query;
  const { source, total: ofAll, where, order, orderColumns, columns, joins, carried = [] } = query.write();
  const alias = sql.identifier(recordAliases[query.table]);
  const found = await sql<(R & Partial<OfPage>)[]>`
    WITH ${where ? sql`matching AS MATERIALIZED (SELECT ${alias}.id, ${orderColumns} FROM ${source} WHERE ${where}),` : sql``}
    page AS (
      SELECT ordered.*, row_number() OVER () AS at FROM (
        SELECT ${sql.identifier('id', ...carried)} FROM ${where ? sql`matching AS ${alias}` : source} ORDER BY ${order} LIMIT ${pageSize} OFFSET ${page * pageSize}
      ) AS ordered
    )
    SELECT total.count AS total, total.generation, rows.*
    FROM (SELECT ${where ? sql`(SELECT count(*) FROM matching)` : ofAll}::int AS count,
      ${currentGeneration(sql)} AS generation) AS total
    LEFT JOIN LATERAL (SELECT page.at, ${columns} FROM page ${joins}) AS rows ON true
    ORDER BY rows.at`;
  const { total, generation } = found[0] ?? {};
  if (total === undefined || generation === undefined) throw new Error('a page without its total');
  return { records: takeRows(found).map(query.build), total, generation };
}

/** The rows of a page without the columns of the page, removed in place: the driver's rows are slow to copy. */
function takeRows<R extends object>(found: (R & Partial<OfPage>)[]): R[] {
  const rows = found.filter(({ at }) => at !== null);
  for (const row of rows) {
    delete row.total;
    delete row.generation;
    delete row.at;
  }
  return rows;
}

/** The columns added to every row of a page; an empty page has one row with `at` null. */
type OfPage = { total: number; generation: number; at: number | null };

/** A page with the unknown permalinks that the search ignored, and what ranked it. */
export type ResolvedPage<T> = Page<T> & { readonly ignored: readonly string[]; readonly rankedBy: string | undefined };

/**
 * Resolves the permalinks in the body of a search, builds its query and runs it; starts over if an import replaced the
 * records in the meantime.
 */
export async function findResolvedPage<R extends object, T extends object>(
  sql: Sql,
  body: object,
  toQuery: (known: ResolvedPermalinks) => PageQuery<R, T> | Promise<PageQuery<R, T>>,
  snapshot?: IndexSnapshot,
): Promise<ResolvedPage<T>> {
  const known = await resolvePermalinks(sql, collectPermalinkFilters(body), snapshot?.permalinks);
  const query = await toQuery(known);
  const found = await findPage(sql, query, snapshot);
  // An import replaced the records between the statements, so the resolved ids are no longer valid.
  const isOther = (generation: number | undefined) => generation !== undefined && generation !== found.generation;
  if (isOther(known.generation) || isOther(query.ranking?.generation)) return findResolvedPage(sql, body, toQuery);
  return { ...found, ignored: known.ignored, rankedBy: query.ranking?.rankedBy };
}

/** The same for the ids of the records alone. */
export const findResolvedIds = <R extends object, T extends object>(
  sql: Sql,
  body: object,
  toQuery: (known: ResolvedPermalinks) => PageQuery<R, T> | Promise<PageQuery<R, T>>,
  snapshot?: IndexSnapshot,
): Promise<ResolvedPage<{ id: string }>> =>
  findResolvedPage(sql, body, async (known) => selectIds(sql, await toQuery(known)), snapshot);
