import type { Fragment, Sql } from '../../db/sql.ts';
import { giveUpMs, logLength, type MessageContents } from './prepare.ts';
import type { DeliveryDeal, DeliveryOwner, SavedDelivery } from './saved-deliveries.ts';

/** One message in the log of a delivery. */
export type LoggedMessage = {
  readonly id: string;
  readonly delivery_id: string;
  readonly is_test: boolean;
  readonly scheduled_at: Date;
  readonly created_at: Date;
  readonly deals: number;
  readonly state: 'waiting' | 'sent' | 'failed';
  readonly attempts: number;
  readonly next_attempt_at: Date;
  readonly sent_at: Date | null;
  readonly problem: string | null;
};

const selectMessages = (sql: Sql, accountId: string): Fragment => sql`
    SELECT m.id, m.delivery_id, m.is_test, m.scheduled_at, m.created_at, jsonb_array_length(m.contents -> 'deals') AS deals, m.state,
      m.attempts, m.next_attempt_at, m.sent_at, m.problem
    FROM delivery_messages m JOIN deliveries s ON s.id = m.delivery_id
    WHERE s.account_id = ${accountId}`;

/** The last messages of an account, newest first; with an id those of one delivery. */
export async function readDeliveryLog(sql: Sql, accountId: string, deliveryId?: string): Promise<LoggedMessage[]> {
  return sql<LoggedMessage[]>`
    ${selectMessages(sql, accountId)} AND (${deliveryId ?? null}::uuid IS NULL OR s.id = ${deliveryId ?? null}::uuid)
    ORDER BY m.created_at DESC, m.id LIMIT ${logLength}`;
}

/** One message of an account, however old; undefined if there is none with this id. */
export async function findMessage(sql: Sql, accountId: string, id: string): Promise<LoggedMessage | undefined> {
  const [message] = await sql<LoggedMessage[]>`${selectMessages(sql, accountId)} AND m.id = ${id}`;
  return message;
}

/** Queues a message to be sent again, with the same id; false if the account has none, or its delivery is stopped. */
export async function resendMessage(sql: Sql, accountId: string, messageId: string, now: Date): Promise<boolean> {
  const rows = await sql`
    UPDATE delivery_messages m SET state = 'waiting', attempts = 0, problem = NULL, next_attempt_at = ${now},
      give_up_at = ${new Date(now.getTime() + giveUpMs)}
    FROM deliveries s WHERE s.id = m.delivery_id AND s.account_id = ${accountId} AND m.id = ${messageId}
      AND s.stopped_at IS NULL
    RETURNING m.id`;
  return rows.length > 0;
}

const testDeals = 3;

/** Stores a test message with the newest deals, whether they were sent before or not; returns its id. */
export async function insertTestMessage(
  sql: Sql,
  { accountId, source }: DeliveryOwner,
  { id, name, alert_ids }: Pick<SavedDelivery, 'id' | 'name' | 'alert_ids'>,
  now: Date,
): Promise<string> {
  const alerts = await source.readAlerts(sql, accountId, alert_ids);
  const deals: DeliveryDeal[] = [];
  for (const alert of alerts) if (deals.length === 0) deals.push(...(await source.findDeals(sql, alert, now)));
  const contents: MessageContents = {
    delivery: { id, name },
    scheduled_at: now.toISOString(),
    late: false,
    test: true,
    deals: deals.slice(0, testDeals),
  };
  const [row] = await sql<{ id: string }[]>`
    INSERT INTO delivery_messages (delivery_id, is_test, scheduled_at, created_at, contents, next_attempt_at, give_up_at)
    VALUES (${id}, true, ${now}, ${now}, ${sql.json(contents)}::jsonb, ${now}, ${now}) RETURNING id`;
  if (!row) throw new Error('an inserted row is returned');
  return row.id;
}
