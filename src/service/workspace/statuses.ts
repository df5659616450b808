import type { DataOf, ParsedBodyOf } from '#contract/endpoint.ts';
import type {
  changeStatuses,
  readStatuses,
  RecordStatus,
  StatusKind,
  StoredStatus,
} from '#contract/workspace/statuses.ts';
import type { Pool } from '../db/pool.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { HttpError } from '../http/http-error.ts';
import { setMembers } from './set-members.ts';
import { bumpVersions, lockPart } from './versions.ts';

/** The most statuses of an account, and their text in bytes. */
export const maxStatuses = 200_000;
export const maxStatusBytes = 100_000_000;

/** Who changes something in the workspace of an account, and when. */
export type Change = { readonly accountId: string; readonly author: string | null; readonly now: Date };

type StatusRow = {
  readonly [K in keyof StoredStatus]: K extends 'status_at' | 'note_at'
    ? Date | null
    : K extends 'changed_at'
      ? Date
      : StoredStatus[K];
};
type StatusChange = ParsedBodyOf<typeof changeStatuses>['changes'][number]['set'];
type StatusName = { readonly kind: StatusKind; readonly id: string };

const columns = (sql: Sql): Fragment =>
  sql`kind, s.id, status, seen, tags, note, stage, owner, next, to_char(due, 'YYYY-MM-DD') AS due, rank,
    status_by, status_at, note_by, note_at, changed_at, s.version`;

const buildStatus = (row: StatusRow): StoredStatus => ({
  ...row,
  status_at: row.status_at?.toISOString() ?? null,
  note_at: row.note_at?.toISOString() ?? null,
  changed_at: row.changed_at.toISOString(),
});

const emptyStatus: RecordStatus = {
  status: null,
  seen: false,
  tags: [],
  note: '',
  stage: null,
  owner: '',
  next: '',
  due: null,
  rank: null,
};

const maxPageRows = 5000;
const maxPageBytes = 8_000_000;

/**
 * A page of the statuses that changed after a version. A version is on one page with all its statuses, and one that can
 * be read has none missing, because writers wait for each other.
 */
export async function readStatusPage(sql: Sql, accountId: string, after: number): Promise<DataOf<typeof readStatuses>> {
  const rows = await sql<(StatusRow & { last: number; began: number; more: boolean })[]>`
    WITH start AS (
      SELECT coalesce(max(version), 0) AS latest,
        coalesce(max(CASE WHEN ${after}::bigint BETWEEN emptied_version AND version THEN ${after}::bigint END), 0) AS began
      FROM versions WHERE account_id = ${accountId} AND part = 'statuses'
    ), nearest AS (
      SELECT version, octet_length(note) + 500 AS bytes FROM statuses
      WHERE account_id = ${accountId} AND version > (SELECT began FROM start)
      ORDER BY version FETCH FIRST ${maxPageRows} ROWS WITH TIES
    ), page AS (
      SELECT max(version) AS last FROM (
        SELECT version, sum(sum(bytes)) OVER (ORDER BY version) - sum(bytes) AS bytes_before FROM nearest GROUP BY version
      ) AS versions WHERE bytes_before < ${maxPageBytes}
    ), later AS (
      SELECT EXISTS (SELECT FROM statuses WHERE account_id = ${accountId} AND version > last) AS more FROM page
    )
    SELECT began, CASE WHEN more THEN last ELSE latest END AS last, more, ${columns(sql)}
    FROM start CROSS JOIN page CROSS JOIN later LEFT JOIN statuses s
      ON account_id = ${accountId} AND s.version > began AND s.version <= page.last
    ORDER BY s.version, kind, s.id`;
  const [{ last, began, more } = { last: 0, began: 0, more: false }] = rows;
  const statuses = rows.flatMap(({ last: _last, began: _began, more: _more, ...row }) =>
    (row.id as string | null) === null ? [] : buildStatus(row),
  );
  return { version: last, complete: began === 0, more, statuses };
}

/**
 * Changes the given fields of records, in one transaction; what has these values already stays as it is. The time of
 * each change is a millisecond after that of the change before it, so that sorting by time keeps their order.
 */
export async function writeStatuses(
  db: Pool,
  change: Change,
  changes: ParsedBodyOf<typeof changeStatuses>['changes'],
): Promise<StoredStatus[]> {
  const { accountId } = change;
  return db.begin(async (tx) => {
    await lockPart(tx, accountId, 'statuses');
    const before = await readStatusesOf(tx, accountId, changes);
    const after = new Map<string, StoredStatus>();
    for (const [index, { kind, id, set }] of changes.entries()) {
      const now = new Date(change.now.getTime() + index);
      const name = nameOf({ kind, id });
      const stored = after.get(name) ?? before.get(name) ?? createStatus({ kind, id }, now);
      after.set(name, applyChange(stored, set, { ...change, now }));
    }
    await storeStatuses(tx, accountId, before, after);
    return [...after.values()];
  });
}

export const nameOf = ({ kind, id }: StatusName): string => `${kind} ${id}`;

/** The status of a record that nobody changed; it is not stored. */
export const createStatus = ({ kind, id }: StatusName, now: Date): StoredStatus => ({
  kind,
  id,
  ...emptyStatus,
  status_by: null,
  status_at: null,
  note_by: null,
  note_at: null,
  changed_at: now.toISOString(),
  version: 0,
});

/** The stored statuses of these records by name; those without one are left out. */
export async function readStatusesOf(
  tx: Sql,
  accountId: string,
  names: readonly StatusName[],
): Promise<Map<string, StoredStatus>> {
  const rows = await tx<StatusRow[]>`
    SELECT ${columns(tx)} FROM statuses s
    WHERE account_id = ${accountId} AND (kind, s.id) IN (
      SELECT * FROM unnest(${names.map(({ kind }) => kind)}::text[], ${names.map(({ id }) => id)}::uuid[]))`;
  return new Map(rows.map((row) => [nameOf(row), buildStatus(row)]));
}

function applyChange(before: StoredStatus, { tags, ...fields }: StatusChange, { author, now }: Change): StoredStatus {
  const after = setMembers<StoredStatus>(before, { ...fields, tags: tags && [...new Set(tags)] });
  if (isSameStatus(before, after)) return before;
  const at = now.toISOString();
  const isDecided = before.status !== after.status || before.stage !== after.stage || before.seen !== after.seen;
  return {
    ...after,
    ...(isDecided && { status_by: author, status_at: at }),
    ...(before.note !== after.note && { note_by: author, note_at: at }),
    changed_at: at,
  };
}

const fieldNames = Object.keys(emptyStatus) as (keyof RecordStatus)[];

const isSameStatus = (one: RecordStatus, other: RecordStatus): boolean =>
  fieldNames.every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]));

/** Stores those of `after` that differ from `before`, under one version, which it sets. The part must be locked. */
export async function storeStatuses(
  tx: Sql,
  accountId: string,
  before: ReadonlyMap<string, StoredStatus>,
  after: Map<string, StoredStatus>,
): Promise<number> {
  const changed = [...after].filter(([name, status]) => {
    const stored = before.get(name);
    return stored
      ? JSON.stringify(stored) !== JSON.stringify(status)
      : status.status_at !== null || !isSameStatus(status, emptyStatus);
  });
  if (changed.length === 0) return 0;
  const version = await bumpVersions(tx, accountId, 'statuses');
  const rows = changed.map(([name, status]) => {
    const stored = { ...status, version };
    after.set(name, stored);
    return { account_id: accountId, ...stored };
  });
  await tx`
    INSERT INTO statuses AS s SELECT * FROM json_populate_recordset(NULL::statuses, ${tx.json(rows)}::json)
    ON CONFLICT (account_id, kind, id) DO UPDATE SET status = excluded.status, seen = excluded.seen, tags = excluded.tags,
      note = excluded.note, stage = excluded.stage, owner = excluded.owner, next = excluded.next, due = excluded.due,
      rank = excluded.rank, status_by = excluded.status_by, status_at = excluded.status_at, note_by = excluded.note_by,
      note_at = excluded.note_at, changed_at = excluded.changed_at, version = excluded.version`;
  const grows = changed.some(([name, status]) => countText(status) > countText(before.get(name)));
  if (grows) await requireRoom(tx, accountId);
  return changed.length;
}

/** The characters of a status; less than 0 for one that is not stored. */
const countText = (status: RecordStatus | undefined): number =>
  status ? status.note.length + status.next.length + status.tags.join().length : -1;

async function requireRoom(tx: Sql, accountId: string): Promise<void> {
  const [row] = await tx<{ count: number; bytes: number }[]>`
    SELECT count(*)::int AS count, coalesce(sum(octet_length(note) + octet_length(next) + pg_column_size(tags)), 0)::bigint AS bytes
    FROM statuses WHERE account_id = ${accountId}`;
  const max = (row?.count ?? 0) > maxStatuses ? '200,000 statuses' : '100 MB of notes';
  if ((row?.count ?? 0) > maxStatuses || (row?.bytes ?? 0) > maxStatusBytes) {
    throw new HttpError('workspaceFull', { max, remedy: 'Shorten notes that you no longer need.' });
  }
}
