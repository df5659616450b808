import type { ParsedBodyOf } from '#contract/endpoint.ts';
import type { changeSavedSearch, SavedSearch } from '#contract/workspace/saved-searches.ts';
import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { HttpError } from '../http/http-error.ts';
import { dropDeleted } from './deleted.ts';
import { hashSearch } from './request-hash.ts';
import type { Change } from './statuses.ts';
import { bumpVersions, lockPart } from './versions.ts';

/** The most saved searches of an account, and their size in bytes. */
export const maxSavedSearches = 1000;
const maxSavedSearchBytes = 20_000_000;

type SavedRow = {
  readonly id: string;
  readonly definition: string;
  readonly new_rows: string | null;
  readonly member_id: string | null;
  readonly saved_at: Date;
  readonly viewed_at: Date | null;
};
type Definition = Pick<SavedSearch, 'name' | 'screen' | 'search' | 'body' | 'via' | 'columns'>;

const buildSaved = ({ id, definition, new_rows, member_id: by, saved_at, viewed_at }: SavedRow): SavedSearch => ({
  id,
  ...(JSON.parse(definition) as Definition),
  by,
  saved_at: saved_at.toISOString(),
  viewed_at: viewed_at?.toISOString() ?? null,
  new_rows: new_rows === null ? null : (JSON.parse(new_rows) as SavedSearch['new_rows']),
});

/** The saved searches of an account by name; with an id, only that one. */
export async function findSavedSearches(sql: Sql, accountId: string, id: string | null = null): Promise<SavedSearch[]> {
  const rows = await sql<SavedRow[]>`
    SELECT s.id, definition, new_rows, s.member_id, saved_at, loaded_at AS viewed_at
    FROM saved_searches s LEFT JOIN searches USING (account_id, request_hash)
    WHERE s.account_id = ${accountId} AND deleted_at IS NULL AND (${id}::uuid IS NULL OR s.id = ${id}::uuid)`;
  return rows
    .map(buildSaved)
    .toSorted((one, other) => one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1));
}

/** Creates or changes a saved search, or brings it back; undefined if it is not there and the change does not make it. */
export async function writeSavedSearch(
  db: Pool,
  { accountId, author, now }: Change,
  id: string,
  { deleted, new_rows: newRows, ...set }: ParsedBodyOf<typeof changeSavedSearch>,
): Promise<SavedSearch | undefined> {
  return db.begin(async (tx) => {
    await lockPart(tx, accountId, 'saved_searches');
    await dropDeleted(tx, 'saved_searches', accountId, now);
    if (deleted === false) await undelete(tx, accountId, id);
    const [before] = await findSavedSearches(tx, accountId, id);
    const { name, screen, search, body, via = null, columns = null } = { ...before, ...set };
    if (name === undefined || screen === undefined || search === undefined || body === undefined) return undefined;
    const definition = { name, screen, search, body, via, columns };
    const isSame = before !== undefined && JSON.stringify(pickDefinition(before)) === JSON.stringify(definition);
    const after: SavedSearch = {
      id,
      ...definition,
      ...(isSame ? { by: before.by, saved_at: before.saved_at } : { by: author, saved_at: now.toISOString() }),
      viewed_at: null,
      new_rows: newRows ? { ...newRows, at: now.toISOString() } : (before?.new_rows ?? null),
    };
    if (!isSame || newRows) await storeSavedSearch(tx, accountId, after);
    return (await findSavedSearches(tx, accountId, id))[0];
  });
}

const pickDefinition = ({ name, screen, search, body, via, columns }: SavedSearch): Definition => ({
  name,
  screen,
  search,
  body,
  via,
  columns,
});

async function undelete(tx: Sql, accountId: string, id: string): Promise<void> {
  const { count } = await tx`
    UPDATE saved_searches SET deleted_at = NULL
    WHERE account_id = ${accountId} AND id = ${id} AND deleted_at IS NOT NULL`;
  if (count === 0) return;
  await bumpVersions(tx, accountId, 'saved_searches');
  await requireRoom(tx, accountId);
}

/** Stores a saved search, which replaces one with the same id, even a deleted one. The part must be locked. */
export async function storeSavedSearch(tx: Sql, accountId: string, saved: SavedSearch): Promise<void> {
  await bumpVersions(tx, accountId, 'saved_searches');
  const row = {
    account_id: accountId,
    id: saved.id,
    definition: JSON.stringify(pickDefinition(saved)),
    request_hash: hashSearch(saved.screen, saved.body, saved.via),
    new_rows: saved.new_rows && JSON.stringify(saved.new_rows),
    member_id: saved.by,
    saved_at: new Date(saved.saved_at),
  };
  await tx`
    INSERT INTO saved_searches ${tx.values([row])}
    ON CONFLICT (account_id, id) DO UPDATE SET definition = excluded.definition, request_hash = excluded.request_hash,
      new_rows = excluded.new_rows, member_id = excluded.member_id, saved_at = excluded.saved_at, deleted_at = NULL`;
  await requireRoom(tx, accountId);
}

async function requireRoom(tx: Sql, accountId: string): Promise<void> {
  const [row] = await tx<{ count: number; bytes: number }[]>`
    SELECT count(*)::int AS count, coalesce(sum(octet_length(definition)), 0)::bigint AS bytes
    FROM saved_searches WHERE account_id = ${accountId} AND deleted_at IS NULL`;
  const isFull = (row?.count ?? 0) > maxSavedSearches;
  if (!isFull && (row?.bytes ?? 0) <= maxSavedSearchBytes) return;
  const max = isFull ? '1,000 saved searches' : '20 MB of saved searches';
  throw new HttpError('workspaceFull', { max, remedy: 'Delete searches that you no longer need.' });
}

/** Deletes a saved search, which can come back for 30 days; false if there is none. */
export async function removeSavedSearch(
  db: Pool,
  { accountId, now }: Pick<Change, 'accountId' | 'now'>,
  id: string,
): Promise<boolean> {
  return db.begin(async (tx) => {
    await lockPart(tx, accountId, 'saved_searches');
    const { count } = await tx`
      UPDATE saved_searches SET deleted_at = ${now}
      WHERE account_id = ${accountId} AND id = ${id} AND deleted_at IS NULL`;
    await dropDeleted(tx, 'saved_searches', accountId, now);
    if (count > 0) await bumpVersions(tx, accountId, 'saved_searches');
    return count > 0;
  });
}
