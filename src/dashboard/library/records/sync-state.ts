import { createState } from '../../platform/state.ts';
import { useOpenAccount } from '../../platform/http/account.ts';
import { getStore, type Kind } from './records.ts';
import { pause } from '../../platform/wait-until-idle.ts';

/**
 * The state of synchronization with the gateway's workspace. `off`: there is none. `receiving` and `sending`: with the
 * entries so far. `waiting`: the gateway could not be reached, and this many changes wait for it; `rejected`: it does
 * not accept the key, such as that of a removed member.
 */
export type SyncState =
  | { readonly kind: 'off' | 'starting' | 'synced' }
  | { readonly kind: 'receiving'; readonly entries: number }
  | { readonly kind: 'sending'; readonly entries: number; readonly total: number }
  | { readonly kind: 'waiting' | 'rejected'; readonly changes: number };

const state = createState<SyncState>({ kind: 'off' });
export const useSyncState = state.use;
export const showSyncState = state.write;
export const readSyncState = state.read;
export const watchSyncState = state.watch;

/** Whether this browser is still receiving the workspace: what is empty here may have entries there. */
export const useIsReceiving = (): boolean => state.use().kind === 'receiving';

/** The same, also while the account opens: what is empty may still get entries. */
export function useIsLoading(): boolean {
  const isReceiving = useIsReceiving();
  return useOpenAccount() === undefined || isReceiving;
}

/**
 * The longest wait, in steps of 50 ms: another tab that synchronizes may be frozen, and its state never changes then.
 */
const maxSteps = 1200;

const isArriving = (): boolean => ['starting', 'receiving'].includes(state.read().kind);

/** Resolves once everything in the workspace is here, or it is known to be unreachable; after a minute at most. */
export async function waitForWorkspace(): Promise<void> {
  for (let step = 0; step < maxSteps && isArriving(); step += 1) {
    await pause(50);
  }
}

let fetchNamedEntries: (names: readonly (readonly string[])[]) => Promise<void> = waitForWorkspace;
/** Sets the function that takes over entries from the workspace by name: kind and key in one list. */
export const setFetchNamedEntries = (next: typeof fetchNamedEntries): void => {
  fetchNamedEntries = next;
};

/**
 * Takes over these entries from the workspace, so that they are not bought again: while this browser is still receiving
 * it, with a request that names them, and if that fails by waiting for everything.
 */
export async function takeFromWorkspace(names: readonly (readonly string[])[]): Promise<void> {
  if (isArriving()) await fetchNamedEntries(names).catch(waitForWorkspace);
}

/** The same for records that are neither here nor known to be unknown. */
export const receiveRecords = (kind: Kind, ids: readonly string[]): Promise<void> =>
  takeFromWorkspace(
    getStore(kind)
      .missing(ids)
      .flatMap((id) => [
        [kind, id],
        ['unknown', kind, id],
      ]),
  );

/** Whether a record that was about to be bought came from the workspace instead, or a newer one than the one here. */
export async function hasArrived(kind: Kind, id: string): Promise<boolean> {
  const { readTime } = getStore(kind);
  const before = readTime(id);
  await takeFromWorkspace([[kind, id]]);
  return readTime(id) !== before;
}
