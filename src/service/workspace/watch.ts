import type { Pool } from '../db/pool.ts';
import { buildWorkspaceId } from './entries.ts';

/** The id and version of a workspace. */
export type WorkspaceVersion = { readonly workspace: string; readonly latest: number };
type Listener = (version: WorkspaceVersion) => void;

/** Tells who listens when a workspace has changed, also through another gateway on the same database. */
export type WorkspaceWatch = {
  /** Calls with every new version of a workspace; returns how to stop. */
  readonly listen: (accountId: string, listener: Listener) => () => void;
  /** Tells at once what this gateway has stored. */
  readonly tell: (accountId: string, version: WorkspaceVersion) => void;
  readonly count: (accountId: string) => number;
  readonly close: () => void;
};

/** How often the database is asked for changes of other gateways, in one query for all who listen here. */
const pollMs = 1000;

export function createWorkspaceWatch(db: Pool): WorkspaceWatch {
  const listeners = new Map<string, Set<Listener>>();
  const told = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell: WorkspaceWatch['tell'] = (accountId, version) => {
    const text = `${version.workspace} ${version.latest}`;
    if (told.get(accountId) === text || !listeners.has(accountId)) return;
    told.set(accountId, text);
    for (const listener of listeners.get(accountId) ?? []) listener(version);
  };
  const poll = async () => {
    const ids = [...listeners.keys()];
    const rows = await db<{ account_id: string; workspace: string; latest: number }[]>`
      SELECT account_id, ${buildWorkspaceId(db, 'w')} AS workspace, version AS latest FROM workspaces w WHERE account_id = ANY(${ids}::uuid[])`;
    for (const { account_id, workspace, latest } of rows) tell(account_id, { workspace, latest });
  };
  const schedule = () => {
    // Without an answer the next poll asks again.
    timer ??= setTimeout(() => {
      void poll()
        .catch(() => undefined)
        .finally(() => {
          timer = undefined;
          if (listeners.size > 0) schedule();
        });
    }, pollMs).unref();
  };
  return {
    listen(accountId, listener) {
      const own = listeners.get(accountId) ?? new Set();
      listeners.set(accountId, own.add(listener));
      schedule();
      return () => {
        own.delete(listener);
        if (own.size > 0 || listeners.get(accountId) !== own) return;
        listeners.delete(accountId);
        told.delete(accountId);
      };
    },
    tell,
    count: (accountId) => listeners.get(accountId)?.size ?? 0,
    close() {
      clearTimeout(timer);
      listeners.clear();
    },
  };
}
