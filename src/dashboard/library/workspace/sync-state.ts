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
