import { createHash } from 'node:crypto';
import type { DataOf, ParsedBodyOf } from '#contract/endpoint.ts';
import type { endLease, leasePurchase } from '#contract/workspace.ts';
import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { coversPurchase, lockBudget, recordPurchase, raiseVersion, readWorkspaceBudget } from './budget.ts';

const hashRequest = (request: string): Buffer => createHash('sha256').update(request).digest();

/** How long others wait for a holder that has disappeared. */
const leaseSeconds = 45;
/** How long the outcome of a purchase is reported to those that waited. */
const outcomeSeconds = 60;

type PurchaseRow = {
  readonly id: string;
  readonly holder: string;
  readonly state: 'reserved' | 'running' | 'billed' | 'unconfirmed' | 'released';
  readonly tenths: number;
  readonly relayed: boolean;
  readonly version: number | null;
  /**
   * Whether its holder or the gateway that runs it is still active; once shared, whether others may still learn of it.
   */
  readonly is_current: boolean;
  /** Whether our own service can return its response again for free. */
  readonly is_stored: boolean;
};

type Lease = DataOf<typeof leasePurchase>;
type LeaseRequest = ParsedBodyOf<typeof leasePurchase>;

/** Takes or renews a lease and reserves the highest price within the budget, in one transaction. */
export async function takePurchaseLease(db: Pool, accountId: string, body: LeaseRequest, now: Date): Promise<Lease> {
  return db.begin(async (tx) => {
    await lockBudget(tx, accountId, now);
    await settleAbandoned(tx, accountId, now);
    const decision = await decide(tx, accountId, body, now);
    const budget = await readWorkspaceBudget(tx, accountId, now);
    return { granted: false, covered: true, completed: null, version: 0, ...decision, budget };
  });
}

/**
 * Settles abandoned purchases: what was not charged is released, what a hosted service may have charged is unconfirmed.
 */
async function settleAbandoned(tx: Sql, accountId: string, now: Date): Promise<void> {
  await tx`
    UPDATE workspace_purchases SET settled_at = ${now},
      state = CASE WHEN state = 'running' AND relayed THEN 'unconfirmed' ELSE 'released' END
    WHERE account_id = ${accountId} AND state IN ('reserved', 'running') AND expires_at < now()`;
  await tx`
    DELETE FROM workspace_purchases p USING workspace_budgets b
    WHERE b.account_id = ${accountId} AND p.account_id = b.account_id
      AND settled_at < least(session_started_at, ${now}::timestamptz - interval '2 days')`;
}

async function decide(tx: Sql, accountId: string, body: LeaseRequest, now: Date): Promise<Partial<Lease>> {
  const { request, holder, purchase = { id: holder, tenths: 0 } } = body;
  const hash = hashRequest(request);
  const rows = await tx<PurchaseRow[]>`
    SELECT id, holder, state, tenths, relayed, shared_version AS version, expires_at > now() AS is_current,
      EXISTS (SELECT FROM idempotent_answers a WHERE a.account_id = p.account_id AND a.key = p.id
        AND answered_at > ${now}::timestamptz - interval '23 hours') AS is_stored
    FROM workspace_purchases p WHERE account_id = ${accountId} AND request_hash = ${hash}
    ORDER BY settled_at DESC NULLS FIRST`;
  const own = rows.find((row) => row.id === purchase.id);
  const lost = rows.find((row) => row.id === body.lost);
  if (lost && mayHaveCharged(lost) && lost.version === null) await share(tx, accountId, lost.id);
  const others = rows.filter((row) => row !== own && row !== lost);
  // A renewal that arrives late changes nothing.
  if (own?.holder === holder && (own.state === 'released' || own.version !== null)) return {};
  const isOpen = (row: PurchaseRow) =>
    row.state === 'reserved' ||
    row.state === 'running' ||
    (mayHaveCharged(row) && row.version === null && row.is_current);
  if (others.some(isOpen)) return {};
  const done = findCompleted(others, body);
  if (done) return reportCompleted(tx, accountId, done);
  // Resumed under its old key, or renewed: its price is reserved or was already charged.
  const isReserved = own !== undefined && own.state !== 'released';
  if (!isReserved && !coversPurchase(await readWorkspaceBudget(tx, accountId, now), purchase.tenths))
    return { covered: false };
  return grant(tx, accountId, { ...body, purchase }, now);
}

const mayHaveCharged = ({ state }: PurchaseRow): boolean => state === 'billed' || state === 'unconfirmed';

/** What another browser bought: for those that waited, and what a closed holder did not share. */
function findCompleted(rows: readonly PurchaseRow[], { holder, waited }: LeaseRequest): PurchaseRow | undefined {
  return rows.find((row) => {
    if (!mayHaveCharged(row) || row.holder === holder) return false;
    if (row.version !== null) return waited && row.is_current;
    return row.relayed || row.is_stored;
  });
}

/** A hosted service does not return a response twice: the first browser that asks learns of it, and may then buy it. */
async function reportCompleted(tx: Sql, accountId: string, row: PurchaseRow): Promise<Partial<Lease>> {
  if (row.version === null && row.relayed) await share(tx, accountId, row.id);
  const lost = row.state === 'unconfirmed' || (row.version === null && row.relayed);
  return { completed: { purchase: row.id, tenths: row.tenths, lost }, version: row.version ?? 0 };
}

async function share(tx: Sql, accountId: string, id: string): Promise<void> {
  await tx`
    UPDATE workspace_purchases SET expires_at = now() + ${outcomeSeconds} * interval '1 second',
      shared_version = coalesce((SELECT version FROM workspaces w WHERE w.account_id = ${accountId}), 0)
    WHERE account_id = ${accountId} AND id = ${id}`;
}

type Granted = LeaseRequest & { readonly purchase: { readonly id: string; readonly tenths: number } };

async function grant(
  tx: Sql,
  accountId: string,
  { request, holder, purchase: { id, tenths } }: Granted,
  now: Date,
): Promise<Partial<Lease>> {
  await tx`
    INSERT INTO workspace_purchases AS held (account_id, id, request_hash, holder, state, tenths, expires_at)
    VALUES (${accountId}, ${id}, ${hashRequest(request)}, ${holder}, 'reserved', ${tenths},
      now() + ${leaseSeconds} * interval '1 second')
    ON CONFLICT (account_id, id) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at,
      state = CASE held.state WHEN 'released' THEN 'reserved' ELSE held.state END,
      tenths = CASE held.state WHEN 'released' THEN excluded.tenths ELSE held.tenths END,
      settled_at = CASE held.state WHEN 'released' THEN NULL ELSE held.settled_at END, shared_version = NULL`;
  await recordPurchase(tx, accountId, now);
  return { granted: true };
}

/**
 * Ends a lease: those that wait for it learn what was bought, or take it themselves. The gateway's own record of the
 * request wins: a request that is running or was billed stays so, whatever its browser reports.
 */
export async function endPurchaseLease(
  db: Pool,
  accountId: string,
  { request, holder, completed }: ParsedBodyOf<typeof endLease>,
  now: Date,
): Promise<DataOf<typeof endLease>> {
  const hash = hashRequest(request);
  return db.begin(async (tx) => {
    await lockBudget(tx, accountId, now);
    if (completed?.lost === false) {
      // If the gateway could not see the price, its browser reports it.
      const billed = await tx`
        UPDATE workspace_purchases SET state = 'billed', relayed = relayed OR state = 'reserved', settled_at = coalesce(settled_at, ${now}),
          tenths = CASE WHEN state = 'billed' THEN tenths ELSE least(tenths, ${completed.tenths}::bigint) END
        WHERE account_id = ${accountId} AND id = ${completed.purchase} AND request_hash = ${hash}
          AND (state = 'billed' OR holder = ${holder} AND state IN ('reserved', 'unconfirmed')) RETURNING 1`;
      if (billed.length > 0) await share(tx, accountId, completed.purchase);
    } else {
      await tx`
        UPDATE workspace_purchases SET expires_at = now(),
          state = CASE state WHEN 'reserved' THEN 'released' ELSE state END,
          settled_at = CASE state WHEN 'reserved' THEN ${now} ELSE settled_at END
        WHERE account_id = ${accountId} AND request_hash = ${hash} AND holder = ${holder} AND state <> 'running'`;
    }
    await tx`UPDATE workspace_budgets SET changes = changes + 1 WHERE account_id = ${accountId}`;
    await raiseVersion(tx, accountId);
    return { budget: await readWorkspaceBudget(tx, accountId, now) };
  });
}
