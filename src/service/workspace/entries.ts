import { createHash } from 'node:crypto';
import type { DataOf } from '#contract/endpoint.ts';
import { maxPageEntries, type deleteWorkspace, type WorkspaceEntry, type WorkspaceKind } from '#contract/workspace.ts';
import type { Pool } from '../db/pool.ts';
import type { Fragment, Sql } from '../db/sql.ts';

/** A stored entry with its version. */
export type StoredEntry = WorkspaceEntry & { readonly version: number };

/** The entries of a page, and the version of the workspace when it was read. */
type EntryPage = {
  readonly workspace: string;
  readonly latest: number;
  /** When everything was last deleted, in milliseconds; 0 for never. */
  readonly emptied: number;
  readonly more: boolean;
  readonly changes: readonly StoredEntry[];
};

/** The result of a write: `newer` are stored entries that win over a sent one. */
type WriteResult = {
  readonly workspace: string;
  readonly previous: number;
  readonly latest: number;
  readonly newer: readonly StoredEntry[];
};

/** A row of the table of entries. */
type EntryRow = {
  readonly kind: WorkspaceKind;
  readonly key: string;
  readonly at: number;
  readonly value: string;
  readonly version: number;
};

/** The most bytes of values on a page; a larger entry is a page by itself. */
const pageBytes = 4_000_000;

/**
 * Where a page begins: after a version, oldest first, or before one, newest first; its maximum number of entries, and
 * which kinds, by default any.
 */
type PageStart = {
  readonly names?: readonly Pick<WorkspaceEntry, 'kind' | 'key'>[];
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
};

/** Reads a page of a workspace. An account without a workspace has no entries; it gets one with its first entry. */
export async function readWorkspacePage(
  sql: Sql,
  accountId: string,
  { names, after, before = Number.MAX_SAFE_INTEGER, limit = maxPageEntries }: PageStart,
): Promise<EntryPage | undefined> {
  const named = names
    ? sql`AND id = ANY(${names.map(({ kind, key }) => hashName(kind, JSON.stringify(key)))}::uuid[])`
    : sql.unsafe('');
  const [low, high, order] =
    after === undefined ? [0, before, sql.unsafe('DESC')] : [after, Number.MAX_SAFE_INTEGER, sql.unsafe('ASC')];
  // A smaller page is needed sooner: one large entry must not delay it.
  const maxBytes = (pageBytes * limit) / maxPageEntries;
  const rows = await sql<(EntryRow & { workspace: string; latest: number; emptied: number; more: boolean })[]>`
    WITH page AS (
      SELECT kind, key, at, value, version,
        sum(octet_length(value)) OVER reading AS bytes, row_number() OVER reading AS place
      FROM (
        SELECT * FROM workspace_entries
        WHERE account_id = ${accountId} AND version > ${low} AND version < ${high} ${named}
        ORDER BY version ${order} LIMIT ${limit + 1}
      ) AS found
      WINDOW reading AS (ORDER BY version ${order} ROWS UNBOUNDED PRECEDING)
    )
    SELECT ${buildWorkspaceId(sql)} AS workspace, w.version AS latest, w.emptied_at AS emptied, kind, key, at, value, page.version,
      (SELECT count(*) FROM page) > (SELECT count(*) FROM page WHERE place = 1 OR (place <= ${limit} AND bytes <= ${maxBytes})) AS more
    FROM workspaces w LEFT JOIN page ON place = 1 OR (place <= ${limit} AND bytes <= ${maxBytes})
    WHERE w.account_id = ${accountId} ORDER BY page.version ${order}`;
  const [first] = rows;
  if (!first) return undefined;
  const { workspace, latest, emptied, more } = first;
  return {
    workspace,
    latest,
    emptied,
    more,
    changes: rows.flatMap((row) => ((row.version as number | null) === null ? [] : buildEntry(row))),
  };
}

const buildEntry = ({ kind, key, at, value, version }: EntryRow): StoredEntry => ({
  kind,
  key: JSON.parse(key) as string[],
  at,
  value: JSON.parse(value) as unknown,
  version,
});

/** The id of the workspace `w`. A restore replaces the table, after which the id is another one. */
export const buildWorkspaceId = (sql: Sql): Fragment => sql`md5(w.id || ' ' || w.tableoid)::uuid`;

/** The id and version of an account's workspace, which is created if there is none. */
export async function openWorkspace(sql: Sql, accountId: string): Promise<{ id: string; version: number }> {
  const [row] = await sql<{ id: string; version: number }[]>`
    INSERT INTO workspaces AS w (account_id) VALUES (${accountId})
    ON CONFLICT (account_id) DO UPDATE SET account_id = excluded.account_id RETURNING ${buildWorkspaceId(sql)} AS id, version`;
  if (!row) throw new Error('the workspace was not made');
  return row;
}

/**
 * Stores entries that are newer than those of the workspace. The row of the workspace is locked until then, so that
 * versions become visible in order. With the id of another workspace nothing is stored.
 */
export async function writeWorkspaceEntries(
  db: Pool,
  accountId: string,
  entries: readonly WorkspaceEntry[],
  workspace?: string,
): Promise<WriteResult> {
  const sent = mergeEntries(entries);
  const columns = {
    ids: sent.map(({ id }) => id),
    kinds: sent.map(({ kind }) => kind),
    keys: sent.map(({ key }) => key),
    times: sent.map(({ at }) => at),
    values: sent.map(({ value }) => value),
  };
  return db.begin(async (tx) => {
    const { id, version: previous } = await openWorkspace(tx, accountId);
    if (workspace !== undefined && workspace !== id) return { workspace: id, previous, latest: previous, newer: [] };
    const [{ latest } = { latest: null }] = await tx<{ latest: number | null }[]>`
      WITH stored AS (
        INSERT INTO workspace_entries AS held (account_id, id, kind, key, at, value, version)
        SELECT ${accountId}, sent.id, kind, key, at, value, ${previous}::bigint + place
        FROM unnest(${columns.ids}::uuid[], ${columns.kinds}::text[], ${columns.keys}::text[], ${columns.times}::bigint[],
          ${columns.values}::text[]) WITH ORDINALITY AS sent (id, kind, key, at, value, place)
        ON CONFLICT (account_id, id) DO UPDATE SET at = excluded.at, value = excluded.value, version = excluded.version
        WHERE (excluded.at, md5(excluded.value) COLLATE "C") > (held.at, md5(held.value) COLLATE "C")
        RETURNING version
      )
      UPDATE workspaces SET version = (SELECT max(version) FROM stored)
      WHERE account_id = ${accountId} AND EXISTS (SELECT FROM stored) RETURNING version AS latest`;
    const newer = await tx<EntryRow[]>`
      SELECT held.kind, held.key, held.at, held.value, held.version
      FROM unnest(${columns.ids}::uuid[], ${columns.times}::bigint[], ${columns.values}::text[]) AS sent (id, at, value)
        JOIN workspace_entries held ON held.account_id = ${accountId} AND held.id = sent.id
      WHERE held.version <= ${previous}::bigint AND (held.at, held.value) <> (sent.at, sent.value)`;
    return { workspace: id, previous, latest: latest ?? previous, newer: newer.map(buildEntry) };
  });
}

/** Deletes all entries of a workspace, which gets another id; browsers that reconnect then delete their copies too. */
export async function emptyWorkspace(db: Pool, accountId: string): Promise<DataOf<typeof deleteWorkspace>> {
  return db.begin(async (tx) => {
    // Takes the lock that lets one writer in at a time.
    await openWorkspace(tx, accountId);
    const { count } = await tx`DELETE FROM workspace_entries WHERE account_id = ${accountId}`;
    const [row] = await tx<{ workspace: string; emptied: number }[]>`
      UPDATE workspaces AS w SET id = gen_random_uuid(), version = 0,
        emptied_at = greatest(emptied_at + 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
      WHERE account_id = ${accountId} RETURNING ${buildWorkspaceId(tx)} AS workspace, emptied_at AS emptied`;
    if (!row) throw new Error('the workspace is gone');
    return { ...row, deleted: count };
  });
}

type SentEntry = Omit<EntryRow, 'version'> & { readonly id: string };

/**
 * Entries to be stored, one for each kind and key: the one with the later time, or with equal times the one with the
 * greater hash. Their order makes no difference.
 */
export function mergeEntries(entries: readonly WorkspaceEntry[]): SentEntry[] {
  const merged = new Map<string, SentEntry>();
  for (const { kind, key, at, value } of entries) {
    const sent = { kind, key: JSON.stringify(key), at, value: JSON.stringify(value) };
    const id = hashName(kind, sent.key);
    const before = merged.get(id);
    if (!before || isNewer(sent, before)) merged.set(id, { ...sent, id });
  }
  return [...merged.values()];
}

/** The id of an entry in the table: a hash of its kind and its key as JSON. */
const hashName = (kind: string, key: string): string =>
  createHash('sha256').update(`${kind} ${key}`).digest('hex').slice(0, 32);

const isNewer = (one: Pick<SentEntry, 'at' | 'value'>, other: Pick<SentEntry, 'at' | 'value'>): boolean =>
  one.at > other.at || (one.at === other.at && hashValue(one.value) > hashValue(other.value));

const hashValue = (value: string): string => createHash('md5').update(value).digest('hex');
