import type { QueryClient } from '@tanstack/react-query';
import { workNames } from '../platform/storage/database.ts';
import { getWorkStore } from './own-work/work-store.ts';
import { deleteStoredResults } from './records/stored-query.ts';
import { clearRecentViews } from './recent-views.ts';
import { kindNames, getStore } from './records/records.ts';

/** Empties the memory when the account changes; the device keeps everything. */
export function clearLibrary(client: QueryClient): void {
  for (const name of workNames) getWorkStore(name).reset();
  deleteUnlocked(client);
}

/** Empties the memory after everything was deleted. */
export function clearMemory(client: QueryClient): void {
  clearLibrary(client);
  clearRecentViews();
}

/** Empties the memory of unlocked records; the user's own work stays. */
export function deleteUnlocked(client: QueryClient): void {
  for (const kind of kindNames) getStore(kind).reset();
  deleteStoredResults(client);
}
