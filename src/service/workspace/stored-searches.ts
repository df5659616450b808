import type { SearchResource, SearchRow, StoredSearch } from '#contract/workspace/searches.ts';
import type { RelatedRecords } from '#contract/workspace/records.ts';
import type { LooseRecord } from '#contract/workspace/workspace-endpoint.ts';
import type { Sql } from '../db/sql.ts';
import { findRecords, readRecords } from './unlocked-records.ts';

type Figures = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What is known of a search after a page arrived. */
export type StoredPage = Pick<
  StoredSearch,
  | 'resource'
  | 'body'
  | 'via'
  | 'screen'
  | 'total'
  | 'moved_from'
  | 'loaded'
  | 'duplicates'
  | 'ended'
  | 'ignored'
  | 'more_ignored'
  | 'surprises'
  | 'ranked_by'
  | 'billed_tenths'
> & {
  readonly hash: Buffer;
  readonly memberId: string | null;
  readonly ids: readonly string[];
  readonly figures: Figures;
  /** When its first rows were loaded; those of a search that starts anew are loaded now. */
  readonly firstAt: Date;
  readonly now: Date;
};

type Row = Omit<StoredSearch, 'body' | 'ignored' | 'by' | 'first_at' | 'loaded_at'> & {
  readonly body: string;
  readonly ignored: string;
  readonly member_id: string | null;
  readonly first_at: Date;
  readonly loaded_at: Date;
};

const columns = (sql: Sql) => sql`
  id, resource, body, via, screen, member_id, total, moved_from, loaded, cardinality(ids) AS rows, duplicates, ended, ignored,
  more_ignored, surprises, ranked_by, billed_tenths, first_at, loaded_at`;

const buildSearch = ({ member_id: by, ...row }: Row): StoredSearch => ({
  ...row,
  body: JSON.parse(row.body) as Record<string, unknown>,
  ignored: JSON.parse(row.ignored) as StoredSearch['ignored'],
  by,
  first_at: row.first_at.toISOString(),
  loaded_at: row.loaded_at.toISOString(),
});

/** The stored search with this hash; undefined if there is none. */
export async function findStoredSearch(sql: Sql, accountId: string, hash: Buffer): Promise<StoredSearch | undefined> {
  const [row] = await sql<Row[]>`
    SELECT ${columns(sql)} FROM searches WHERE account_id = ${accountId} AND request_hash = ${hash}`;
  return row && buildSearch(row);
}

/** The stored search with this id; undefined if there is none. */
export async function readStoredSearch(sql: Sql, accountId: string, id: string): Promise<StoredSearch | undefined> {
  const [row] = await sql<Row[]>`SELECT ${columns(sql)} FROM searches WHERE account_id = ${accountId} AND id = ${id}`;
  return row && buildSearch(row);
}

/** The stored searches of the four screens, last loaded first. */
export async function listStoredSearches(
  sql: Sql,
  accountId: string,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<{ readonly searches: StoredSearch[]; readonly more: boolean }> {
  const rows = await sql<Row[]>`
    SELECT ${columns(sql)} FROM searches
    WHERE account_id = ${accountId} AND resource IN ('deals', 'companies', 'investors', 'people')
      AND (${before ?? null}::uuid IS NULL OR (loaded_at, id) < (
        SELECT loaded_at, id FROM searches WHERE account_id = ${accountId} AND id = ${before ?? null}::uuid))
    ORDER BY loaded_at DESC, id DESC LIMIT ${limit + 1}`;
  return { searches: rows.slice(0, limit).map(buildSearch), more: rows.length > limit };
}

/** Every stored search for deals, last loaded first. */
export async function listDealSearches(sql: Sql, accountId: string): Promise<StoredSearch[]> {
  const rows = await sql<Row[]>`
    SELECT ${columns(sql)} FROM searches
    WHERE account_id = ${accountId} AND resource = 'deals' AND via IS NULL ORDER BY loaded_at DESC, id DESC`;
  return rows.map(buildSearch);
}

/** The ids of the rows of a stored search, in its order. */
export async function readSearchIds(sql: Sql, accountId: string, id: string): Promise<readonly string[]> {
  const [row] = await sql<{ ids: string[] }[]>`SELECT ids FROM searches WHERE account_id = ${accountId} AND id = ${id}`;
  return row?.ids ?? [];
}

/** Locks a stored search for the rest of a transaction; returns it with its ids and figures. */
export async function lockSearch(
  tx: Sql,
  accountId: string,
  hash: Buffer,
): Promise<(StoredSearch & { readonly ids: string[]; readonly figures: Figures }) | undefined> {
  const [row] = await tx<(Row & { ids: string[]; figures: string })[]>`
    SELECT ${columns(tx)}, ids, figures FROM searches WHERE account_id = ${accountId} AND request_hash = ${hash} FOR UPDATE`;
  if (!row) return undefined;
  const { ids, figures, ...search } = row;
  return { ...buildSearch(search), ids, figures: JSON.parse(figures) as Figures };
}

/** Stores a search as it is after a page. */
export async function writeStoredPage(tx: Sql, accountId: string, page: StoredPage): Promise<void> {
  await tx`
    INSERT INTO searches AS held (account_id, request_hash, resource, body, via, screen, member_id, ids, figures, total,
      moved_from, loaded, duplicates, ended, ignored, more_ignored, surprises, ranked_by, billed_tenths, first_at, loaded_at)
    VALUES (${accountId}, ${page.hash}, ${page.resource}, ${JSON.stringify(page.body)}, ${page.via}, ${page.screen},
      ${page.memberId}, ${[...page.ids]}::uuid[], ${JSON.stringify(page.figures)}, ${page.total}, ${page.moved_from},
      ${page.loaded}, ${page.duplicates}, ${page.ended}, ${JSON.stringify(page.ignored)}, ${page.more_ignored},
      ${page.surprises}, ${page.ranked_by}, ${page.billed_tenths}, ${page.firstAt}, ${page.now})
    ON CONFLICT (account_id, request_hash) DO UPDATE SET screen = excluded.screen, member_id = excluded.member_id,
      ids = excluded.ids, figures = excluded.figures, total = excluded.total, moved_from = excluded.moved_from,
      loaded = excluded.loaded, duplicates = excluded.duplicates, ended = excluded.ended, ignored = excluded.ignored,
      more_ignored = excluded.more_ignored, surprises = excluded.surprises, ranked_by = excluded.ranked_by,
      billed_tenths = excluded.billed_tenths, first_at = excluded.first_at, loaded_at = excluded.loaded_at`;
}

/** Forgets a stored search; its records stay unlocked. Returns whether there was one. */
export async function forgetStoredSearch(sql: Sql, accountId: string, id: string): Promise<boolean> {
  const { count } = await sql`DELETE FROM searches WHERE account_id = ${accountId} AND id = ${id}`;
  return count > 0;
}

/** The kind of the rows of a resource. */
export const rowKinds = {
  deals: 'deals',
  companies: 'companies',
  investors: 'investors',
  people: 'people',
  company_deals: 'deals',
  investor_deals: 'deals',
  person_deals: 'deals',
} as const satisfies Record<SearchResource, string>;

type RowPage = { readonly rows: SearchRow[]; readonly related: RelatedRecords; readonly more: boolean };

/** Stored rows in the order of the search, with the unlocked records that belong to them; undefined without it. */
export async function readSearchRowsOf(
  sql: Sql,
  accountId: string,
  id: string,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<RowPage | undefined> {
  const [search] = await sql<{ resource: SearchResource; ids: string[]; figures: string; size: number }[]>`
    SELECT resource, ids[${from + 1}::int:${from + count}::int] AS ids, figures, cardinality(ids) AS size
    FROM searches WHERE account_id = ${accountId} AND id = ${id}`;
  if (!search) return undefined;
  const figures = JSON.parse(search.figures) as Figures;
  const held = await readRecords(sql, accountId, rowKinds[search.resource], search.ids);
  const byId = new Map(held.map((row) => [row.id, row]));
  const rows = search.ids.flatMap((rowId): SearchRow[] => {
    const { record = null, unlocked_at } = byId.get(rowId) ?? {};
    if (record === null || !unlocked_at) return [];
    return [
      {
        record: JSON.parse(record) as LooseRecord,
        unlocked_at: unlocked_at.toISOString(),
        figures: figures[rowId] ?? {},
      },
    ];
  });
  const related = await findRelated(sql, accountId, rowKinds[search.resource], rows);
  return { rows, related, more: from + count < search.size };
}

/** What is unlocked of the companies and investors of rows. */
async function findRelated(
  sql: Sql,
  accountId: string,
  kind: (typeof rowKinds)[SearchResource],
  rows: readonly SearchRow[],
): Promise<RelatedRecords> {
  const records = rows.map(({ record }) => record);
  const list = (name: string) => records.flatMap((record) => (record[name] ?? []) as string | string[]);
  const ids =
    kind === 'deals'
      ? { companies: list('company_id'), investors: list('investor_ids'), rounds: records.map(({ id }) => id) }
      : kind === 'companies'
        ? { investors: records.flatMap(readLatestInvestors) }
        : undefined;
  const { companies = [], investors = [], rounds = [] } = ids ? await findRecords(sql, accountId, ids) : {};
  return { companies, investors, rounds };
}

function readLatestInvestors({ latest_deal: latest }: LooseRecord): string[] {
  const { investors } = (latest ?? {}) as { investors?: unknown };
  return Array.isArray(investors) ? (investors as string[]) : [];
}
