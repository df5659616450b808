import { type CsvCell, csvStart, formatCsvRow } from '#contract/csv.ts';
import {
  type ExportedEntry,
  type ExportedNames,
  formatFileHead,
  formatFileRows,
  collectEntryNames,
  namingKinds,
  workspaceFiles,
} from '#contract/workspace-files.ts';
import type { WorkspaceKind } from '#contract/workspace.ts';
import { formatCallsFile } from '#contract/call-history.ts';
import { readLedger } from '../accounts/ledger.ts';
import type { Pool } from '../db/pool.ts';
import { readCalls, readEntriesOfKind } from './export.ts';
import { listMembers } from './members.ts';

/** A file of the export: its name without an ending, and its text in parts. */
export type ExportedFile = { readonly name: string; readonly parts: AsyncIterable<string> };

/** The workspace of an account as readable CSV files: records, own work, calls and the ledger. */
export async function* exportWorkspaceCsv(sql: Pool, accountId: string): AsyncGenerator<ExportedFile> {
  const names: ExportedNames = new Map();
  for (const kind of namingKinds) {
    for await (const entries of readEntries(sql, accountId, kind)) {
      for (const entry of entries) collectEntryNames(names, entry);
    }
  }
  for (const file of workspaceFiles) {
    const write = async function* (): AsyncGenerator<string> {
      yield csvStart + formatFileHead(file);
      for await (const entries of readEntries(sql, accountId, file.kind)) {
        yield entries.map((entry) => formatFileRows(file, names, entry)).join('');
      }
    };
    yield { name: file.name, parts: write() };
  }
  yield { name: 'calls', parts: writeCalls(sql, accountId) };
  yield { name: 'ledger', parts: writeLedger(sql, accountId) };
}

async function* readEntries(sql: Pool, accountId: string, kind: WorkspaceKind): AsyncGenerator<ExportedEntry[]> {
  for await (const batch of readEntriesOfKind(sql, accountId, kind)) {
    yield batch.map(({ key, at, value }) => ({
      kind,
      key: JSON.parse(key) as string[],
      at,
      value: JSON.parse(value) as unknown,
    }));
  }
}

async function* writeCalls(sql: Pool, accountId: string): AsyncGenerator<string> {
  yield formatCallsFile(await readCalls(sql, accountId), await listMembers(sql, accountId));
}

const ledgerHeads = ['at_utc', 'kind', 'what', 'rows', 'credits'];

async function* writeLedger(sql: Pool, accountId: string): AsyncGenerator<string> {
  yield csvStart + formatCsvRow(ledgerHeads);
  for await (const entries of readLedger(sql, { accountId })) {
    yield entries
      .map(({ at, kind, what, rows, monthly_credits, purchased_credits }): CsvCell[] => [
        at,
        kind,
        what,
        rows,
        Math.round((monthly_credits + purchased_credits) * 10) / 10,
      ])
      .map(formatCsvRow)
      .join('');
  }
}
