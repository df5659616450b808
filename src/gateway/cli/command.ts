import { type Command, InvalidArgumentError } from 'commander';
import { parseUtcDay } from '#contract/scalars.ts';
import { findAccounts } from '../../service/accounts/accounts.ts';
import type { Sql } from '../../service/db/open.ts';
import { StartError } from '../../service/db/start-error.ts';

/** Opens the database of a command; `close` closes all that it opened. */
export type OpenDb = () => Promise<{ sql: Sql; close(): Promise<void> }>;

/** Runs a command's work on the database, and closes it also when the work fails. */
export async function runOn<T>(openDb: OpenDb, work: (sql: Sql) => Promise<T>): Promise<T> {
  const { sql, close } = await openDb();
  try {
    return await work(sql);
  } finally {
    await close();
  }
}

/** Prints a result: as JSON where asked, else as lines for people. */
export function print(result: object, lines: string | readonly string[], { json }: { json?: true | undefined }): void {
  if (json) console.log(JSON.stringify(result));
  else for (const line of [lines].flat()) console.log(line);
}

/** Adds the option that names an account, by its id or by a name that no other account has. */
export const withAccount = (command: Command): Command =>
  command.requiredOption('--account <id or name>', 'the account, by its id or its name', toName);

/** The id of the account that a person named. */
export async function readAccountId(sql: Sql, idOrName: string): Promise<string> {
  const found = await findAccounts(sql, idOrName);
  const [first] = found;
  if (first && found.length === 1) return first.account_id;
  throw first
    ? new StartError(
        `${found.length} accounts are called "${idOrName}".`,
        `Name it by its id: ${found.map(({ account_id }) => account_id).join(', ')}.`,
      )
    : new StartError(`There is no account "${idOrName}".`, 'The command "accounts list" lists them.');
}

/** A name of 1 to 200 characters. */
export function toName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 200) throw new InvalidArgumentError('A name has 1 to 200 characters.');
  return name;
}

/** Credits with at most one decimal. */
export function toCredits(text: string): number {
  if (!/^\d{1,9}(\.\d)?$/.test(text)) {
    throw new InvalidArgumentError('Credits are a number from 0 to 999999999 with at most one decimal.');
  }
  return Number(text);
}

/** Credits as tenths, the unit that is stored. */
export const toTenthsOfCredits = (text: string): number => Math.round(toCredits(text) * 10);

/** A UTC day. */
export function toDay(text: string): string {
  const day = parseUtcDay(text);
  if (day === undefined) throw new InvalidArgumentError('It is a UTC day such as 2026-01-31.');
  return day;
}

/** A whole number from 1 on. */
export function toCount(text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 1 to 99999999.');
  return Number(text);
}
