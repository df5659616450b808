import { createState } from '../../platform/state.ts';

/**
 * How far this browser and the workspace of the gateway agree. `off`: there is none. `receiving` and `sending`: with the
 * entries so far. `waiting`: the gateway could not be reached, and this many changes wait for it; `rejected`: it does not
 * accept the key, such as of a removed member.
 */
export type SyncState =
  | { readonly kind: 'off' | 'starting' | 'synced' }
  | { readonly kind: 'receiving'; readonly entries: number }
  | { readonly kind: 'sending'; readonly entries: number; readonly total: number }
  | { readonly kind: 'waiting' | 'rejected'; readonly changes: number };

const state = createState<SyncState>({ kind: 'off' });
export const useSyncState = state.use;
export const showSyncState = state.write;

/** Where another tab synchronizes and is frozen, a purchase goes on without it. */
const patienceMs = 60_000;

/** Resolves once everything that the workspace has is here, or it is known that it cannot be reached. */
export function waitForWorkspace(): Promise<void> {
  const isComing = () => ['starting', 'receiving'].includes(state.read().kind);
  if (!isComing()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = state.watch(() => isComing() || end());
    const timer = setTimeout(end, patienceMs);
  });
}
