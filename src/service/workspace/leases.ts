import { createHash } from 'node:crypto';
import type { DataOf, ParsedBodyOf } from '#contract/endpoint.ts';
import type { endLease, leasePurchase } from '#contract/workspace.ts';
import type { Sql } from '../db/sql.ts';

const hashRequest = (request: string): Buffer => createHash('sha256').update(request).digest();

/** A holder that is gone without a word keeps others waiting for this long. */
const leaseSeconds = 45;
/** What was bought is told to those that waited for this long. */
const toldSeconds = 60;

type LeaseRow = {
  readonly purchase: string | null;
  readonly tenths: number | null;
  readonly lost: boolean | null;
  readonly version: number | null;
};

/**
 * Takes or renews a lease, in one statement. One that ended with a purchase is only in the way of those that waited for it.
 */
export async function takePurchaseLease(
  sql: Sql,
  accountId: string,
  { request, holder, waited }: ParsedBodyOf<typeof leasePurchase>,
): Promise<DataOf<typeof leasePurchase>> {
  const hash = hashRequest(request);
  const taken = await sql`
    INSERT INTO workspace_leases AS held (account_id, request_hash, holder, expires_at)
    VALUES (${accountId}, ${hash}, ${holder}, now() + ${leaseSeconds} * interval '1 second')
    ON CONFLICT (account_id, request_hash) DO UPDATE
    SET holder = excluded.holder, expires_at = excluded.expires_at, purchase = NULL, tenths = NULL, lost = NULL, version = NULL
    WHERE held.expires_at < now()
      OR CASE WHEN held.purchase IS NULL THEN held.holder = excluded.holder
        ELSE held.holder <> excluded.holder AND NOT ${waited}::boolean END
    RETURNING 1`;
  if (taken.length > 0) return { granted: true, completed: null, version: 0 };
  const [other] = await sql<LeaseRow[]>`
    SELECT purchase, tenths, lost, version FROM workspace_leases WHERE account_id = ${accountId} AND request_hash = ${hash}`;
  const { purchase = null, tenths = null, lost = null, version = null } = other ?? {};
  const completed = waited && purchase !== null && tenths !== null ? { purchase, tenths, lost: lost === true } : null;
  return { granted: false, completed, version: version ?? 0 };
}

/** Ends a lease: those that wait for it learn what was bought, or take it themselves. */
export async function endPurchaseLease(
  sql: Sql,
  accountId: string,
  { request, holder, completed }: ParsedBodyOf<typeof endLease>,
): Promise<void> {
  const hash = hashRequest(request);
  if (completed) {
    await sql`
      UPDATE workspace_leases SET expires_at = now() + ${toldSeconds} * interval '1 second',
        purchase = ${completed.purchase}, tenths = ${completed.tenths}, lost = ${completed.lost},
        version = coalesce((SELECT version FROM workspaces w WHERE w.account_id = ${accountId}), 0)
      WHERE account_id = ${accountId} AND request_hash = ${hash} AND holder = ${holder}`;
  } else {
    await sql`
      DELETE FROM workspace_leases
      WHERE account_id = ${accountId} AND request_hash = ${hash} AND holder = ${holder}`;
  }
  await sql`DELETE FROM workspace_leases WHERE expires_at < now()`;
}
