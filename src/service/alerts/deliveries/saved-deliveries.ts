import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type AlertFilters, alertFilters } from '#contract/alerts.ts';
import { findMatchingDeals } from '../matches.ts';
import type { Pool } from '../../db/pool.ts';
import type { Sql } from '../../db/sql.ts';
import { deliverySchedule, findNextRun } from './schedule.ts';

/** The most deliveries that an account can save. */
export const maxDeliveries = 50;

export const deliveryFormats = ['webhook', 'slack', 'teams', 'email'] as const;

/** A delivery as a user describes it. */
export const deliveryForm = z
  .object({
    name: z.string().trim().min(1).max(200),
    /** Empty for all alerts of the account. */
    alert_ids: z.array(z.guid().toLowerCase()).max(50).default([]),
    schedule: deliverySchedule,
    format: z.enum(deliveryFormats),
    /** An address: http or https, or of a mailbox. */
    target: z.string().trim().max(2000),
  })
  .refine(
    ({ format, target }) =>
      (format === 'email' ? z.email() : z.url({ protocol: /^https?$/ })).safeParse(target).success,
    {
      path: ['target'],
      message: 'must be an address that starts with https://, or an email address',
    },
  );
export type DeliveryForm = z.output<typeof deliveryForm>;

/** A saved delivery. `secret` signs its webhooks. */
export type SavedDelivery = DeliveryForm & {
  readonly id: string;
  readonly secret: string;
  readonly next_at: Date;
  /** When it was stopped by its link; null while it runs. */
  readonly stopped_at: Date | null;
  readonly last_sent_at: Date | null;
  readonly last_failed_at: Date | null;
  readonly last_problem: string | null;
};

type DeliveryRow = Omit<SavedDelivery, 'schedule'> & {
  repeats: string;
  weekday: number;
  hour: number;
  zone: string;
};

const buildDelivery = ({ repeats, weekday, hour, zone, ...row }: DeliveryRow): SavedDelivery => ({
  ...row,
  schedule: deliverySchedule.parse({ repeats, weekday, hour, zone }),
});

/** All deliveries of an account, oldest first. */
export async function readDeliveries(sql: Sql, accountId: string): Promise<SavedDelivery[]> {
  const rows = await sql<DeliveryRow[]>`
    SELECT s.id, s.name, s.alert_ids, s.repeats, s.weekday, s.hour, s.zone, s.format, s.target, s.secret, s.next_at,
      s.stopped_at, sent.sent_at AS last_sent_at, failed.created_at AS last_failed_at, failed.problem AS last_problem
    FROM deliveries s
    LEFT JOIN LATERAL (SELECT sent_at FROM delivery_messages m
      WHERE m.delivery_id = s.id AND state = 'sent' ORDER BY sent_at DESC LIMIT 1) sent ON true
    LEFT JOIN LATERAL (SELECT created_at, problem FROM delivery_messages m
      WHERE m.delivery_id = s.id AND problem IS NOT NULL AND state <> 'sent' ORDER BY created_at DESC LIMIT 1) failed ON true
    WHERE s.account_id = ${accountId} ORDER BY s.created_at, s.id`;
  return rows.map(buildDelivery);
}

/**
 * Saves a delivery. What its alerts match already counts as delivered, so the first message has what comes later.
 * Returns undefined when the account has the most it can have, or an alert of the form is not its own.
 */
export async function insertDelivery(
  sql: Pool,
  accountId: string,
  form: DeliveryForm,
  now: Date,
): Promise<SavedDelivery | undefined> {
  const { name, schedule, format, target } = form;
  const id = await sql.begin(async (tx) => {
    // Locks the account, so that concurrent requests cannot exceed the limit together.
    await tx`SELECT FROM accounts WHERE id = ${accountId} FOR UPDATE`;
    const alerts = await readDeliveryAlerts(tx, accountId, form.alert_ids);
    if (new Set(form.alert_ids).size > alerts.length) return undefined;
    const [saved] = await tx<{ id: string }[]>`
      INSERT INTO deliveries (account_id, name, alert_ids, known_alert_ids, repeats, weekday, hour, zone, format, target,
        secret, token, next_at, created_at)
      SELECT ${accountId}::uuid, ${name}, ${form.alert_ids}::uuid[], ${alerts.map((alert) => alert.id)}::uuid[],
        ${schedule.repeats}, ${schedule.weekday}::smallint, ${schedule.hour}::smallint, ${schedule.zone}, ${format},
        ${target}, ${`whsec_${randomBytes(24).toString('base64')}`}, ${randomBytes(24).toString('base64url')},
        ${findNextRun(schedule, now)}, ${now}
      WHERE (SELECT count(*) FROM deliveries WHERE account_id = ${accountId}) < ${maxDeliveries}
      RETURNING id`;
    if (!saved) return undefined;
    const matched = await Promise.all(alerts.map((alert) => findDeliveryDeals(tx, alert, now)));
    await storeDelivered(tx, saved.id, matched.flat());
    return saved.id;
  });
  return (await readDeliveries(sql, accountId)).find((delivery) => delivery.id === id);
}

/** Deletes a delivery of the account with its log; returns whether there was one. */
export async function deleteDelivery(sql: Sql, accountId: string, id: string): Promise<boolean> {
  const rows = await sql`DELETE FROM deliveries WHERE account_id = ${accountId} AND id = ${id} RETURNING id`;
  return rows.length > 0;
}

/** The name of the delivery with this token. */
export async function findDeliveryName(sql: Sql, token: string): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`SELECT name FROM deliveries WHERE token = ${token}`;
  return row?.name;
}

/** Stops the delivery with this token, for the link of its messages; returns its name. */
export async function stopDelivery(sql: Sql, token: string, now: Date): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    UPDATE deliveries SET stopped_at = coalesce(stopped_at, ${now}) WHERE token = ${token} RETURNING name`;
  return row?.name;
}

/** Lets a stopped delivery run again; returns whether the account has it. */
export async function resumeDelivery(
  sql: Sql,
  accountId: string,
  { id, schedule }: Pick<SavedDelivery, 'id' | 'schedule'>,
  now: Date,
): Promise<boolean> {
  const rows = await sql`
    UPDATE deliveries SET stopped_at = NULL, next_at = ${findNextRun(schedule, now)}
    WHERE account_id = ${accountId} AND id = ${id} RETURNING id`;
  return rows.length > 0;
}

/** One alert of a delivery. */
export type DeliveryAlert = { readonly id: string; readonly name: string; readonly filters: AlertFilters };

/** The alerts that a delivery sends, of these ids or all, without paused ones. */
export async function readDeliveryAlerts(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<DeliveryAlert[]> {
  const rows = await sql<{ id: string; name: string; filters: unknown }[]>`
    SELECT id, name, filters FROM alert_configurations
    WHERE account_id = ${accountId} AND paused_at IS NULL AND (${ids.length} = 0 OR id = ANY(${ids}::uuid[]))
    ORDER BY created_at, id`;
  return rows.map((row) => ({ ...row, filters: alertFilters.parse(row.filters) }));
}

/** A deal of a message, with the alerts that matched it. */
export type DeliveryDeal = {
  readonly id: string;
  readonly company_name: string;
  readonly round_type: string;
  /** The round in words, such as Pre-Seed Extension. */
  readonly round_name: string;
  readonly total_round_raised: number | null;
  readonly date: string;
  readonly location: { readonly city: string | null; readonly country: string | null };
  readonly deal_short_description: string | null;
  readonly company_website: string | null;
  readonly alerts: readonly { readonly id: string; readonly name: string; readonly reasoning: string }[];
};

const dayMs = 86_400_000;
/** A run looks at deals of this many days, so a deal that was added this much later is still sent. */
const lookBackDays = 90;

/** The deals of the last 90 days that an alert matches. */
export async function findDeliveryDeals(sql: Sql, alert: DeliveryAlert, now: Date): Promise<DeliveryDeal[]> {
  const period = { start: new Date(now.getTime() - lookBackDays * dayMs), end: new Date(now.getTime() + dayMs) };
  const { deals, roundNames } = await findMatchingDeals(sql, alert.filters, period);
  return deals.map(({ location, reasoning, ...deal }) => ({
    id: deal.id,
    company_name: deal.company_name,
    round_type: deal.round_type,
    round_name: roundNames.get(deal.id) ?? deal.round_type,
    total_round_raised: deal.total_round_raised,
    date: deal.date,
    location: { city: location.city, country: location.country },
    deal_short_description: deal.deal_short_description,
    company_website: deal.company_website,
    alerts: [{ id: alert.id, name: alert.name, reasoning }],
  }));
}

/** Stores that deals need not be sent; returns the ids that were not stored before. */
export async function storeDelivered(
  sql: Sql,
  deliveryId: string,
  deals: readonly DeliveryDeal[],
): Promise<Set<string>> {
  const rows = await sql<{ deal_id: string }[]>`
    INSERT INTO delivered_deals (delivery_id, deal_id)
    SELECT ${deliveryId}::uuid, id FROM unnest(${[...new Set(deals.map(({ id }) => id))]}::uuid[]) AS wanted (id)
    ON CONFLICT DO NOTHING RETURNING deal_id`;
  return new Set(rows.map(({ deal_id }) => deal_id));
}
