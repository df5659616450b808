import { randomBytes } from 'node:crypto';
import type { DeliverySchedule } from '#contract/deliveries.ts';
import type { Pool } from '../../db/pool.ts';
import type { Fragment, Sql } from '../../db/sql.ts';
import { countMail } from './mail-limit.ts';
import { findNextRun } from './schedule.ts';

/** The link that confirms an address. */
export type Confirmation = { readonly address: string; readonly token: string };

/** How long a link works. */
const validMs = 7 * 86_400_000;

/** Whether an email to the delivery may be sent, because its address was confirmed; true for other formats. */
export const isConfirmed = (sql: Sql): Fragment =>
  sql`(deliveries.format <> 'email' OR EXISTS (
    SELECT FROM mailboxes b WHERE b.account_id = deliveries.account_id AND b.address = lower(deliveries.target)
      AND b.confirmed_at IS NOT NULL))`;

/**
 * Prepares the mail with the link that confirms an address, unless the account has confirmed it before; `again` also if
 * a link was sent that still works. Throws if too many were sent.
 */
export async function requestConfirmation(
  tx: Sql,
  accountId: string,
  target: string,
  { now, again = false }: { readonly now: Date; readonly again?: boolean },
): Promise<void> {
  const address = target.toLowerCase();
  const [known] = await tx<{ confirmed_at: Date | null; requested_at: Date }[]>`
    SELECT confirmed_at, requested_at FROM mailboxes WHERE account_id = ${accountId} AND address = ${address}`;
  if (known?.confirmed_at) return;
  if (known && !again && known.requested_at.getTime() > now.getTime() - validMs) return;
  await countMail(tx, accountId, 'confirmation', now);
  await tx`
    INSERT INTO mailboxes (account_id, address, token, requested_at, next_attempt_at)
    VALUES (${accountId}, ${address}, ${randomBytes(24).toString('base64url')}, ${now}, ${now})
    ON CONFLICT (account_id, address) DO UPDATE SET token = excluded.token, requested_at = excluded.requested_at,
      next_attempt_at = excluded.next_attempt_at, attempts = 0, failed_at = NULL, problem = NULL`;
}

/** The address of a link, and whether it is confirmed; undefined if the link was replaced or is too old. */
export async function findConfirmation(
  sql: Sql,
  token: string,
  now: Date,
): Promise<{ readonly address: string; readonly confirmed: boolean } | undefined> {
  const [row] = await sql<{ address: string; confirmed: boolean }[]>`
    SELECT address, confirmed_at IS NOT NULL AS confirmed FROM mailboxes
    WHERE token = ${token} AND (confirmed_at IS NOT NULL OR requested_at > ${new Date(now.getTime() - validMs)})`;
  return row;
}

/** Confirms the address of a link, whose deliveries run from now on; returns the address. */
export async function confirmAddress(db: Pool, token: string, now: Date): Promise<string | undefined> {
  return db.begin(async (tx) => {
    const found = await findConfirmation(tx, token, now);
    if (!found || found.confirmed) return found?.address;
    const [box] = await tx<{ account_id: string }[]>`
      UPDATE mailboxes SET confirmed_at = ${now}, next_attempt_at = NULL, failed_at = NULL, problem = NULL
      WHERE token = ${token} RETURNING account_id`;
    // A run that was due while nothing could be sent is not late.
    const waiting = await tx<(DeliverySchedule & { id: string })[]>`
      SELECT id, repeats, weekday, hour, zone FROM deliveries
      WHERE account_id = ${box?.account_id ?? null}::uuid AND format = 'email' AND lower(target) = ${found.address} AND next_at <= ${now}`;
    for (const { id, ...schedule } of waiting)
      await tx`UPDATE deliveries SET next_at = ${findNextRun(schedule, now)} WHERE id = ${id}`;
    return found.address;
  });
}
