import { createHash, randomBytes } from 'node:crypto';
import type { DataOf, ParsedBodyOf } from '#contract/endpoint.ts';
import {
  type changeMember,
  type inviteMember,
  type joinWorkspace,
  type MemberColor,
  memberColor,
  type WorkspaceMember,
} from '#contract/workspace/members.ts';
import { generateKey } from '../accounts/keys.ts';
import type { Pool } from '../db/pool.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { memberKeyStart } from '../http/presented-key.ts';

/** How long an invitation is valid. */
const invitationDays = 7;

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

type MemberRow = {
  readonly [K in keyof WorkspaceMember]: K extends `${string}_${string}`
    ? Date | null
    : K extends 'color'
      ? number
      : WorkspaceMember[K];
};

/** Colors are stored by their position. */
const colors = memberColor.options;
const findColor = (place: number): MemberColor => colors[place % colors.length] ?? 'gray';

const columns = (sql: Sql): Fragment =>
  sql`members.id, members.name, members.color, members.role, members.first, members.joined_at, members.invited_until, members.removed_at`;

const buildMember = (row: MemberRow): WorkspaceMember => ({
  ...row,
  color: findColor(row.color),
  joined_at: row.joined_at?.toISOString() ?? null,
  invited_until: row.invited_until?.toISOString() ?? null,
  removed_at: row.removed_at?.toISOString() ?? null,
});

/** Everyone who shares or once shared the workspace of an account, in order of invitation. */
export async function listMembers(sql: Sql, accountId: string): Promise<WorkspaceMember[]> {
  const rows = await sql<MemberRow[]>`
    SELECT ${columns(sql)} FROM members WHERE account_id = ${accountId} ORDER BY NOT first, invited_at, id`;
  return rows.map(buildMember);
}

type Invitation = DataOf<typeof inviteMember>;

/** Adds a member with an invitation. The first one also adds the first owner, to whom the account's own keys belong. */
export async function addMember(
  db: Pool,
  accountId: string,
  { name, role, color, own_name: ownName = 'Owner' }: ParsedBodyOf<typeof inviteMember>,
  now = new Date(),
): Promise<Invitation> {
  return db.begin(async (tx) => {
    await tx`SELECT FROM accounts WHERE id = ${accountId} FOR UPDATE`;
    const members = await listMembers(tx, accountId);
    if (members.length === 0) {
      await tx`
        INSERT INTO members (account_id, name, color, role, first, invited_at, joined_at)
        VALUES (${accountId}, ${ownName}, 0, 'owner', true, ${now}, ${now})`;
    }
    const place = color === undefined ? Math.max(members.length, 1) % colors.length : colors.indexOf(color);
    const [made] = await tx<{ id: string }[]>`
      INSERT INTO members (account_id, name, color, role, invited_at)
      VALUES (${accountId}, ${name}, ${place}, ${role}, ${now}) RETURNING id`;
    const invitation = made && (await invite(tx, accountId, made.id, now));
    if (!invitation) throw new Error('the member was not added');
    return invitation;
  });
}

/** Creates a new invitation, which replaces the previous one; undefined for an unknown or removed member. */
export async function invite(
  sql: Sql,
  accountId: string,
  id: string,
  now = new Date(),
): Promise<Invitation | undefined> {
  const token = randomBytes(24).toString('base64url');
  const [row] = await sql<MemberRow[]>`
    UPDATE members SET invitation_hash = ${hashToken(token)}, invited_until = ${now}::timestamptz + ${invitationDays} * interval '1 day'
    WHERE account_id = ${accountId} AND id = ${id} AND removed_at IS NULL RETURNING ${columns(sql)}`;
  return row && { member: buildMember(row), token };
}

/**
 * Accepts an invitation: creates a key for the member. Undefined if it was used, has expired or was replaced, or is for
 * another account than `hostedAccount`, whose members get keys that stay on this gateway.
 */
export async function acceptInvitation(
  sql: Sql,
  token: string,
  now: Date,
  hostedAccount?: string,
): Promise<DataOf<typeof joinWorkspace> | undefined> {
  const { prefix, key, hash } = generateKey(hostedAccount === undefined ? 'vg' : memberKeyStart);
  const [row] = await sql<MemberRow[]>`
    WITH members AS (
      UPDATE members SET invitation_hash = NULL, invited_until = NULL, joined_at = coalesce(joined_at, ${now})
      WHERE invitation_hash = ${hashToken(token)} AND invited_until > ${now} AND removed_at IS NULL
        AND (${hostedAccount ?? null}::uuid IS NULL OR account_id = ${hostedAccount ?? null}::uuid)
      RETURNING *
    ), made AS (
      INSERT INTO api_keys (prefix, secret_hash, account_id, name, member_id, created_at)
      SELECT ${prefix}, ${hash}, account_id, name, id, ${now} FROM members
    )
    SELECT ${columns(sql)} FROM members`;
  return row && { member: buildMember(row), key };
}

/** Changes a member, whose deliveries end with their removal; `kept` means that the first owner would lose the role, undefined that there is no such member. */
export async function updateMember(
  sql: Sql,
  accountId: string,
  id: string,
  { name, color, role, removed }: ParsedBodyOf<typeof changeMember>,
  now = new Date(),
): Promise<WorkspaceMember | 'kept' | undefined> {
  const losesRole = removed === true || (role !== undefined && role !== 'owner');
  const [row] = await sql<MemberRow[]>`
    WITH ended AS (
      DELETE FROM deliveries d USING members m
      WHERE ${removed === true}::boolean AND m.account_id = ${accountId} AND m.id = ${id} AND NOT m.first AND d.member_id = m.id
    )
    UPDATE members SET name = coalesce(${name ?? null}::text, name), role = coalesce(${role ?? null}::text, role),
      color = coalesce(${color === undefined ? null : colors.indexOf(color)}::smallint, color),
      removed_at = CASE ${removed ?? null}::boolean WHEN true THEN coalesce(removed_at, ${now}::timestamptz) WHEN false THEN NULL ELSE removed_at END,
      invitation_hash = CASE WHEN ${removed === true}::boolean THEN NULL ELSE invitation_hash END,
      invited_until = CASE WHEN ${removed === true}::boolean THEN NULL ELSE invited_until END
    WHERE account_id = ${accountId} AND id = ${id} AND NOT (first AND ${losesRole}::boolean)
    RETURNING ${columns(sql)}`;
  if (row) return buildMember(row);
  const [first] = await sql`SELECT FROM members WHERE account_id = ${accountId} AND id = ${id}`;
  return first && 'kept';
}
