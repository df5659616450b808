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

/** The longest wait, in steps of 50 ms: another tab that synchronizes can be frozen, and its state never changes then. */
const maxSteps = 1200;

/** Resolves once everything that the workspace has is here, or it is known that it cannot be reached; after a minute at most. */
export async function waitForWorkspace(): Promise<void> {
  for (let step = 0; step < maxSteps && ['starting', 'receiving'].includes(state.read().kind); step += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Whether what was about to be bought came from the workspace instead, while this browser was still receiving it.
 * `readTime` says when it was bought, and undefined where it is not here.
 */
export async function hasArrived(readTime: () => number | undefined): Promise<boolean> {
  const before = readTime();
  await waitForWorkspace();
  return readTime() !== before;
}
