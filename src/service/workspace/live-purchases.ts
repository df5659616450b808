import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { bumpVersions } from './versions.ts';

/** How long a running purchase lives without a sign of its gateway. */
export const aliveSeconds = 30;

/** The purchases whose requests run in this gateway. */
export type LivePurchases = {
  /** Keeps a purchase alive, until the returned function is called. */
  readonly keepAlive: (accountId: string, id: string) => () => void;
  /** Resolves when a purchase of this gateway has ended; at once for any other. */
  readonly waitFor: (accountId: string, id: string) => Promise<void>;
  readonly close: () => void;
};

/** Renews the running purchases of this gateway, and ends those of gateways that are gone. */
export function createLivePurchases(db: Pool): LivePurchases {
  const running = new Map<string, { readonly ended: Promise<void>; readonly names: readonly [string, string] }>();
  const renew = async () => {
    const names = [...running.values()].map((one) => one.names);
    if (names.length > 0) {
      await db`
        UPDATE purchases p SET alive_until = now() + ${aliveSeconds} * interval '1 second'
        FROM unnest(${names.map(([account]) => account)}::uuid[], ${names.map(([, id]) => id)}::uuid[]) AS here (account_id, id)
        WHERE p.account_id = here.account_id AND p.id = here.id AND state = 'running'`;
    }
    await db.begin((tx) => endAbandoned(tx));
  };
  const renewing = setInterval(() => void renew().catch(() => undefined), (aliveSeconds * 1000) / 4).unref();
  return {
    keepAlive(accountId, id) {
      const key = `${accountId} ${id}`;
      let end = () => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      running.set(key, { ended, names: [accountId, id] });
      return () => {
        running.delete(key);
        end();
      };
    },
    waitFor: async (accountId, id) => running.get(`${accountId} ${id}`)?.ended,
    close: () => clearInterval(renewing),
  };
}

/**
 * Ends purchases whose gateway is gone: those of our own service were not charged, because the charge would have
 * committed with their end; those of a hosted service may have been. Of one account, or of all.
 */
export async function endAbandoned(tx: Sql, accountId?: string): Promise<void> {
  const ended = await tx<{ account_id: string }[]>`
    UPDATE purchases SET state = CASE WHEN relayed THEN 'unconfirmed' ELSE 'rejected' END, ended_at = now(),
      code = 'GATEWAY_STOPPED', message = 'The gateway stopped before the response arrived.'
    WHERE state = 'running' AND alive_until < now() AND (${accountId ?? null}::uuid IS NULL OR account_id = ${accountId ?? null}::uuid)
    RETURNING account_id`;
  for (const id of new Set(ended.map((one) => one.account_id))) await bumpVersions(tx, id, 'purchases', 'budget');
}
