import type { WorkspaceEntry } from '#contract/workspace.ts';
import { sendLeaving } from '../../platform/http/gateway-request.ts';
import type { Database } from '../../platform/storage/database.ts';
import { forgetSent, takeUnsent } from '../records/unsent.ts';
import { readSyncState, watchSyncState } from '../records/sync-state.ts';
import { readHeldEntry } from './entries.ts';
import { readSyncPlace } from './outbox.ts';

/** Browsers send at most 64 kB for a page that is being left. */
const maxBytes = 63_000;

/**
 * Sends what was changed just before the page is left or hidden, the newest that fits, until `signal` aborts. The outbox
 * keeps it, so that nothing depends on its arrival.
 */
export function sendWhenLeaving(database: Database, signal: AbortSignal): void {
  let workspace: string | undefined;
  const note = async () => {
    forgetSent();
    workspace = (await readSyncPlace(database).catch(() => undefined))?.workspace;
  };
  void note();
  const stop = watchSyncState(() => readSyncState().kind === 'synced' && void note());
  signal.addEventListener('abort', stop);
  const send = () => {
    const changes = workspace === undefined ? [] : collectChanges();
    if (changes.length > 0) sendLeaving('/workspace/changes', { workspace, changes });
  };
  addEventListener('pagehide', send, { signal });
  const sendHidden = () => document.visibilityState === 'hidden' && send();
  document.addEventListener('visibilitychange', sendHidden, { signal });
}

/** The newest changes that fit. */
function collectChanges(): WorkspaceEntry[] {
  let left = maxBytes;
  return takeUnsent().flatMap((name) => {
    const entry = readHeldEntry(name);
    left -= new TextEncoder().encode(JSON.stringify(entry) + ',').length;
    return entry && left >= 0 ? [entry] : [];
  });
}
