import { readStored, writeStored } from '../../platform/storage/storage.ts';
import type { WorkName } from '../../platform/storage/database.ts';
import type { WorkEntry } from '../records/device.ts';
import { getWorkStore } from './work-store.ts';

/** Stores the work of a page that was left before its database had it. */
export function recoverWork(account: string): void {
  for (const name of findStoredNames(`unsaved ${account} `)) {
    // Another tab may have stored it by now.
    const text = readStored(name);
    if (text === undefined) continue;
    const { work, entries } = JSON.parse(text) as { work: WorkName; entries: WorkEntry[] };
    getWorkStore(work).merge(entries);
    writeStored(name, undefined);
  }
}

/** The names of all texts on this device that begin so. */
function findStoredNames(beginning: string): string[] {
  try {
    const prefix = `fundscope.${beginning}`;
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(prefix) ? [key.slice('fundscope.'.length)] : []));
  } catch {
    return [];
  }
}
