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

/** Looks, 50 ms apart: where another tab synchronizes and is frozen, a purchase goes on without it after a minute. */
const looks = 1200;

/** Resolves once everything that the workspace has is here, or it is known that it cannot be reached. */
export async function waitForWorkspace(): Promise<void> {
  for (let look = 0; look < looks && ['starting', 'receiving'].includes(state.read().kind); look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
