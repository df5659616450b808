import { randomBytes } from 'node:crypto';
import { type AlertFilters, alertFilters } from '#contract/alerts.ts';
import type { DeliveryForm, DeliverySchedule } from '#contract/deliveries.ts';
import { memberRole } from '#contract/workspace/members.ts';
import { isAllowed } from '../../http/access.ts';
import { findMatchingDeals } from '../matches.ts';
import type { Pool } from '../../db/pool.ts';
import type { Fragment, Sql } from '../../db/sql.ts';
import { isConfirmed, requestConfirmation } from './confirmations.ts';
import { findNextRun } from './schedule.ts';

/** The maximum number of saved deliveries per account. */
export const maxDeliveries = 50;

/** A saved delivery with everything that its messages need. */
export type SavedDelivery = Pick<DeliveryForm, 'name' | 'alert_ids' | 'schedule' | 'format' | 'target'> & {
  readonly id: string;
  /** Who created it; null for keys of the account without a member. */
  readonly member_id: string | null;
  /** Whether it may be sent; an email only to an address that was confirmed. */
  readonly confirmed: boolean;
  /** Signs webhooks. */
  readonly secret: string;
  /** Authorizes reading the feed. */
  readonly feed_token: string;
  readonly next_at: Date;
  readonly stopped_at: Date | null;
  readonly last_sent_at: Date | null;
  readonly last_failed_at: Date | null;
  readonly last_problem: string | null;
};

type DeliveryRow = Omit<SavedDelivery, 'schedule'> & DeliverySchedule;

const buildDelivery = ({ repeats, weekday, hour, zone, ...row }: DeliveryRow): SavedDelivery => ({
  ...row,
  schedule: { repeats, weekday, hour, zone },
});

/** All deliveries of an account, oldest first. */
export async function readDeliveries(sql: Sql, accountId: string): Promise<SavedDelivery[]> {
  const rows = await sql<DeliveryRow[]>`
    SELECT deliveries.id, name, alert_ids, member_id, ${isConfirmed(sql)} AS confirmed, repeats, weekday, hour, zone, format,
      target, secret, deliveries.feed_token, next_at, stopped_at, sent.sent_at AS last_sent_at,
      coalesce(failed.created_at, box.failed_at) AS last_failed_at, coalesce(failed.problem, box.problem) AS last_problem
    FROM deliveries
    LEFT JOIN LATERAL (SELECT sent_at FROM delivery_messages m
      WHERE m.delivery_id = deliveries.id AND state = 'sent' ORDER BY sent_at DESC LIMIT 1) sent ON true
    LEFT JOIN LATERAL (SELECT created_at, problem FROM delivery_messages m
      WHERE m.delivery_id = deliveries.id AND problem IS NOT NULL AND state <> 'sent' ORDER BY created_at DESC LIMIT 1) failed ON true
    LEFT JOIN mailboxes box ON format = 'email' AND box.account_id = deliveries.account_id AND box.address = lower(target)
    WHERE deliveries.account_id = ${accountId} ORDER BY deliveries.created_at, deliveries.id`;
  return rows.map(buildDelivery);
}

/** Where the alerts of deliveries are, and the deals that match them; a signal ends requests to another service. */
export type AlertSource = {
  /** Distinguishes the deliveries of several services that share one database; blank for our own. */
  readonly name: string;
  /** The alerts with these ids, or all, without paused ones. */
  readonly readAlerts: (
    sql: Sql,
    accountId: string,
    ids: readonly string[],
    signal?: AbortSignal,
  ) => Promise<DeliveryAlert[]>;
  /** The deals of the last 90 days that an alert matches. */
  readonly findDeals: (sql: Sql, alert: DeliveryAlert, now: Date, signal?: AbortSignal) => Promise<DeliveryDeal[]>;
};

/** The alerts that are saved in the database. */
export const ownAlerts: AlertSource = { name: '', readAlerts: readDeliveryAlerts, findDeals: findDeliveryDeals };

/** The deals that any of the alerts match now, each once, with all alerts that match it. */
export async function findDealsOfAlerts(
  sql: Sql,
  source: AlertSource,
  alerts: readonly DeliveryAlert[],
  now: Date,
  signal?: AbortSignal,
): Promise<DeliveryDeal[]> {
  const deals = new Map<string, DeliveryDeal>();
  for (const alert of alerts) {
    signal?.throwIfAborted();
    for (const deal of await source.findDeals(sql, alert, now, signal)) {
      const before = deals.get(deal.id);
      deals.set(deal.id, before ? { ...before, alerts: [...before.alerts, ...deal.alerts] } : deal);
    }
  }
  return [...deals.values()];
}

/** Who owns the delivery, and where its alerts are. */
export type DeliveryOwner = {
  readonly accountId: string;
  /** The member who creates it; none for keys of the account without a member. */
  readonly memberId?: string | null;
  readonly source: AlertSource;
};

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;
const newToken = () => randomBytes(24).toString('base64url');

/**
 * Saves a delivery. Everything that its alerts match now counts as delivered, so the first message has only later
 * deals. Returns undefined if the account has the maximum, or an alert of the form is not its own. An email waits until
 * its address is confirmed; throws if too many confirmations were sent.
 */
export async function insertDelivery(
  sql: Pool,
  { accountId, memberId = null, source }: DeliveryOwner,
  form: DeliveryForm,
  now: Date,
): Promise<SavedDelivery | undefined> {
  const { name, schedule, format, target } = form;
  const alerts = await source.readAlerts(sql, accountId, form.alert_ids);
  if (new Set(form.alert_ids).size > alerts.length) return undefined;
  const matched = await findDealsOfAlerts(sql, source, alerts, now);
  const id = await sql.begin(async (tx) => {
    // Locks the account, so that concurrent requests cannot exceed the limit together.
    await tx`SELECT FROM accounts WHERE id = ${accountId} FOR UPDATE`;
    const [saved] = await tx<{ id: string }[]>`
      INSERT INTO deliveries (account_id, member_id, source, name, alert_ids, known_alert_ids, repeats, weekday, hour, zone, format,
        target, secret, token, feed_token, next_at, stopped_at, created_at)
      SELECT ${accountId}::uuid, ${memberId}::uuid, ${source.name}, ${name}, ${form.alert_ids}::uuid[],
        ${alerts.map((alert) => alert.id)}::uuid[], ${schedule.repeats}, ${schedule.weekday}::smallint,
        ${schedule.hour}::smallint, ${schedule.zone}, ${format}, ${target}, ${newSecret()}, ${newToken()}, ${newToken()},
        ${findNextRun(schedule, now)}, ${form.stopped ? now : null}::timestamptz, ${now}
      WHERE (SELECT count(*) FROM deliveries WHERE account_id = ${accountId}) < ${maxDeliveries}
      RETURNING id`;
    if (saved && format === 'email') await requestConfirmation(tx, accountId, target, { now });
    if (saved) await storeDelivered(tx, saved.id, matched);
    return saved?.id;
  });
  return (await readDeliveries(sql, accountId)).find((delivery) => delivery.id === id);
}

/**
 * Replaces a delivery of the account; undefined if it has none with this id, or an added alert is not its own. The
 * delivery keeps alerts that were paused or deleted since they were chosen, so that it can be stopped in any case.
 */
export async function replaceDelivery(
  sql: Pool,
  { accountId, source }: DeliveryOwner,
  id: string,
  { form, now }: { form: DeliveryForm; now: Date },
): Promise<SavedDelivery | undefined> {
  const { name, alert_ids, schedule, format, target, stopped } = form;
  const before = (await readDeliveries(sql, accountId)).find((delivery) => delivery.id === id);
  const added = [...new Set(alert_ids)].filter((alertId) => before?.alert_ids.includes(alertId) !== true);
  if (added.length > 0 && (await source.readAlerts(sql, accountId, added)).length < added.length) return undefined;
  await sql.begin(async (tx) => {
    if (before && format === 'email' && !stopped) await requestConfirmation(tx, accountId, target, { now });
    await tx`
      UPDATE deliveries SET name = ${name}, alert_ids = ${alert_ids}::uuid[], repeats = ${schedule.repeats},
        weekday = ${schedule.weekday}::smallint, hour = ${schedule.hour}::smallint, zone = ${schedule.zone},
        format = ${format}, target = ${target}, next_at = ${findNextRun(schedule, now)},
        stopped_at = CASE WHEN ${stopped} THEN coalesce(stopped_at, ${now}) END
      WHERE account_id = ${accountId} AND id = ${id}`;
  });
  return (await readDeliveries(sql, accountId)).find((delivery) => delivery.id === id);
}

/** Gives a delivery of the account a new secret and tokens; the old ones stop working at once. */
export async function renewSecrets(sql: Sql, accountId: string, id: string): Promise<SavedDelivery | undefined> {
  await sql`
    UPDATE deliveries SET secret = ${newSecret()}, token = ${newToken()}, feed_token = ${newToken()}
    WHERE account_id = ${accountId} AND id = ${id}`;
  return (await readDeliveries(sql, accountId)).find((delivery) => delivery.id === id);
}

/**
 * Whether a delivery runs: it is not stopped, its address is confirmed, its account is not disabled, and its member may
 * still have deliveries.
 */
export const isActive = (sql: Sql): Fragment =>
  sql`deliveries.stopped_at IS NULL AND ${isConfirmed(sql)} AND EXISTS (
    SELECT FROM accounts a WHERE a.id = deliveries.account_id AND a.disabled_at IS NULL) AND NOT EXISTS (
    SELECT FROM members m WHERE m.id = deliveries.member_id AND (m.removed_at IS NOT NULL OR m.role <> ALL(${deliveringRoles}::text[])))`;

const deliveringRoles = memberRole.options.filter((role) => isAllowed({ role, isLocal: false }, 'createDelivery'));

/** What a feed shows, and the account whose alerts match it. */
export type SavedFeed = Pick<SavedDelivery, 'id' | 'name' | 'alert_ids'> & { readonly account_id: string };

/** The active feed with this feed token. */
export async function findFeed(sql: Sql, token: string): Promise<SavedFeed | undefined> {
  const [feed] = await sql<SavedFeed[]>`
    SELECT id, name, alert_ids, account_id FROM deliveries
    WHERE feed_token = ${token} AND format = 'feed' AND ${isActive(sql)}`;
  return feed;
}

/** Deletes a delivery of the account with its log; returns whether there was one. */
export async function deleteDelivery(sql: Sql, accountId: string, id: string): Promise<boolean> {
  const rows = await sql`DELETE FROM deliveries WHERE account_id = ${accountId} AND id = ${id} RETURNING id`;
  return rows.length > 0;
}

/** The name of the delivery that the link with this token stops. */
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

/** Resumes a stopped delivery; returns whether the account has it. */
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

/** One alert of a delivery. A hosted service matches its own alerts, so their filters are not needed. */
type DeliveryAlert = { readonly id: string; readonly name: string; readonly filters?: AlertFilters };

/** The saved alerts with these ids, or all, without paused ones. */
async function readDeliveryAlerts(sql: Sql, accountId: string, ids: readonly string[]): Promise<DeliveryAlert[]> {
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
  /** What was paid in which currency; empty if dollars are known. */
  readonly raised_native?: readonly { readonly currency: string; readonly amount: number }[];
  readonly date: string;
  readonly location: { readonly city: string | null; readonly country: string | null };
  readonly deal_short_description: string | null;
  readonly company_website: string | null;
  readonly alerts: readonly { readonly id: string; readonly name: string; readonly reasoning: string }[];
};

const dayMs = 86_400_000;
/** A run reads deals of this many days, so a deal that was added this much later is still sent. */
export const lookBackDays = 90;

/** The deals of the last 90 days that an alert matches. */
async function findDeliveryDeals(sql: Sql, alert: DeliveryAlert, now: Date): Promise<DeliveryDeal[]> {
  const period = { start: new Date(now.getTime() - lookBackDays * dayMs), end: new Date(now.getTime() + dayMs) };
  const { deals, roundNames } = await findMatchingDeals(sql, alert.filters ?? alertFilters.parse({}), period);
  const native = await readNativeAmounts(
    sql,
    deals.flatMap(({ id, total_round_raised: usd }) => (usd === null ? id : [])),
  );
  return deals.map(({ location, reasoning, ...deal }) => ({
    id: deal.id,
    company_name: deal.company_name,
    round_type: deal.round_type,
    round_name: roundNames.get(deal.id) ?? deal.round_type,
    total_round_raised: deal.total_round_raised,
    raised_native: native.get(deal.id) ?? [],
    date: deal.date,
    location: { city: location.city, country: location.country },
    deal_short_description: deal.deal_short_description,
    company_website: deal.company_website,
    alerts: [{ id: alert.id, name: alert.name, reasoning }],
  }));
}

type NativeAmounts = NonNullable<DeliveryDeal['raised_native']>;

async function readNativeAmounts(sql: Sql, dealIds: readonly string[]): Promise<ReadonlyMap<string, NativeAmounts>> {
  const rows = await sql<{ id: string; paid: NativeAmounts }[]>`
    SELECT id, json_agg(json_build_object('currency', currency, 'amount', amount) ORDER BY currency) AS paid FROM (
      SELECT d.uuid AS id, f.currency, sum(f.size_native)::float8 AS amount
      FROM deals d JOIN financings f ON f.deal_id = d.id
      WHERE d.uuid = ANY(${dealIds}::uuid[]) AND f.size_native IS NOT NULL AND f.currency IS NOT NULL
      GROUP BY d.uuid, f.currency
    ) sums GROUP BY id`;
  return new Map(rows.map(({ id, paid }) => [id, paid]));
}

/** Marks deals as delivered; returns the ids that were not marked before. */
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
