import { randomUUID } from 'node:crypto';
import type { Pool } from '../db/pool.ts';
import { bumpVersions } from './versions.ts';

/** What is known of the charge of a request that another program sent through the gateway, with its key. */
type RelayedCharge = {
  readonly endpoint: string;
  readonly state: 'billed' | 'unconfirmed';
  /** The charge, or the highest price where that is not known. */
  readonly tenths: number;
  readonly now: Date;
};

/** Records such a charge of a hosted service, so that the budget of the day counts it. Its request is not stored. */
export async function recordRelayedCharge(
  db: Pool,
  accountId: string,
  { endpoint, state, tenths, now }: RelayedCharge,
): Promise<void> {
  const id = randomUUID();
  await db.begin(async (tx) => {
    await tx`
      INSERT INTO purchases (account_id, id, screen, endpoint, input, request_hash, idempotency_key, quoted_tenths,
        billed_tenths, state, relayed, started_at, ended_at, alive_until)
      VALUES (${accountId}, ${id}, '', ${endpoint}, '{}', decode(md5(${id}), 'hex'), ${id}, ${tenths},
        ${state === 'billed' ? tenths : null}, ${state}, true, ${now}, ${now}, ${now})`;
    await bumpVersions(tx, accountId, 'purchases', 'budget');
  });
}
