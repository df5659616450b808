import type { Pool } from '../db/pool.ts';
import { buildWorkspaceId } from './entries.ts';

/** The id and version of a workspace. */
export type WorkspaceVersion = { readonly workspace: string; readonly latest: number };
/** A listener, with the prefix of its key. */
type Listener = {
  readonly prefix: string;
  readonly onVersion: (version: WorkspaceVersion) => void;
  /** The key is no longer accepted, such as that of a removed member. */
  readonly onRejected: () => void;
};

/** Notifies listeners when a workspace has changed, even through another gateway on the same database. */
export type WorkspaceWatch = {
  /** Calls back with every new version of a workspace; returns a function that ends this. */
  readonly listen: (accountId: string, listener: Listener) => () => void;
  /** Queries the database now, not within a second. */
  readonly poll: () => Promise<void>;
  /** Announces at once what this gateway has stored. */
  readonly notify: (accountId: string, version: WorkspaceVersion) => void;
  readonly count: (accountId: string) => number;
  readonly close: () => void;
};

/** How often versions and keys, which other gateways may change, are read, in one query for all listeners. */
const pollMs = 1000;

export function createWorkspaceWatch(db: Pool): WorkspaceWatch {
  const listeners = new Map<string, Set<Listener>>();
  const announced = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const notify: WorkspaceWatch['notify'] = (accountId, version) => {
    const text = `${version.workspace} ${version.latest}`;
    if (announced.get(accountId) === text || !listeners.has(accountId)) return;
    announced.set(accountId, text);
    for (const { onVersion } of listeners.get(accountId) ?? []) onVersion(version);
  };
  const poll = async () => {
    const polled = [...listeners.values()].flatMap((own) => [...own]);
    const prefixes = [...new Set(polled.map(({ prefix }) => prefix))];
    const rows = await db<{ prefix: string; account_id: string; workspace: string | null; latest: number }[]>`
      SELECT k.prefix, k.account_id, ${buildWorkspaceId(db)} AS workspace, w.version AS latest
      FROM api_keys k JOIN accounts a ON a.id = k.account_id LEFT JOIN workspaces w ON w.account_id = a.id
        LEFT JOIN members m ON m.id = k.member_id
      WHERE k.prefix = ANY(${prefixes}::text[]) AND k.disabled_at IS NULL AND a.disabled_at IS NULL AND m.removed_at IS NULL`;
    const accepted = new Set(rows.map(({ prefix }) => prefix));
    for (const { prefix, onRejected } of polled) if (!accepted.has(prefix)) onRejected();
    for (const { account_id, workspace, latest } of rows) if (workspace) notify(account_id, { workspace, latest });
  };
  const schedule = () => {
    // If the query fails, the next one tries again.
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
        announced.delete(accountId);
      };
    },
    notify,
    poll,
    count: (accountId) => listeners.get(accountId)?.size ?? 0,
    close() {
      clearTimeout(timer);
      listeners.clear();
    },
  };
}
