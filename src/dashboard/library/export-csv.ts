import { Zip, ZipDeflate } from 'fflate';
import { formatCallsFile } from '#contract/call-history.ts';
import { csvStart } from '#contract/csv.ts';
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
import { whenAccountOpen } from '../platform/http/account.ts';
import { readMembership } from '../platform/http/membership.ts';
import { getWorkStore } from './own-work/work-store.ts';
import { getStore, kindNames } from './records/records.ts';
import { isWorkName } from './workspace/entries.ts';
import { pause } from '../platform/wait-until-idle.ts';
import { readLedgerCalls } from '../purchase/ledger-calls.ts';

/** Entries per task, so that the page stays responsive. */
const batchSize = 500;

/**
 * The library and the calls of the account as a zip of readable CSV files, the same as those of the command line.
 * `onProgress` receives the written share, 0 to 1.
 */
export async function buildCsvZip(onProgress: (share: number) => void): Promise<Blob> {
  await whenAccountOpen();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const kinds = [...namingKinds, ...workspaceFiles.map(({ kind }) => kind)];
  const total = kinds.reduce((sum, kind) => sum + countEntries(kind), 0);
  let done = 0;
  const visit = async (kind: WorkspaceKind, each: (entry: ExportedEntry) => void) => {
    for (const entry of readEntries(kind)) {
      each(entry);
      done += 1;
      if (done % batchSize > 0) continue;
      onProgress(done / total);
      await pause();
    }
  };
  const names: ExportedNames = new Map();
  for (const kind of namingKinds) await visit(kind, (entry) => collectEntryNames(names, entry));
  for (const file of workspaceFiles) {
    const write = addFile(zip, file.name);
    write(csvStart + formatFileHead(file));
    await visit(file.kind, (entry) => write(formatFileRows(file, names, entry)));
    write('', true);
  }
  addFile(zip, 'calls')(formatCallsFile(await readLedgerCalls(), readMembership().members), true);
  zip.end();
  return new Blob(chunks, { type: 'application/zip' });
}

/** Starts a CSV file; the returned function writes text, and `last` ends the file. */
function addFile(zip: Zip, name: string): (text: string, last?: boolean) => void {
  const file = new ZipDeflate(`${name}.csv`);
  const encoder = new TextEncoder();
  zip.add(file);
  return (text, last = false) => file.push(encoder.encode(text), last);
}

const findRecordKind = (kind: WorkspaceKind) => kindNames.find((name) => name === kind);

function countEntries(kind: WorkspaceKind): number {
  const recordKind = findRecordKind(kind);
  if (recordKind) return getStore(recordKind).count();
  return isWorkName(kind) ? getWorkStore(kind).count() : 0;
}

function* readEntries(kind: WorkspaceKind): Generator<ExportedEntry> {
  const recordKind = findRecordKind(kind);
  if (recordKind) {
    for (const { at, row } of getStore(recordKind).rows()) yield { kind, key: [row.id], at, value: row };
  } else if (isWorkName(kind)) {
    for (const { key, at, value } of getWorkStore(kind).all()) yield { kind, key: [...key], at, value };
  }
}
