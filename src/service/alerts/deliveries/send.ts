import { toErrorMessage } from '../../db/start-error.ts';
import type { Sql } from '../../db/sql.ts';
import type { DeliveryFormat } from '#contract/deliveries.ts';
import type { MessageContents } from './prepare.ts';
import { isActive } from './saved-deliveries.ts';

/** A message to be sent to one target. */
export type DeliveryMessage = {
  readonly id: string;
  readonly format: DeliveryFormat;
  readonly target: string;
  readonly secret: string;
  readonly token: string;
  readonly contents: MessageContents;
};

/** Sends one message; throws if it did not arrive. */
export type SendMessage = (message: DeliveryMessage) => Promise<void>;

/** Longer than the timeouts of all senders; after this another gateway may send the message. */
export const claimMs = 120_000;
/** Waits between attempts, in seconds: as Standard Webhooks recommends, within 24 hours. */
const waits = [5, 300, 1800, 7200, 18_000, 36_000, 18_000];

type ClaimedRow = DeliveryMessage & { attempts: number; give_up_at: Date };

/**
 * Sends one message that is due, any or the one with this id; false if there is none. A gateway claims the message
 * before it sends it. If the gateway is killed before it stores the result, the claim expires and the message is sent
 * again with the same id.
 */
export async function sendDueMessage(sql: Sql, now: Date, send: SendMessage, id?: string): Promise<boolean> {
  const only = id ?? null;
  const [claimed] = await sql<ClaimedRow[]>`
    UPDATE delivery_messages m SET attempts = attempts + 1, next_attempt_at = ${new Date(now.getTime() + claimMs)}
    FROM deliveries s
    WHERE s.id = m.delivery_id AND m.id = (
      SELECT w.id FROM delivery_messages w JOIN deliveries ON deliveries.id = w.delivery_id
      WHERE w.state = 'waiting' AND w.next_attempt_at <= ${now} AND ${isActive(sql)}
        AND (${only}::uuid IS NULL OR w.id = ${only}::uuid)
      ORDER BY w.next_attempt_at, w.id LIMIT 1 FOR UPDATE OF w SKIP LOCKED)
    RETURNING m.id, m.attempts, m.give_up_at, m.contents, s.format, s.target, s.secret, s.token`;
  if (!claimed) return false;
  try {
    await send(claimed);
  } catch (error) {
    await storeFailure(sql, claimed, describeFailure(error), now);
    return true;
  }
  await sql`UPDATE delivery_messages SET state = 'sent', sent_at = ${now}, problem = NULL WHERE id = ${claimed.id}`;
  return true;
}

/** Failures of the network and of mail servers, by the text of their errors. */
const failures: readonly (readonly [error: RegExp, problem: string])[] = [
  [/ENOTFOUND (\S+)/, 'No server has the name $1.'],
  [/EAI_AGAIN (\S+)/, 'The name $1 could not be looked up.'],
  [/ECONNREFUSED (\S+)/, '$1 refused the connection.'],
  [/ECONNRESET|EPIPE|other side closed/, 'The server closed the connection.'],
  [/timeout|timed out/i, 'The server did not answer in time.'],
  [/all recipients were rejected: (.+?)\.?$/, 'The mail server rejected the mailbox: $1.'],
];

/** Why a message did not arrive, as a sentence where the error is a known one. */
export function describeFailure(error: unknown): string {
  const text = toErrorMessage(error);
  for (const [pattern, problem] of failures) {
    const found = pattern.exec(text);
    if (found) return problem.replace('$1', found[1] ?? '');
  }
  return text;
}

async function storeFailure(sql: Sql, { id, attempts, give_up_at }: ClaimedRow, problem: string, now: Date) {
  const wait = waits[attempts - 1];
  const next = new Date(now.getTime() + (wait ?? 0) * 1000);
  const state = wait === undefined || next > give_up_at ? 'failed' : 'waiting';
  await sql`
    UPDATE delivery_messages SET state = ${state}, next_attempt_at = ${next}, problem = ${problem.slice(0, 500)}
    WHERE id = ${id}`;
}
