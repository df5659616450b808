import type { CallEntry } from '#contract/call-history.ts';
import type { WorkspaceEntry, WorkspaceKind } from '#contract/workspace.ts';
import { type Database, type WorkName, workNames } from '../../platform/storage/database.ts';
import { mergeSharedCalls } from '../../purchase/shared-calls.ts';
import { parseWork } from '../own-work/migrate-work.ts';
import { getWorkStore } from '../own-work/work-store.ts';
import { receiving } from '../records/device.ts';
import type { Identified } from '../records/packed-rows.ts';
import { parseRecords } from '../records/parse-records.ts';
import { getStore, type Kind, kindNames } from '../records/records.ts';

/** The kind and the key of an entry in one list, as the outbox stores them. */
export type EntryName = readonly string[];

/** Whether entries of a kind are the user's own work. */
export const isWorkName = (kind: string): kind is WorkName => workNames.some((name) => name === kind);
const isKindName = (kind: string): kind is Kind => kindNames.some((name) => name === kind);

/** An entry as it is in the stores; undefined if they do not have it, or a later version named it. */
export function readUnsavedEntry([kind = '', ...key]: EntryName): WorkspaceEntry | undefined {
  if (isWorkName(kind)) {
    const store = getWorkStore(kind);
    const at = store.readTime(key);
    return at === undefined ? undefined : { kind, key, at, value: store.read(key) ?? null };
  }
  const [id = '', unknownId = ''] = key;
  if (kind === 'unknown') {
    return isKindName(id) && getStore(id).isUnknown(unknownId) ? { kind, key, at: 0, value: true } : undefined;
  }
  if (!isKindName(kind)) return undefined;
  const { read, readTime } = getStore(kind);
  const [value, at] = [read(id), readTime(id)];
  return value === undefined || at === undefined ? undefined : { kind, key, at, value };
}

/**
 * Takes over entries of the workspace that are not older than those in the stores, and stores them. Resolves with the
 * calls that this browser did not know.
 */
export async function applyEntries(database: Database, entries: readonly WorkspaceEntry[]): Promise<CallEntry[]> {
  applyInMemory(entries.filter(({ kind }) => kind !== 'calls'));
  const calls = entries.filter(({ kind }) => kind === 'calls');
  return calls.length === 0 ? [] : mergeSharedCalls(database, calls);
}

function applyInMemory(entries: readonly WorkspaceEntry[]): void {
  receiving.isOn = true;
  try {
    for (const kind of new Set(entries.map((entry) => entry.kind))) {
      applyKind(
        kind,
        entries.filter((entry) => entry.kind === kind),
      );
    }
  } finally {
    receiving.isOn = false;
  }
}

function applyKind(kind: WorkspaceKind, entries: readonly WorkspaceEntry[]): void {
  if (isWorkName(kind)) return getWorkStore(kind).merge(parseWork(kind, entries));
  if (kind === 'unknown') {
    for (const of of kindNames) {
      const unknown = entries.flatMap(({ key }) => (key[0] === of ? (key[1] ?? []) : []));
      if (unknown.length > 0) getStore(of).merge({ rows: [], unknown });
    }
    return;
  }
  // A later version may have kinds that this one does not know.
  if (!isKindName(kind)) return;
  const rows = entries.flatMap(({ at, value }) => (isIdentified(value) ? [{ at, row: value }] : []));
  getStore(kind).merge({ rows: parseRecords(kind, rows), unknown: [] });
}

const isIdentified = (value: unknown): value is Identified =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
