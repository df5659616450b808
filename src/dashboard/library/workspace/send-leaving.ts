import type { WorkspaceEntry } from '#contract/workspace.ts';
import { sendLeaving } from '../../platform/http/gateway-request.ts';
import type { Database } from '../../platform/storage/database.ts';
import { outboxNotes } from '../records/device.ts';
import { readSyncState, watchSyncState } from '../records/sync-state.ts';
import { type EntryName, readUnsavedEntry } from './entries.ts';
import { readSyncPlace } from './outbox.ts';

/** Browsers send at most 64 kB for a page that is being left; this many changes never fit. */
const [maxBytes, maxChanges] = [63_000, 500];
/** A change just before may have missed a synchronization that has just ended. Sending it twice does no harm. */
const marginMs = 2000;

/**
 * Sends what was changed just before the page is left or hidden, the newest that fits, until `signal` aborts. The
 * outbox keeps it, so nothing depends on its arrival; but the outbox cannot be read while the page is being left.
 */
export function sendWhenLeaving(database: Database, signal: AbortSignal): void {
  /** Changes that the workspace may not have yet, newest last. */
  const unsent = new Map<string, { readonly name: EntryName; readonly notedAt: number }>();
  let workspace: string | undefined;
  outboxNotes.onNote = (name) => {
    const key = JSON.stringify(name);
    unsent.delete(key);
    unsent.set(key, { name, notedAt: performance.now() });
    const [oldest] = unsent.keys();
    if (unsent.size > maxChanges && oldest !== undefined) unsent.delete(oldest);
  };
  const forgetSent = async () => {
    const until = performance.now() - marginMs;
    for (const [key, { notedAt }] of unsent) if (notedAt < until) unsent.delete(key);
    workspace = (await readSyncPlace(database).catch(() => undefined))?.workspace;
  };
  void forgetSent();
  signal.addEventListener(
    'abort',
    watchSyncState(() => readSyncState().kind === 'synced' && void forgetSent()),
  );
  const send = () => {
    const changes = workspace === undefined ? [] : fill([...unsent.values()].map(({ name }) => name).toReversed());
    if (changes.length === 0) return;
    sendLeaving('/workspace/changes', { workspace, changes });
    unsent.clear();
  };
  addEventListener('pagehide', send, { signal });
  const sendHidden = () => document.visibilityState === 'hidden' && send();
  document.addEventListener('visibilitychange', sendHidden, { signal });
}

/** The first of these entries, as many as fit. */
function fill(names: readonly EntryName[]): WorkspaceEntry[] {
  let left = maxBytes;
  return names.flatMap((name) => {
    const entry = readUnsavedEntry(name);
    left -= new TextEncoder().encode(`${JSON.stringify(entry)},`).length;
    return entry && left >= 0 ? [entry] : [];
  });
}
