import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { parseUtcDay, uuid } from '#contract/scalars.ts';
import { findAccountsByIdOrName } from '../../service/accounts/accounts.ts';
import type { Pool } from '../../service/db/pool.ts';
import { StartError } from '../../service/db/start-error.ts';

/** Opens a command's database; `close` closes everything that it opened. */
export type OpenDatabase = () => Promise<{ sql: Pool; close(): Promise<void> }>;

/** Runs `work` on a command's database and closes the database, also on failure. */
export async function withDatabase<T>(openDatabase: OpenDatabase, work: (sql: Pool) => Promise<T>): Promise<T> {
  const { sql, close } = await openDatabase();
  try {
    return await work(sql);
  } finally {
    await close();
  }
}

/**
 * Runs work until SIGINT, SIGTERM or SIGHUP aborts it, then prints `stopped` with `remedy`. run-program.ts ends the
 * process.
 */
export async function runStoppable<T>(
  stopped: string,
  remedy: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new StartError(stopped, remedy));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  try {
    return await work(stopping.signal);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    console.error(`\n${stopped} ${remedy}`);
    throw stopping.signal.reason;
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

/** Prints a result: one line of JSON with --json, otherwise text lines, or that there are none. */
export function printResult(
  result: object,
  lines: string | readonly string[],
  { json }: { json?: true | undefined },
): void {
  const text = [lines].flat();
  if (json) console.log(JSON.stringify(result));
  else for (const line of text.length === 0 ? ['None.'] : text) console.log(line);
}

/** The options that do not satisfy their schema, as the error of a command. */
export const createFormError = ({ issues }: z.ZodError, remedy: string): StartError =>
  new StartError(issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'), remedy);

/** Writes a file that does not exist yet, and that only its owner may read. */
export const writeNewFile = (parts: AsyncIterable<string>, path: string): Promise<void> =>
  pipeline(parts, createWriteStream(path, { flags: 'wx', mode: 0o600 }));

/** What to do where `out` could not be created; any other error stays as it is. */
export function explainWriteError(error: unknown, out: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return new StartError(`${out} already exists.`, 'Choose another name, or delete it.');
  if (code !== 'ENOENT' && code !== 'EACCES') return error;
  return new StartError(
    `${out} cannot be written.`,
    'Choose a place in a folder that exists and that you may write to.',
  );
}

/** Adds the required option --account. */
export const withAccount = (command: Command): Command =>
  command.requiredOption('--account <id or name>', 'the account, by id or name', parseName);

/** The id of an account given by id or name. Throws a StartError when none or several match. */
export async function findAccountId(sql: Pool, idOrName: string): Promise<string> {
  const found = await findAccountsByIdOrName(sql, idOrName);
  const [first] = found;
  if (first && found.length === 1) return first.account_id;
  throw first
    ? new StartError(
        `${found.length} accounts are named "${idOrName}".`,
        `Use an id: ${found.map(({ account_id }) => account_id).join(', ')}.`,
      )
    : new StartError(`There is no account "${idOrName}".`, 'Run "accounts list" to see all accounts.');
}

/** Option parser: a name of 1 to 200 characters. */
export function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 200) throw new InvalidArgumentError('A name has 1 to 200 characters.');
  return name;
}

/** Option parser: a uuid. */
export function parseUuid(text: string): string {
  const id = uuid.safeParse(text);
  if (!id.success) throw new InvalidArgumentError('Give a uuid.');
  return id.data;
}

/** Option parser: credits with at most one decimal. */
export function parseCredits(text: string): number {
  if (!/^\d{1,9}(\.\d)?$/.test(text)) {
    throw new InvalidArgumentError('Credits are a number from 0 to 999999999 with at most one decimal.');
  }
  return Number(text);
}

/** Option parser: credits in tenths, the stored unit. */
export const parseCreditTenths = (text: string): number => Math.round(parseCredits(text) * 10);

/** Option parser: a UTC day. */
export function parseDay(text: string): string {
  const day = parseUtcDay(text);
  if (day === undefined) throw new InvalidArgumentError('Give a UTC day such as 2026-01-31.');
  return day;
}

/** Option parser: an integer from 1. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1 to 99999999.');
  return Number(text);
}
