import type { QueryClient } from '@tanstack/react-query';
import type { CallEntry } from '#contract/call-history.ts';
import type { OpenAccount } from '../platform/http/account.ts';
import { type Database, workNames } from '../platform/storage/database.ts';
import { joinTabs } from '../platform/storage/storage.ts';
import { readJournal } from '../purchase/journal.ts';
import { clearLedger, resolveUnconfirmed } from '../purchase/shared-calls.ts';
import { requestFirstPage, showFirstPage } from './workspace/first-page.ts';
import { startWorkspaceSync } from './workspace/open-workspace.ts';
import { convertOldWork } from './own-work/migrate-work.ts';
import { getWorkStore } from './own-work/work-store.ts';
import { type LibraryMessage, oldWorkKinds, postToTabs } from './records/device.ts';
import { recoverWork } from './own-work/recover-work.ts';
import { packRows } from './records/pack-rows.ts';
import { showStoredResults } from './records/stored-query.ts';
import { clearMemory } from './clear-library.ts';

export const firstPage = { request: requestFirstPage, show: showFirstPage };

/**
 * Background work of an open library: recovers work that was not stored, packs rows, and shares through the workspace.
 */
export function workInBackground(
  opened: OpenAccount & { database: Database },
  client: QueryClient,
  signal: AbortSignal,
): void {
  recoverWork(opened.account);
  storeOldWork(opened.account, signal);
  // Without room for pages nothing is lost; only the next start is slower.
  void packRows(opened.database).catch(() => undefined);
  const screens = {
    onResults: (id: string) => showStoredResults(client, id),
    onEmptied: () => {
      clearMemory(client);
      postToTabs({ emptied: true });
      void clearLedger();
    },
    onCalls: (calls: readonly CallEntry[]) => {
      postToTabs({ calls: true });
      void readJournal().then((journal) => resolveUnconfirmed(journal, calls));
    },
  };
  startWorkspaceSync(opened, screens, signal);
}

/** A tab with an older version of the page can no longer store the user's work, so this one does. */
function storeOldWork(account: string, signal: AbortSignal): void {
  const tabs = joinTabs<LibraryMessage>(`records ${account}`, (message) => {
    if (!('addition' in message)) return;
    const name = workNames.find((one) => oldWorkKinds[one] === message.kind);
    if (name) getWorkStore(name).merge(convertOldWork(name, message.addition.rows));
  });
  signal.addEventListener('abort', tabs.close);
}
