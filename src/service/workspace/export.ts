import { type CallEntry, mergeCallHistories, parseCallEntry, collectCalls } from '#contract/call-history.ts';
import type { CallHistory } from '#contract/calls.ts';
import { type WorkspaceKind, workspaceKinds } from '#contract/workspace.ts';
import { type Pool, readBatches } from '../db/pool.ts';

/** The user's own work; all kinds but these, `unknown` and `calls` are records. */
const workKinds: readonly WorkspaceKind[] = ['statuses', 'reviews', 'searches', 'lists'];
const recordKinds = workspaceKinds.filter((kind) => ![...workKinds, 'unknown', 'calls'].includes(kind));

type RawEntry = { readonly key: string; readonly at: number; readonly value: string };

/** The workspace of an account as a backup file of the dashboard, which restores it into any browser. */
export async function* exportWorkspace(sql: Pool, accountId: string, now: Date): AsyncGenerator<string> {
  yield `{"format":"fundscope-backup","version":2,"savedAt":${JSON.stringify(now.toISOString())},"kinds":{`;
  for (const [place, kind] of recordKinds.entries()) {
    yield `${place === 0 ? '' : ','}${JSON.stringify(kind)}:{"rows":[`;
    yield* exportKind(sql, accountId, kind, ({ at, value }) => `{"at":${at},"row":${value}}`);
    yield `],"unknown":${JSON.stringify(await readUnknown(sql, accountId, kind))}}`;
  }
  yield '},"work":{';
  for (const [place, kind] of workKinds.entries()) {
    yield `${place === 0 ? '' : ','}${JSON.stringify(kind)}:[`;
    yield* exportKind(sql, accountId, kind, ({ key, at, value }) => `{"key":${key},"at":${at},"value":${value}}`);
    yield ']';
  }
  const { calls, sums } = await readCalls(sql, accountId);
  // A browser does not know the account by name, so it counts the calls as those of the account in use.
  yield `},"book":${JSON.stringify({ account: null, calls, folded: sums })}}\n`;
}

/** The calls of all browsers of the account, each once. */
export async function readCalls(sql: Pool, accountId: string): Promise<CallHistory> {
  const entries: CallEntry[] = [];
  const parse = ({ key, at, value }: RawEntry) =>
    parseCallEntry({ key: JSON.parse(key) as string[], at, value: JSON.parse(value) as unknown });
  for await (const batch of readEntriesOfKind(sql, accountId, 'calls'))
    entries.push(...batch.flatMap((row) => parse(row) ?? []));
  return mergeCallHistories({ calls: [], sums: {} }, collectCalls(entries));
}

/** The entries of one kind in batches, in the order in which they were stored. */
export const readEntriesOfKind = (sql: Pool, accountId: string, kind: WorkspaceKind) =>
  readBatches(
    sql,
    sql<RawEntry[]>`
      SELECT key, at, value FROM workspace_entries WHERE account_id = ${accountId} AND kind = ${kind} ORDER BY version`,
    500,
  );

async function* exportKind(
  sql: Pool,
  accountId: string,
  kind: WorkspaceKind,
  format: (entry: RawEntry) => string,
): AsyncGenerator<string> {
  let before = '';
  for await (const batch of readEntriesOfKind(sql, accountId, kind)) {
    yield before + batch.map(format).join(',');
    before = ',';
  }
}

async function readUnknown(sql: Pool, accountId: string, kind: WorkspaceKind): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`
    SELECT key FROM workspace_entries
    WHERE account_id = ${accountId} AND kind = 'unknown' AND starts_with(key, ${`["${kind}",`}) ORDER BY version`;
  return rows.flatMap(({ key }) => (JSON.parse(key) as string[])[1] ?? []);
}
