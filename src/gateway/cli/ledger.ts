import { type Command, Option } from 'commander';
import { pipeline } from 'node:stream/promises';
import { formatCsvRow } from '#contract/csv.ts';
import {
  exportedLedgerColumns,
  type LedgerEntry,
  type LedgerQuery,
  readLedger,
} from '../../service/accounts/ledger.ts';
import type { Pool } from '../../service/db/pool.ts';
import {
  explainWriteError,
  type OpenDatabase,
  printResult,
  findAccountId,
  withDatabase,
  parseCount,
  parseDay,
  parseName,
  writeNewFile,
} from './command.ts';
import { findLocalAccount, withWorkspace, type WorkspaceOptions } from './workspace-account.ts';

type Days = { since?: string; until?: string };
type ShowOptions = Days & WorkspaceOptions & { last: number; json?: true };
type ExportOptions = Days & { account?: string; format: 'csv' | 'json'; out?: string };

/** Adds `ledger`: show and export. */
export function registerLedger(program: Command, openDatabase: OpenDatabase): void {
  const ledger = program
    .command('ledger')
    .description('Show or export charges and grants; those of an account add up to its balance');
  withDays(withWorkspace(ledger.command('show')))
    .description('Show the newest entries of an account')
    .option('--last <n>', 'number of entries', parseCount, 20)
    .option('--json', 'print JSON')
    .action(async ({ account, last, since, until, ...output }: ShowOptions) => {
      const entries = await withDatabase(openDatabase, async (sql) => {
        const accountId = await findLocalAccount(sql, account);
        const found: LedgerEntry[] = [];
        for await (const batch of readLedger(sql, { accountId, last, start: since, end: until })) found.push(...batch);
        return found;
      });
      printResult(entries, entries.map(formatEntry), output);
    });
  withDays(ledger.command('export'))
    .description('Write all entries of an account, or of all accounts, as CSV or JSON')
    .option('--account <id or name>', 'only this account', parseName)
    .addOption(new Option('--format <format>', 'output format').choices(['csv', 'json']).default('csv'))
    .option('--out <file>', 'file to create (default: standard output)')
    .action((options: ExportOptions) => withDatabase(openDatabase, (sql) => exportLedger(sql, options)));
}

const withDays = (command: Command): Command =>
  command
    .option('--since <day>', 'first UTC day', parseDay)
    .option('--until <day>', 'last UTC day, inclusive', parseDay);

function formatEntry({ at, what, rows, monthly_credits, purchased_credits, request_id }: LedgerEntry): string {
  const credits = (monthly_credits + purchased_credits).toFixed(1).padStart(9);
  return `${at}  ${credits}  ${what}${rows === null ? '' : `, ${rows} rows`}${request_id === null ? '' : `  ${request_id}`}`;
}

async function exportLedger(sql: Pool, { account, since, until, format, out }: ExportOptions): Promise<void> {
  const accountId = account === undefined ? undefined : await findAccountId(sql, account);
  const text = (format === 'csv' ? writeCsv : writeJson)(sql, { accountId, start: since, end: until });
  if (out === undefined) return pipeline(text, process.stdout, { end: false });
  await writeNewFile(text, out).catch((error: unknown) => {
    throw explainWriteError(error, out);
  });
}

async function* writeCsv(sql: Pool, query: LedgerQuery): AsyncGenerator<string> {
  yield formatCsvRow(exportedLedgerColumns);
  for await (const entries of readLedger(sql, query)) {
    yield entries.map((entry) => formatCsvRow(exportedLedgerColumns.map((column) => entry[column]))).join('');
  }
}

async function* writeJson(sql: Pool, query: LedgerQuery): AsyncGenerator<string> {
  let before = '[\n';
  for await (const entries of readLedger(sql, query)) {
    for (const entry of entries) {
      yield `${before}${JSON.stringify(entry)}`;
      before = ',\n';
    }
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
