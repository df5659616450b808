import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Crm, crmNames, crms } from '#contract/crm.ts';
import { parseJson } from '#contract/json.ts';
import { hasRows } from '#contract/workspace/saved-searches.ts';
import type { RecordTable } from '../../service/db/page.ts';
import type { Pool } from '../../service/db/pool.ts';
import { StartError } from '../../service/db/start-error.ts';
import { exportRecords, type MatchedRecords } from '../../service/export/export-records.ts';
import { findMatchedRecords } from './find-matched.ts';
import { readProvenance } from '../../service/import/provenance.ts';
import { exportFormats, type TableFormat } from '../../service/export/table-writers.ts';
import { HttpError } from '../../service/http/http-error.ts';
import { findSavedSearches } from '../../service/workspace/saved-searches.ts';
import { explainWriteError, type OpenDatabase, parseDay, printResult, runStoppable, withDatabase } from './command.ts';
import { openWorkspaceAccount, withWorkspace, type WorkspaceOptions } from './workspace-account.ts';

type Out = { readonly base: string; readonly format: TableFormat };
type Options = WorkspaceOptions & {
  readonly out: Out;
  readonly search?: string;
  readonly body?: string;
  readonly of: RecordTable;
  readonly crm?: Crm;
  readonly owner?: string;
  readonly newSince?: string;
  readonly sources?: true;
  readonly json?: true;
};

const tablesNote = `
Writes a file for each table: data-deals.parquet, data-companies.parquet, data-investors.parquet,
data-people.parquet, and the links data-deal-investors.parquet, data-deal-people.parquet and
data-financings.parquet. A search exports what it matches with the deals, companies, investors and people
around it. Amounts are US dollars, days are UTC.

With --crm it writes data-companies.csv, data-deals.csv and data-people.csv under the headers of that CRM. Attio
requires an --owner for deals; Salesforce imports deals with Data Loader. A deal is new by the day on which it was added, a company, investor or person by that of
the first of its deals.`;

/** Adds `export`. */
export function registerExport(program: Command, openDatabase: OpenDatabase): void {
  withWorkspace(program.command('export'))
    .description('Write deals, companies, investors, people and their links to files, all of them or those of a search')
    .requiredOption('--out <file>', 'such as data.parquet, data.ndjson or data.csv', parseOut)
    .addOption(new Option('--search <name>', 'what this saved search matches').conflicts('body'))
    .option('--body <file>', 'what this request body of a search matches, as JSON; - reads standard input')
    .addOption(
      new Option('--of <kind>', 'the search that the body is for')
        .choices(['deals', 'companies', 'investors', 'people'])
        .default('deals'),
    )
    .addOption(
      new Option('--crm <name>', 'write CSV files for the importer of this CRM').choices(crms).conflicts('sources'),
    )
    .option('--owner <email>', 'who owns these records in the CRM')
    .option('--new-since <day>', 'only what was added on or after this day (UTC), such as 2026-11-28', parseDay)
    .option('--sources', 'add a column with the sources of each record')
    .option('--json', 'print JSON')
    .addHelpText('after', tablesNote)
    .action((options: Options) => runExport(openDatabase, options));
}

async function runExport(openDatabase: OpenDatabase, options: Options): Promise<void> {
  const { base, format } = options.out;
  const { crm, owner, newSince } = options;
  if (crm && format !== 'csv') throw new StartError(`${crmNames[crm]} imports CSV.`, 'Give a name that ends in .csv.');
  if (owner !== undefined && !crm) throw new StartError('--owner needs --crm.', `Name a CRM: ${crms.join(', ')}.`);
  const started = performance.now();
  const rows = await runStoppable('The export was stopped. Its files are incomplete.', 'Delete them.', (signal) =>
    withDatabase(openDatabase, async (sql) => {
      const matched = await findMatched(sql, options, signal);
      const getPath = (table: string) => `${base}-${table}.${format}`;
      const onTable = (table: string, count: number) => console.error(`${count.toLocaleString('en')} ${table}`);
      const parts = {
        format,
        getPath,
        crm: crm && { name: crm, owner },
        matched,
        newSince,
        readProvenance: options.sources && readProvenance,
        signal,
        onTable,
      };
      return exportRecords(sql, parts).catch((error: unknown) => {
        throw explainWriteError(error, getPath('deals'));
      });
    }),
  );
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const files = Object.keys(rows).map((table) => `${base}-${table}.${format}`);
  const text = `Wrote ${total.toLocaleString('en')} rows to ${files.length} files, ${base}-*.${format}, in ${seconds} s.`;
  printResult({ files, rows, seconds }, text, options);
}

async function findMatched(sql: Pool, options: Options, signal: AbortSignal): Promise<MatchedRecords | undefined> {
  const { search, body, account } = options;
  if (search === undefined && body === undefined) return undefined;
  const chosen =
    search === undefined
      ? { table: options.of, body: await readBody(body ?? '-') }
      : await findSearch(sql, await openWorkspaceAccount(sql, account), search);
  return findMatchedRecords(sql, chosen.table, chosen.body, signal).catch((error: unknown) => {
    if (!(error instanceof HttpError)) throw error;
    throw new StartError(`The search is not valid. ${error.message}`, 'Correct the request body.');
  });
}

async function findSearch(sql: Pool, accountId: string, name: string): Promise<{ table: RecordTable; body: unknown }> {
  const all = (await findSavedSearches(sql, accountId)).filter(hasRows);
  const found = all.filter((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  const [first] = found;
  if (first && found.length === 1) return { table: first.via ?? first.screen, body: first.body };
  const names = all.map((one) => one.name).join(', ');
  throw first
    ? new StartError(`${found.length} saved searches are named "${name}".`, 'Rename one of them.')
    : new StartError(`There is no saved search "${name}".`, names === '' ? 'Save one first.' : `There are: ${names}.`);
}

async function readBody(file: string): Promise<unknown> {
  const text = await readFile(file === '-' ? '/dev/stdin' : file, 'utf8').catch((error: Error) => {
    throw new StartError(`${file} cannot be read. ${error.message}`, 'Give a file with a request body.');
  });
  const body = parseJson(text);
  if (body === undefined) throw new StartError(`${file} is no JSON.`, 'Give a request body such as {"deal":{}}.');
  return body;
}

/** Option parser: a file whose ending is a format. */
function parseOut(path: string): Out {
  const ending = extname(path);
  const format = exportFormats.find((one) => `.${one}` === ending.toLowerCase());
  if (!format) throw new InvalidArgumentError('Give a name that ends in .parquet, .ndjson or .csv.');
  return { base: resolve(path.slice(0, -ending.length)), format };
}
