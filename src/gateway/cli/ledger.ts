import { type Command, Option } from 'commander';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ledgerColumns, type LedgerEntry, type LedgerQuestion, readLedger } from '../../service/accounts/ledger.ts';
import type { Sql } from '../../service/db/open.ts';
import { StartError } from '../../service/db/start-error.ts';
import { type OpenDb, print, readAccountId, runOn, toCount, toDay, toName } from './command.ts';

type Days = { since?: string; until?: string };
type ShowOptions = Days & { account: string; last: number; json?: true };
type ExportOptions = Days & { account?: string; format: 'csv' | 'json'; out?: string };

/** Adds `ledger`: show and export. */
export function registerLedger(program: Command, openDb: OpenDb): void {
  const ledger = program
    .command('ledger')
    .description('What was charged and granted; the credits of an account add up to its balance');
  withDays(ledger.command('show'))
    .description('Show the newest entries of an account')
    .requiredOption('--account <id or name>', 'the account, by its id or its name', toName)
    .option('--last <n>', 'at most so many', toCount, 20)
    .option('--json', 'print JSON')
    .action(async ({ account, last, since, until, ...output }: ShowOptions) => {
      const entries = await runOn(openDb, async (sql) => {
        const accountId = await readAccountId(sql, account);
        const found: LedgerEntry[] = [];
        for await (const batch of readLedger(sql, { accountId, last, start: since, end: until })) found.push(...batch);
        return found;
      });
      print(entries, entries.map(toLine), output);
    });
  withDays(ledger.command('export'))
    .description('Write all entries of an account, or of all accounts, as CSV or JSON')
    .option('--account <id or name>', 'only those of this account', toName)
    .addOption(new Option('--format <format>', 'the form').choices(['csv', 'json']).default('csv'))
    .option('--out <file>', 'the file to make; standard output when not given')
    .action((options: ExportOptions) => runOn(openDb, (sql) => exportLedger(sql, options)));
}

const withDays = (command: Command): Command =>
  command
    .option('--since <day>', 'from this UTC day on', toDay)
    .option('--until <day>', 'up to this UTC day, which is included', toDay);

function toLine({ at, what, rows, monthly_credits, purchased_credits, request_id }: LedgerEntry): string {
  const credits = (monthly_credits + purchased_credits).toFixed(1).padStart(9);
  return `${at}  ${credits}  ${what}${rows === null ? '' : `, ${rows} rows`}${request_id === null ? '' : `  ${request_id}`}`;
}

async function exportLedger(sql: Sql, { account, since, until, format, out }: ExportOptions): Promise<void> {
  const accountId = account === undefined ? undefined : await readAccountId(sql, account);
  const write = format === 'csv' ? toCsv : toJson;
  const text = write(sql, { accountId, start: since, end: until });
  if (out === undefined) return pipeline(text, process.stdout, { end: false });
  try {
    await pipeline(text, createWriteStream(out, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new StartError(`${out} exists already.`, 'Name another file, or remove that one.');
    if (code === 'ENOENT' || code === 'EACCES') {
      throw new StartError(`${out} cannot be written.`, 'Name a file in a folder that is there and yours.');
    }
    throw error;
  }
}

async function* toCsv(sql: Sql, question: LedgerQuestion): AsyncGenerator<string> {
  yield `${ledgerColumns.join(',')}\r\n`;
  for await (const entries of readLedger(sql, question)) {
    yield entries.map((entry) => `${ledgerColumns.map((column) => toCell(entry[column])).join(',')}\r\n`).join('');
  }
}

/** A cell; what a spreadsheet would take for a formula stays text. */
function toCell(value: string | number | null): string {
  if (value === null || typeof value === 'number') return String(value ?? '');
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function* toJson(sql: Sql, question: LedgerQuestion): AsyncGenerator<string> {
  let before = '[\n';
  for await (const entries of readLedger(sql, question)) {
    for (const entry of entries) {
      yield `${before}${JSON.stringify(entry)}`;
      before = ',\n';
    }
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
