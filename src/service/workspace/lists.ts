import type { ParsedBodyOf } from '#contract/endpoint.ts';
import type { changeList, CompanyList, ListHead } from '#contract/workspace/lists.ts';
import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { HttpError } from '../http/http-error.ts';
import { dropDeleted } from './deleted.ts';
import { setMembers } from './set-members.ts';
import type { Change } from './statuses.ts';
import { bumpVersions, lockPart } from './versions.ts';

/** The most lists of an account, and the bytes of one and of all. */
export const maxLists = 200;
const maxListBytes = 20_000_000;
const maxListsBytes = 100_000_000;

type HeadRow = {
  readonly id: string;
  readonly head: string;
  readonly member_id: string | null;
  readonly created_at: Date;
  readonly changed_at: Date;
};
type ListRow = HeadRow & {
  readonly text: string;
  readonly matches: string;
  readonly choices: string;
  readonly incomplete: string;
};

const buildHead = ({ id, head, member_id: by, created_at, changed_at }: HeadRow): ListHead => ({
  id,
  ...(JSON.parse(head) as Omit<ListHead, 'id' | 'by' | 'created_at' | 'changed_at'>),
  by,
  created_at: created_at.toISOString(),
  changed_at: changed_at.toISOString(),
});

const buildList = ({ text, matches, choices, incomplete, ...head }: ListRow): CompanyList => ({
  ...buildHead(head),
  text,
  matches: JSON.parse(matches) as CompanyList['matches'],
  choices: JSON.parse(choices) as CompanyList['choices'],
  incomplete: JSON.parse(incomplete) as CompanyList['incomplete'],
});

/** The lists of an account by name. */
export async function readListHeads(sql: Sql, accountId: string): Promise<ListHead[]> {
  const rows = await sql<HeadRow[]>`
    SELECT id, head, member_id, created_at, changed_at FROM company_lists
    WHERE account_id = ${accountId} AND deleted_at IS NULL`;
  return rows
    .map(buildHead)
    .toSorted((one, other) => one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1));
}

/** A list of an account; undefined if there is none, or only a deleted one. */
export async function findList(sql: Sql, accountId: string, id: string): Promise<CompanyList | undefined> {
  const [row] = await sql<ListRow[]>`
    SELECT id, head, text, matches, choices, incomplete, member_id, created_at, changed_at FROM company_lists
    WHERE account_id = ${accountId} AND id = ${id} AND deleted_at IS NULL`;
  return row && buildList(row);
}

/** Creates or changes a list, or brings it back; undefined if it is not there and the change does not make it. */
export async function writeList(
  db: Pool,
  change: Change,
  id: string,
  { deleted, ...set }: ParsedBodyOf<typeof changeList>,
): Promise<CompanyList | undefined> {
  const { accountId, now } = change;
  return db.begin(async (tx) => {
    await lockPart(tx, accountId, 'lists');
    await dropDeleted(tx, 'company_lists', accountId, now);
    if (deleted === false) await undelete(tx, accountId, id);
    const before = await findList(tx, accountId, id);
    if (!before && (set.name === undefined || set.text === undefined)) return undefined;
    const after = applyChange(before ?? createList(id, change), set);
    if (before && JSON.stringify(before) === JSON.stringify(after)) return before;
    const list = { ...after, changed_at: now.toISOString() };
    await storeList(tx, accountId, list);
    return list;
  });
}

async function undelete(tx: Sql, accountId: string, id: string): Promise<void> {
  const { count } = await tx`
    UPDATE company_lists SET deleted_at = NULL
    WHERE account_id = ${accountId} AND id = ${id} AND deleted_at IS NOT NULL`;
  if (count === 0) return;
  await bumpVersions(tx, accountId, 'lists');
  await requireRoom(tx, accountId);
}

const createList = (id: string, { author, now }: Change): CompanyList => ({
  id,
  name: '',
  file_name: '',
  encoding: 'utf-8',
  lines: 0,
  layout: { delimiter: ',', header: false, columns: {} },
  by: author,
  created_at: now.toISOString(),
  changed_at: now.toISOString(),
  text: '',
  matches: {},
  choices: {},
  incomplete: [],
});

function applyChange(
  before: CompanyList,
  {
    matches = {},
    dropped_matches: droppedMatches = [],
    choices = {},
    dropped_choices: droppedChoices = [],
    ...set
  }: Omit<ParsedBodyOf<typeof changeList>, 'deleted'>,
): CompanyList {
  return {
    ...setMembers(before, set),
    matches: mergeLines(before.matches, droppedMatches, matches),
    choices: mergeLines(before.choices, droppedChoices, choices),
  };
}

/** The stored values of lines without the dropped ones, and with the added ones. */
function mergeLines<T>(
  stored: Readonly<Record<string, T>>,
  dropped: readonly string[],
  added: Readonly<Record<string, T>>,
): Record<string, T> {
  const lines = new Map(Object.entries(stored));
  for (const key of dropped) lines.delete(key);
  for (const [key, value] of Object.entries(added)) lines.set(key, value);
  return Object.fromEntries(lines);
}

/** Stores a list, which replaces one with the same id, even a deleted one. The part must be locked. */
export async function storeList(tx: Sql, accountId: string, list: CompanyList): Promise<void> {
  const { id, text, matches, choices, incomplete, by, created_at, changed_at, ...head } = list;
  await bumpVersions(tx, accountId, 'lists');
  const row = {
    account_id: accountId,
    id,
    head: JSON.stringify(head),
    text,
    matches: JSON.stringify(matches),
    choices: JSON.stringify(choices),
    incomplete: JSON.stringify(incomplete),
    member_id: by,
    created_at: new Date(created_at),
    changed_at: new Date(changed_at),
  };
  await tx`
    INSERT INTO company_lists ${tx.values([row])}
    ON CONFLICT (account_id, id) DO UPDATE SET head = excluded.head, text = excluded.text, matches = excluded.matches,
      choices = excluded.choices, incomplete = excluded.incomplete, member_id = excluded.member_id,
      created_at = excluded.created_at, changed_at = excluded.changed_at, deleted_at = NULL`;
  await requireRoom(tx, accountId);
}

async function requireRoom(tx: Sql, accountId: string): Promise<void> {
  const [row] = await tx<{ count: number; bytes: number; largest: number }[]>`
    SELECT count(*)::int AS count, coalesce(sum(bytes), 0)::bigint AS bytes, coalesce(max(bytes), 0) AS largest
    FROM company_lists, LATERAL (SELECT octet_length(head) + octet_length(text) + octet_length(matches)
      + octet_length(choices) + octet_length(incomplete) AS bytes) AS size
    WHERE account_id = ${accountId} AND deleted_at IS NULL`;
  const { count, bytes, largest } = row ?? { count: 0, bytes: 0, largest: 0 };
  const remedy = 'Delete lists that you no longer need.';
  if (count > maxLists) throw new HttpError('workspaceFull', { max: `${maxLists} lists`, remedy });
  if (bytes > maxListsBytes) throw new HttpError('workspaceFull', { max: '100 MB of lists', remedy });
  if (largest <= maxListBytes) return;
  throw new HttpError('workspaceFull', { max: '20 MB in one list', remedy: 'Divide its file into several lists.' });
}

/** Deletes a list, which can come back for 30 days; false if there is none. */
export async function removeList(
  db: Pool,
  { accountId, now }: Pick<Change, 'accountId' | 'now'>,
  id: string,
): Promise<boolean> {
  return db.begin(async (tx) => {
    await lockPart(tx, accountId, 'lists');
    const { count } = await tx`
      UPDATE company_lists SET deleted_at = ${now} WHERE account_id = ${accountId} AND id = ${id} AND deleted_at IS NULL`;
    await dropDeleted(tx, 'company_lists', accountId, now);
    if (count > 0) await bumpVersions(tx, accountId, 'lists');
    return count > 0;
  });
}
