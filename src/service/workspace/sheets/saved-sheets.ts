import { hasRows } from '#contract/workspace/saved-searches.ts';
import { randomBytes } from 'node:crypto';
import { memberRole } from '#contract/workspace/members.ts';
import { type SavedSheet, sheetPath } from '#contract/workspace/sheets.ts';
import type { Pool } from '../../db/pool.ts';
import type { Fragment, Sql } from '../../db/sql.ts';
import { isAllowed } from '../../http/access.ts';
import { HttpError } from '../../http/http-error.ts';
import { findSavedSearches } from '../saved-searches.ts';

/** The most live sheets of an account. */
const maxSheets = 200;

type SheetRow = {
  readonly id: string;
  readonly search_id: string;
  readonly definition: string;
  readonly token: string;
  readonly by: string | null;
  readonly unmetered: boolean;
  readonly created_at: Date;
};

/** Whose sheets are meant, and whether a hosted service has the records. */
type SheetOwner = { readonly accountId: string; readonly isHosted: boolean };

const newToken = () => randomBytes(24).toString('base64url');

const buildSheet = ({ definition, token, unmetered, created_at, ...row }: SheetRow, isHosted: boolean): SavedSheet => ({
  ...row,
  name: (JSON.parse(definition) as { name: string }).name,
  path: `${sheetPath}/${token}.csv`,
  runs: !isHosted && unmetered,
  created_at: created_at.toISOString(),
});

/** The live sheets of an account, newest first; those of a search that is deleted rest until it comes back. */
export async function listSavedSheets(sql: Sql, { accountId, isHosted }: SheetOwner): Promise<SavedSheet[]> {
  const rows = await sql<SheetRow[]>`
    SELECT s.id, search_id, definition, token, s.member_id AS by, unmetered, s.created_at
    FROM sheets s JOIN saved_searches saved ON (saved.account_id, saved.id) = (s.account_id, s.search_id)
      JOIN accounts a ON a.id = s.account_id
    WHERE s.account_id = ${accountId} AND deleted_at IS NULL ORDER BY s.created_at DESC, s.id`;
  return rows.map((row) => buildSheet(row, isHosted));
}

type NewSheet = SheetOwner & { readonly memberId: string | null; readonly searchId: string; readonly now: Date };

/** The live sheet of a member for a saved search, which is created if there is none; undefined without rows to show. */
export async function insertSheet(
  db: Pool,
  { accountId, isHosted, memberId, searchId, now }: NewSheet,
): Promise<SavedSheet | undefined> {
  return db.begin(async (tx) => {
    // Locks the account, so that concurrent requests cannot exceed the limit together.
    await tx`SELECT FROM accounts WHERE id = ${accountId} FOR UPDATE`;
    const [saved] = await findSavedSearches(tx, accountId, searchId);
    if (!saved || !hasRows(saved)) return undefined;
    await tx`
      INSERT INTO sheets (account_id, search_id, member_id, token, created_at)
      VALUES (${accountId}, ${searchId}, ${memberId}, ${newToken()}, ${now})
      ON CONFLICT (account_id, search_id, member_id) DO NOTHING`;
    const all = await listSavedSheets(tx, { accountId, isHosted });
    if (all.length > maxSheets) {
      const remedy = 'Delete live sheets that you no longer need.';
      throw new HttpError('workspaceFull', { max: `${maxSheets} live sheets`, remedy });
    }
    return all.find((sheet) => sheet.search_id === searchId && sheet.by === memberId);
  });
}

/** Gives a live sheet of the account a new address; the old one stops working at once. */
export async function renewSheetToken(sql: Sql, accountId: string, id: string): Promise<void> {
  await sql`UPDATE sheets SET token = ${newToken()} WHERE account_id = ${accountId} AND id = ${id}`;
}

/** Deletes a live sheet of the account; returns whether there was one. */
export async function deleteSavedSheet(sql: Sql, accountId: string, id: string): Promise<boolean> {
  const { count } = await sql`DELETE FROM sheets WHERE account_id = ${accountId} AND id = ${id}`;
  return count > 0;
}

const sheetRoles = memberRole.options.filter((role) => isAllowed({ role, isLocal: false }, 'createSheet'));

/** Whether a live sheet `s` may be read: its account is not disabled, and its member may still have sheets. */
const isReadable = (sql: Sql): Fragment =>
  sql`EXISTS (SELECT FROM accounts a WHERE a.id = s.account_id AND a.disabled_at IS NULL) AND NOT EXISTS (
    SELECT FROM members m WHERE m.id = s.member_id AND (m.removed_at IS NOT NULL OR m.role <> ALL(${sheetRoles}::text[])))`;

/** What a reader of a live sheet gets: the account, the saved search, and whether its searches are free. */
export type ReadSheet = { readonly accountId: string; readonly searchId: string; readonly isUnmetered: boolean };

/** The live sheet with this token; undefined if there is none that may be read. */
export async function findSheet(sql: Sql, token: string): Promise<ReadSheet | undefined> {
  const [row] = await sql<ReadSheet[]>`
    SELECT s.account_id AS "accountId", search_id AS "searchId", a.unmetered AS "isUnmetered"
    FROM sheets s JOIN accounts a ON a.id = s.account_id WHERE token = ${token} AND ${isReadable(sql)}`;
  return row;
}
