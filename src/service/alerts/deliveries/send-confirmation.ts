import type { Sql } from '../../db/sql.ts';
import type { Confirmation } from './confirmations.ts';
import { claimMs, describeFailure } from './send.ts';

/** Waits between attempts, in seconds. */
const waits = [5, 300, 1800];

/** Sends the link of one address that is due; false if there is none. It is claimed first, as messages are. */
export async function sendDueConfirmation(
  sql: Sql,
  now: Date,
  send: (confirmation: Confirmation) => Promise<void>,
): Promise<boolean> {
  const [claimed] = await sql<(Confirmation & { attempts: number })[]>`
    UPDATE mailboxes SET attempts = attempts + 1, next_attempt_at = ${new Date(now.getTime() + claimMs)}
    WHERE (account_id, address) = (
      SELECT m.account_id, m.address FROM mailboxes m JOIN accounts a ON a.id = m.account_id
      WHERE m.next_attempt_at <= ${now} AND m.confirmed_at IS NULL AND a.disabled_at IS NULL
      ORDER BY m.next_attempt_at LIMIT 1 FOR UPDATE OF m SKIP LOCKED)
    RETURNING address, token, attempts`;
  if (!claimed) return false;
  const { token, attempts } = claimed;
  try {
    await send(claimed);
    await sql`UPDATE mailboxes SET next_attempt_at = NULL, failed_at = NULL, problem = NULL WHERE token = ${token}`;
  } catch (error) {
    const wait = waits[attempts - 1];
    await sql`
      UPDATE mailboxes SET failed_at = ${now}, problem = ${describeFailure(error).slice(0, 500)},
        next_attempt_at = ${wait === undefined ? null : new Date(now.getTime() + wait * 1000)}::timestamptz
      WHERE token = ${token}`;
  }
  return true;
}
