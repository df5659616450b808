import type { Pool, Transaction } from '../../db/pool.ts';
import { runCancellable } from '../../db/run-cancellable.ts';
import {
  type AlertSource,
  type DeliveryDeal,
  findDealsOfAlerts,
  isActive,
  ownAlerts,
  storeDelivered,
} from './saved-deliveries.ts';
import type { DeliverySchedule } from '#contract/deliveries.ts';
import { findNextRun } from './schedule.ts';

/** The contents of a message; stored, so that every attempt and a re-send are the same. */
export type MessageContents = {
  readonly delivery: { readonly id: string; readonly name: string };
  readonly scheduled_at: string;
  /** Whether no gateway ran at the scheduled hour. */
  readonly late: boolean;
  /** Whether a user requested it to see whether messages arrive. */
  readonly test: boolean;
  readonly deals: readonly DeliveryDeal[];
};

/** A run that begins this long after its hour is late. */
const lateMs = 15 * 60_000;
/** A longer list is sent in several messages. */
const maxDealsPerMessage = 100;
const dayMs = 86_400_000;
/** Attempts end a day after the run. */
export const giveUpMs = dayMs;

/** How many messages the log of a delivery shows. */
export const logLength = 100;
/** A message that the log no longer shows can be sent again for this long. */
const keepMs = 90 * dayMs;

type DueRow = DeliverySchedule & {
  id: string;
  account_id: string;
  name: string;
  alert_ids: string[];
  known_alert_ids: string[];
  next_at: Date;
};

/**
 * Prepares the messages of all deliveries that are due. One that fails, such as because its alerts cannot be read,
 * stays due and does not delay the others; the first error is thrown after them. An abort rolls back the one that is
 * being prepared, so that it and those after it stay due.
 */
export async function prepareDeliveries(
  sql: Pool,
  now: Date,
  source: AlertSource = ownAlerts,
  signal?: AbortSignal,
): Promise<void> {
  const due = await sql<{ id: string }[]>`
    SELECT id FROM deliveries
    WHERE next_at <= ${now} AND ${isActive(sql)} AND source = ${source.name} AND format <> 'feed' ORDER BY next_at, id`;
  const failures: unknown[] = [];
  for (const { id } of due) {
    if (signal?.aborted) break;
    await prepareDelivery(sql, id, { now, source, signal }).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

type Preparation = { readonly now: Date; readonly source: AlertSource; readonly signal: AbortSignal | undefined };

/**
 * Prepares the messages of one delivery, unless another gateway does. In one transaction the deals are marked as
 * delivered, the message is stored and the next run is set, while the row of the delivery is locked: however many
 * gateways run and whenever one is killed, each deal is in exactly one message.
 */
async function prepareDelivery(sql: Pool, id: string, { now, source, signal }: Preparation): Promise<void> {
  const prepare = async (tx: Transaction): Promise<void> => {
    const [due] = await tx<DueRow[]>`
      SELECT id, account_id, name, alert_ids, known_alert_ids, repeats, weekday, hour, zone, next_at FROM deliveries
      WHERE id = ${id} AND next_at <= ${now} AND stopped_at IS NULL FOR UPDATE SKIP LOCKED`;
    if (!due) return;
    const alerts = await source.readAlerts(tx, due.account_id, due.alert_ids, signal);
    const found = await findDealsOfAlerts(tx, source, alerts, now, signal);
    const fresh = await storeDelivered(tx, due.id, found);
    const deals = found.filter((deal) => fresh.has(deal.id) && isNews(deal, due));
    await insertMessages(tx, due, deals, now);
    await tx`
      UPDATE deliveries SET next_at = ${findNextRun(due, now)},
        known_alert_ids = ${alerts.map((alert) => alert.id)}::uuid[]
      WHERE id = ${due.id}`;
    await deleteOldMessages(tx, due.id, now);
  };
  await sql.begin((tx) => runCancellable(sql, tx, signal, () => prepare(tx)));
}

/** For an alert that is new to the delivery, older deals are not news. */
const isNews = (deal: DeliveryDeal, { known_alert_ids, next_at }: DueRow): boolean =>
  deal.alerts.some(({ id }) => known_alert_ids.includes(id)) || Date.parse(deal.date) >= next_at.getTime() - 7 * dayMs;

async function insertMessages(tx: Transaction, due: DueRow, deals: readonly DeliveryDeal[], now: Date): Promise<void> {
  for (let from = 0; from < deals.length; from += maxDealsPerMessage) {
    const contents: MessageContents = {
      delivery: { id: due.id, name: due.name },
      scheduled_at: due.next_at.toISOString(),
      late: now.getTime() - due.next_at.getTime() > lateMs,
      test: false,
      deals: deals.slice(from, from + maxDealsPerMessage),
    };
    await tx`
      INSERT INTO delivery_messages (delivery_id, scheduled_at, created_at, contents, next_attempt_at, give_up_at)
      VALUES (${due.id}, ${due.next_at}, ${now}, ${tx.json(contents)}::jsonb, ${now},
        ${new Date(now.getTime() + giveUpMs)})`;
  }
}

/** Keeps what the log shows, what still has to be sent, and the last message that arrived. */
async function deleteOldMessages(tx: Transaction, deliveryId: string, now: Date): Promise<void> {
  await tx`
    DELETE FROM delivery_messages
    WHERE delivery_id = ${deliveryId} AND state <> 'waiting' AND created_at < ${new Date(now.getTime() - keepMs)}
      AND id NOT IN (SELECT id FROM delivery_messages WHERE delivery_id = ${deliveryId}
        ORDER BY created_at DESC, id LIMIT ${logLength})
      AND id IS DISTINCT FROM (SELECT id FROM delivery_messages WHERE delivery_id = ${deliveryId} AND state = 'sent'
        ORDER BY sent_at DESC LIMIT 1)`;
}
