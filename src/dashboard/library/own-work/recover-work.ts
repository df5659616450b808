import { z } from 'zod';
import { parseJson } from '#contract/json.ts';
import { workNames } from '../../platform/storage/database.ts';
import { readStored, writeStored } from '../../platform/storage/storage.ts';
import { parseWork } from './migrate-work.ts';
import { getWorkStore } from './work-store.ts';

const unsaved = z.object({ work: z.enum(workNames), entries: z.array(z.unknown()) });

/** Stores work that its database did not have yet when the page was left. Unreadable work is not removed. */
export function recoverWork(account: string): void {
  for (const name of findStoredNames(`unsaved ${account} `)) {
    // Another tab may have stored it in the meantime, or the text may be damaged.
    const found = unsaved.safeParse(parseJson(readStored(name) ?? '')).data;
    if (!found) continue;
    getWorkStore(found.work).merge(parseWork(found.work, found.entries));
    writeStored(name, undefined);
  }
}

/** The names of all texts on this device with this prefix. */
function findStoredNames(beginning: string): string[] {
  try {
    const prefix = `fundscope.${beginning}`;
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(prefix) ? [key.slice('fundscope.'.length)] : []));
  } catch {
    return [];
  }
}
