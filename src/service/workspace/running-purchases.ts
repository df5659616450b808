import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { HttpError } from '../http/http-error.ts';
import type { BeginPurchase } from '../http/charge-groups.ts';

/** A purchase counts as abandoned when the gateway that runs it has not reported for `leaseSeconds`. */
const [beatMs, leaseSeconds] = [10_000, 45];
/** How long the browser of a purchase has to share the result or retry before others may. */
const graceSeconds = 15;

/** The outcome at a hosted service: what it charged, or `unconfirmed` if nobody knows. */
export type RelayedOutcome = { readonly tenths: number } | 'not charged' | 'unconfirmed';

/**
 * Paid requests with a reservation, while they run in this gateway. Each is marked as running, so that nobody else buys
 * the same in the meantime even if its browser is closed, and is billed by the gateway that reads the charge.
 */
export function createRunningPurchases(db: Pool) {
  const running = new Map<string, number>();
  const beating = setInterval(() => {
    if (running.size === 0) return;
    const keys = [...running.keys()].map((key) => key.split(' ', 2));
    db`
      UPDATE workspace_purchases p SET state = 'running', expires_at = now() + ${leaseSeconds} * interval '1 second'
      FROM unnest(${keys.map(([account]) => account ?? '')}::uuid[], ${keys.map(([, id]) => id ?? '')}::text[]) AS here (account_id, id)
      WHERE p.account_id = here.account_id AND p.id = here.id AND state IN ('reserved', 'running')`
      .execute()
      .catch(() => undefined);
  }, beatMs).unref();

  const start = async (accountId: string, id: string, relayed: boolean): Promise<boolean> => {
    const [row] = await db<{ is_known: boolean; has_begun: boolean }[]>`
      WITH begun AS (
        UPDATE workspace_purchases SET state = 'running', relayed = ${relayed},
          expires_at = now() + ${leaseSeconds} * interval '1 second'
        WHERE account_id = ${accountId} AND id = ${id} AND state IN ('reserved', 'running') RETURNING 1
      )
      SELECT EXISTS (SELECT FROM workspace_purchases WHERE account_id = ${accountId} AND id = ${id}) AS is_known,
        EXISTS (SELECT FROM begun) AS has_begun`;
    if (row?.is_known !== true) return false;
    if (!row.has_begun) throw new HttpError('purchaseEnded');
    running.set(`${accountId} ${id}`, (running.get(`${accountId} ${id}`) ?? 0) + 1);
    return true;
  };
  const stop = async (accountId: string, id: string): Promise<void> => {
    const others = (running.get(`${accountId} ${id}`) ?? 1) - 1;
    if (others > 0) return void running.set(`${accountId} ${id}`, others);
    running.delete(`${accountId} ${id}`);
    await db`
      UPDATE workspace_purchases SET state = 'reserved', expires_at = now() + ${graceSeconds} * interval '1 second'
      WHERE account_id = ${accountId} AND id = ${id} AND state = 'running'`
      .execute()
      .catch(() => undefined);
  };
  /** For our own service: this and the charge commit together, so that an abandoned purchase is not charged. */
  const begin: BeginPurchase = async (accountId, id) => {
    if (!(await start(accountId, id, false))) return undefined;
    return {
      bill: async (tx, tenths, now) => {
        if (!(await settle(tx, accountId, id, { tenths, now }))) throw new HttpError('purchaseEnded');
      },
      end: () => stop(accountId, id),
    };
  };
  /** In front of a hosted service, whose charge this gateway may see. */
  const beginRelayed = async (accountId: string, id: string) => {
    if (!(await start(accountId, id, true))) return undefined;
    return async (outcome: RelayedOutcome, now: Date): Promise<void> => {
      if (outcome === 'not charged') return stop(accountId, id);
      const tenths = outcome === 'unconfirmed' ? undefined : outcome.tenths;
      await settle(db, accountId, id, { tenths, now }).catch(() => false);
      await stop(accountId, id);
    };
  };
  /** A charge of another program that uses the key of this gateway. */
  const recordRelayed = async (accountId: string, id: string, tenths: number, now: Date): Promise<void> => {
    await db`
      INSERT INTO workspace_purchases (account_id, id, request_hash, holder, state, tenths, relayed, expires_at, settled_at)
      SELECT account_id, ${id}, '', '', 'billed', ${tenths}, true, now(), ${now} FROM workspace_budgets
      WHERE account_id = ${accountId} ON CONFLICT DO NOTHING`;
  };
  return { begin, beginRelayed, recordRelayed, close: () => clearInterval(beating) };
}

export type RunningPurchases = ReturnType<typeof createRunningPurchases>;

type SettledPurchase = { readonly tenths: number | undefined; readonly now: Date };

/** Replaces a reservation with the charge, at most its highest price; false if the purchase was abandoned. */
async function settle(sql: Sql, accountId: string, id: string, { tenths, now }: SettledPurchase): Promise<boolean> {
  const settled = await sql`
    UPDATE workspace_purchases SET state = ${tenths === undefined ? 'unconfirmed' : 'billed'}, settled_at = ${now},
      tenths = least(tenths, ${tenths ?? null}::bigint), shared_version = NULL,
      expires_at = greatest(expires_at, now() + ${graceSeconds} * interval '1 second')
    WHERE account_id = ${accountId} AND id = ${id} AND state IN ('reserved', 'running') RETURNING 1`;
  return settled.length > 0;
}
