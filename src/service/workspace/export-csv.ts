import { type CsvCell, csvStart, formatCsvRow } from '#contract/csv.ts';
import { accountEndpoints, endpoints } from '#contract/endpoints.ts';
import { unlockedKinds } from '#contract/workspace/records.ts';
import type { CompanyList } from '#contract/workspace/lists.ts';
import { readLedger } from '../accounts/ledger.ts';
import type { Pool } from '../db/pool.ts';
import { readPurchaseBatches, readRecordBatches, readStatusBatches, readWholeLists } from './export-items.ts';
import {
  collectRecordNames,
  type ExportedNames,
  findName,
  formatRecordHead,
  formatRecordRows,
  recordFiles,
} from './export-records.ts';
import { readListHeads } from './lists.ts';
import { listMembers } from './members.ts';
import { findSavedSearches } from './saved-searches.ts';
import { listOwnStages } from './stages.ts';

/** A file of the export: its name without an ending, and its text in parts. */
export type ExportedFile = { readonly name: string; readonly parts: AsyncIterable<string> };

/** A table of the export: its headings, and its rows in batches. */
type Table = { readonly heads: readonly string[]; readonly rows: AsyncIterable<CsvCell[][]> };

/**
 * What an account stores as readable CSV files: records, own work, purchases and the ledger. What they leave out, such
 * as the order of stored results, is in the JSON.
 */
export async function* exportWorkspaceCsv(sql: Pool, accountId: string): AsyncGenerator<ExportedFile> {
  const names: ExportedNames = new Map();
  for (const kind of unlockedKinds) {
    for await (const rows of readRecordBatches(sql, accountId, kind)) {
      for (const { record } of rows) collectRecordNames(names, kind, record === null ? null : JSON.parse(record));
    }
  }
  for (const file of recordFiles) yield { name: file.name, parts: writeRecords(sql, accountId, file, names) };
  const members = new Map((await listMembers(sql, accountId)).map(({ id, name }) => [id, name]));
  const nameMember = (id: string | null): CsvCell => (id === null ? null : (members.get(id) ?? null));
  const source: Source = { sql, accountId, names, nameMember };
  for (const [name, read] of Object.entries(tables)) yield { name, parts: writeTable(read(source)) };
}

async function* writeRecords(
  sql: Pool,
  accountId: string,
  file: (typeof recordFiles)[number],
  names: ExportedNames,
): AsyncGenerator<string> {
  yield csvStart + formatRecordHead(file);
  for await (const rows of readRecordBatches(sql, accountId, file.kind)) {
    const texts = rows.map(({ id, record, unlocked_at: unlockedAt }) =>
      record === null ? '' : formatRecordRows(file, names, { id, record: JSON.parse(record), unlockedAt }),
    );
    yield texts.join('');
  }
}

async function* writeTable({ heads, rows }: Table): AsyncGenerator<string> {
  yield csvStart + formatCsvRow(heads);
  for await (const batch of rows) yield batch.map(formatCsvRow).join('');
}

type Source = {
  readonly sql: Pool;
  readonly accountId: string;
  readonly names: ExportedNames;
  readonly nameMember: (id: string | null) => CsvCell;
};

/** The files that are not of records, by name. */
const tables: Readonly<Record<string, (source: Source) => Table>> = {
  'statuses-and-notes': (source) => ({
    heads: [
      'changed_utc',
      'record',
      'kind',
      'status',
      'stage',
      'viewed',
      'tags',
      'owner',
      'next_step',
      'due',
      'decided_by',
      'decided_utc',
      'note',
      'note_by',
      'note_utc',
    ],
    rows: readStatusRows(source),
  }),
  'saved-searches': (source) => ({
    heads: ['saved_utc', 'name', 'screen', 'filters', 'saved_by'],
    rows: readSavedRows(source),
  }),
  lists: (source) => ({
    heads: ['changed_utc', 'name', 'file', 'lines', 'added_by', 'added_utc'],
    rows: readListRows(source),
  }),
  'list-companies': (source) => ({ heads: ['list', 'line', 'company', 'matches'], rows: readLineRows(source) }),
  purchases: (source) => ({
    heads: [
      'at_utc',
      'member',
      'what',
      'state',
      'rows',
      'unlocked_rows',
      'quoted_credits',
      'billed_credits',
      'screen',
      'message',
      'request_id',
    ],
    rows: readPurchaseRows(source),
  }),
  ledger: (source) => ({ heads: ['at_utc', 'kind', 'what', 'rows', 'credits'], rows: readLedgerRows(source) }),
};

async function* readStatusRows({ sql, accountId, names, nameMember }: Source): AsyncGenerator<CsvCell[][]> {
  const stages = new Map((await listOwnStages(sql, accountId)).map(({ id, name }) => [id, name]));
  for await (const statuses of readStatusBatches(sql, accountId)) {
    yield statuses.map((one) => [
      one.changed_at,
      findName(names, one.id),
      one.kind,
      one.status,
      one.stage === null ? null : (stages.get(one.stage) ?? one.stage),
      one.seen ? 'yes' : 'no',
      one.tags.join('; '),
      one.owner,
      one.next,
      one.due,
      nameMember(one.status_by),
      one.status_at,
      one.note,
      nameMember(one.note_by),
      one.note_at,
    ]);
  }
}

async function* readSavedRows({ sql, accountId, nameMember }: Source): AsyncGenerator<CsvCell[][]> {
  const searches = await findSavedSearches(sql, accountId);
  yield searches.map(({ saved_at, name, screen, search, by }) => [saved_at, name, screen, search, nameMember(by)]);
}

async function* readListRows({ sql, accountId, nameMember }: Source): AsyncGenerator<CsvCell[][]> {
  const lists = await readListHeads(sql, accountId);
  yield lists.map((list) => [
    list.changed_at,
    list.name,
    list.file_name,
    list.lines,
    nameMember(list.by),
    list.created_at,
  ]);
}

async function* readLineRows({ sql, accountId, names }: Source): AsyncGenerator<CsvCell[][]> {
  for await (const list of readWholeLists(sql, accountId)) {
    yield Object.keys(list.matches).map((line) => [list.name, line, ...describeLine(list, line, names)]);
  }
}

/** The company of a line, if it matches one or somebody chose it, and how many it matches. */
function describeLine({ matches, choices }: CompanyList, line: string, names: ExportedNames): CsvCell[] {
  const found = matches[line] ?? [];
  const chosen = line in choices ? choices[line] : found.length === 1 ? found[0] : undefined;
  return [chosen === undefined || chosen === null ? null : findName(names, chosen), found.length];
}

const summaries = new Map([...endpoints, ...accountEndpoints].map(({ id, summary }) => [id as string, summary]));

async function* readPurchaseRows({ sql, accountId, nameMember }: Source): AsyncGenerator<CsvCell[][]> {
  for await (const purchases of readPurchaseBatches(sql, accountId)) {
    yield purchases.map((one) => [
      one.started_at.toISOString(),
      nameMember(one.by),
      summaries.get(one.endpoint) ?? one.endpoint,
      one.state,
      one.rows,
      one.unlocked_rows,
      one.quoted_tenths / 10,
      one.billed_tenths === null ? null : one.billed_tenths / 10,
      one.screen,
      one.message,
      one.request_id,
    ]);
  }
}

async function* readLedgerRows({ sql, accountId }: Source): AsyncGenerator<CsvCell[][]> {
  for await (const entries of readLedger(sql, { accountId })) {
    yield entries.map(({ at, kind, what, rows, monthly_credits, purchased_credits }) => [
      at,
      kind,
      what,
      rows,
      Math.round((monthly_credits + purchased_credits) * 10) / 10,
    ]);
  }
}
