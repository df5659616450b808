import type { Command } from 'commander';
import type { Pool } from '../../service/db/pool.ts';
import { readEnvironment } from '../environment.ts';
import { describeHostedAccount } from '../server/hosted-alerts.ts';
import { localKind, openLocalAccount } from '../server/local-account.ts';
import { type OpenDatabase, parseName, findAccountId, withDatabase } from './command.ts';

/** The value of --account, if given. */
export type WorkspaceOptions = { readonly account?: string };

/** Adds --account; without it a command is about the account of the dashboard on this machine. */
export const withWorkspace = (command: Command): Command =>
  command.option(
    '--account <id or name>',
    "the account, by id or name (default: that of this gateway's key)",
    parseName,
  );

/** The named account of our own service, or that of this machine; a hosted service keeps its own alerts and ledger. */
export const findLocalAccount = (sql: Pool, account = localKind.name): Promise<string> => findAccountId(sql, account);

/** Runs work on a command's database with the account that its options name. */
export const withWorkspaceAccount = <T>(
  openDatabase: OpenDatabase,
  account: string | undefined,
  work: (sql: Pool, accountId: string) => Promise<T>,
): Promise<T> => withDatabase(openDatabase, async (sql) => work(sql, await openWorkspaceAccount(sql, account)));

/** The named account, or that of the gateway's own key, on our own service or a hosted one. */
export async function openWorkspaceAccount(sql: Pool, account: string | undefined): Promise<string> {
  if (account !== undefined) return findAccountId(sql, account);
  const { upstream, dataDir } = readEnvironment(process.env);
  if (upstream?.key === undefined) return findAccountId(sql, localKind.name);
  const { deriveAccountId } = await import('../server/upstream.ts');
  const kind = describeHostedAccount(upstream, deriveAccountId(upstream.url, upstream.key));
  // There is none before the dashboard is first opened.
  return (await openLocalAccount(sql, dataDir, kind)).accountId;
}
