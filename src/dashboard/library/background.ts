import type { QueryClient } from '@tanstack/react-query';
import type { CallEntry } from '#contract/call-book.ts';
import type { OpenAccount } from '../platform/http/account.ts';
import type { Database } from '../platform/storage/database.ts';
import { readJournal } from '../purchase/journal.ts';
import { clearLedger, settleConfirmed } from '../purchase/shared-calls.ts';
import { forgetEverything } from './open-library.ts';
import { tell } from './records/device.ts';
import { packRows } from './records/pack-rows.ts';
import { showStoredResults } from './records/stored-query.ts';

/** What an open library does while the user works: it packs rows, and shares through the workspace of the gateway. */
export async function workInBackground(
  opened: OpenAccount & { database: Database },
  client: QueryClient,
  signal: AbortSignal,
): Promise<void> {
  // Where there is no room for pages nothing is lost; only the next start is slower.
  void packRows(opened.database).catch(() => undefined);
  const { keepWorkspace } = await import('./workspace/open-workspace.ts');
  const screens = {
    onResults: (id: string) => showStoredResults(client, id),
    onEmptied: () => {
      forgetEverything(client);
      tell({ emptied: true });
      void clearLedger();
    },
    onCalls: (calls: readonly CallEntry[]) => {
      tell({ calls: true });
      void readJournal().then((journal) => settleConfirmed(journal, calls));
    },
  };
  keepWorkspace(opened, screens, signal);
}
