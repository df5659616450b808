import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alertFilters, alertForm } from '#contract/alerts.ts';
import { openForTests } from '../../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../../testing/database.ts';
import { seedRecords } from '../../../testing/records.ts';
import { createAccount, setAccountDisabled } from '../../accounts/accounts.ts';
import { changeSavedAlert, insertAlert } from '../saved.ts';
import { insertTestMessage, readDeliveryLog, resendMessage } from './delivery-log.ts';
import { type MessageContents, prepareDeliveries } from './prepare.ts';
import {
  type AlertSource,
  type DeliveryDeal,
  findFeed,
  insertDelivery,
  ownAlerts,
  maxDeliveries,
  readDeliveries,
  resumeDelivery,
  type SavedDelivery,
  stopDelivery,
} from './saved-deliveries.ts';
import { deliveryForm, type DeliverySchedule } from '#contract/deliveries.ts';
import { type DeliveryMessage, type SendMessage, sendDueMessage } from './send.ts';

const database = openForTests(openTestDatabase);
beforeAll(async () => {
  await seedRecords(database.sql);
});
beforeEach(() => database.sql`DELETE FROM deliveries`.execute());

const hourMs = 3_600_000;
const at = (text: string): Date => new Date(text);
const later = (moment: Date, hours: number): Date => new Date(moment.getTime() + hours * hourMs);
const daily: DeliverySchedule = { repeats: 'daily', weekday: 1, hour: 8, zone: 'UTC' };

async function addAccount(): Promise<{ accountId: string; alertId: string }> {
  const { account_id: accountId } = await createAccount(database.sql, { name: 'deliveries', plan: 'PRO_PLUS' });
  return { accountId, alertId: await addAlert(accountId) };
}

async function addAlert(accountId: string): Promise<string> {
  const form = alertForm.parse({ configuration_name: 'Everything', frequency: 'WEEKLY', filters: {} });
  return (await insertAlert(database.sql, accountId, form, new Date())).configuration_id;
}

async function addDelivery(accountId: string, now: Date, schedule = daily, more: object = {}): Promise<SavedDelivery> {
  const form = { name: 'Digest', format: 'webhook', target: 'https://receiver.example/', schedule, ...more };
  const saved = await insertDelivery(database.sql, { accountId, source: ownAlerts }, deliveryForm.parse(form), now);
  if (!saved) throw new Error('the delivery was not saved');
  return saved;
}

const buildDeal = (id: string, date: Date, alertId = ''): DeliveryDeal => ({
  id,
  company_name: 'Acme',
  round_type: 'SEED',
  round_name: 'Seed',
  total_round_raised: 1_000_000,
  date: date.toISOString(),
  location: { city: null, country: null },
  deal_short_description: null,
  company_website: null,
  alerts: [{ id: alertId, name: 'Everything', reasoning: 'The alert has no filter, so every deal matches.' }],
});

/** Finds these deals with every alert. */
const findAmong =
  (deals: readonly DeliveryDeal[]): AlertSource['findDeals'] =>
  async (_, alert) =>
    deals.map(({ id, date }) => buildDeal(id, new Date(date), alert.id));

async function prepareAll(now: Date, find?: AlertSource['findDeals']): Promise<void> {
  await prepareDeliveries(database.sql, now, find && { ...ownAlerts, findDeals: find });
}

async function sendAll(now: Date, send: SendMessage): Promise<void> {
  while (await sendDueMessage(database.sql, now, send));
}

/** A receiver that remembers what arrived. */
function createReceiver() {
  const received: DeliveryMessage[] = [];
  return { received, send: async (message: DeliveryMessage) => void received.push(message) };
}

describe('over 1,000 random schedules with restarts, failures and two gateways', () => {
  it('every deal arrives, and once when messages are deduplicated by id', async () => {
    const accounts = await Promise.all(Array.from({ length: 20 }, addAccount));
    const start = at('2026-03-26T00:00:00Z');
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Australia/Lord_Howe');
    const schedules = fc.sample(
      fc.record({
        repeats: fc.constantFrom('daily' as const, 'weekdays' as const, 'weekly' as const),
        weekday: fc.integer({ min: 1, max: 7 }),
        hour: fc.nat(23),
        zone,
      }),
      accounts.length * maxDeliveries,
    );
    expect(schedules).toHaveLength(1000);
    const saved: SavedDelivery[] = [];
    for (const [index, schedule] of schedules.entries()) {
      saved.push(await addDelivery(accounts[index % accounts.length]!.accountId, start, schedule));
    }

    const deals: DeliveryDeal[] = [];
    const received = new Map<string, MessageContents>();
    const [step] = fc.sample(
      fc.array(
        fc.record({
          hours: fc.integer({ min: 3, max: 22 }),
          added: fc.nat(4),
          isOff: fc.integer({ min: 0, max: 3 }).map((value) => value === 0),
          kills: fc.nat(3),
          luck: fc.infiniteStream(fc.nat(9)),
        }),
        { minLength: 6, maxLength: 6 },
      ),
      1,
    );
    let now = start;
    for (const { hours, added, isOff, kills, luck } of step!) {
      now = later(now, hours);
      for (let count = 0; count < added; count += 1) deals.push(buildDeal(randomUUID(), later(now, -count * 30)));
      if (isOff) continue;
      let [left, found] = [kills, 0];
      const find: AlertSource['findDeals'] = async (...parameters) => {
        found += 1;
        // A gateway that is killed here leaves its transaction open, and the database rolls it back.
        if (left > 0 && found % 50 === 0) throw new Error(`killed ${(left -= 1)}`);
        return findAmong(deals)(...parameters);
      };
      const prepareUntilDone = async (): Promise<void> => prepareAll(now, find).catch(prepareUntilDone);
      await Promise.all([prepareUntilDone(), prepareUntilDone()]);
      await Promise.all([1, 2].map(async () => sendWithKills(now, luck, received)));
    }
    // Nine days later every schedule has run again, and the failed messages in the log can be re-sent.
    now = later(now, 9 * 24);
    const failed = await database.sql<{ id: string; account_id: string }[]>`
      SELECT m.id, s.account_id FROM delivery_messages m JOIN deliveries s ON s.id = m.delivery_id
      WHERE m.state = 'failed'`;
    for (const { id, account_id } of failed) await resendMessage(database.sql, account_id, id, now);
    await prepareAll(now, findAmong(deals));
    await sendAll(now, async ({ id, contents }) => void received.set(id, contents));

    const wanted = deals.map(({ id }) => id).toSorted();
    const arrived = new Map<string, MessageContents[]>(saved.map(({ id }) => [id, []]));
    for (const contents of received.values()) arrived.get(contents.delivery.id)!.push(contents);
    for (const messages of arrived.values()) {
      expect(messages.flatMap((message) => message.deals.map((deal) => deal.id)).toSorted()).toEqual(wanted);
      expect(new Set(messages.map(({ scheduled_at }) => scheduled_at)).size).toBe(messages.length);
    }
  }, 240_000);
});

/** Sends what is due while receivers fail and gateways are killed before or after the message arrives. */
async function sendWithKills(now: Date, luck: Iterator<number>, received: Map<string, MessageContents>) {
  const killed = Symbol('killed');
  for (;;) {
    let die: (value: typeof killed) => void = () => undefined;
    const death = new Promise<typeof killed>((resolve) => {
      die = resolve;
    });
    const send: SendMessage = async ({ id, contents }) => {
      const fate: unknown = luck.next().value;
      if (fate === 0) throw new Error('The receiver answered with status 503.');
      if (fate !== 1) received.set(id, contents);
      if (fate !== 1 && fate !== 2) return;
      die(killed);
      await new Promise(() => undefined);
    };
    const outcome = await Promise.race([sendDueMessage(database.sql, now, send), death]);
    if (outcome === false) return;
    await nextTurn();
  }
}

describe('a delivery', () => {
  it('sends what its alerts match from now on, grouped in one message with the alerts that matched', async () => {
    const { accountId } = await addAccount();
    await addDelivery(accountId, at('2026-03-01T12:00:00Z'));
    const { received, send } = createReceiver();
    const deal = buildDeal(randomUUID(), at('2026-03-01T00:00:00Z'));
    await prepareAll(at('2026-03-02T07:59:59Z'), findAmong([deal]));
    expect(await readDeliveryLog(database.sql, accountId)).toEqual([]);
    await prepareAll(at('2026-03-02T08:00:00Z'), findAmong([deal]));
    await sendAll(at('2026-03-02T08:00:00Z'), send);
    await prepareAll(at('2026-03-03T08:00:00Z'), findAmong([deal]));
    await sendAll(at('2026-03-03T08:00:00Z'), send);
    expect(received.map(({ contents }) => contents)).toMatchObject([
      { late: false, test: false, scheduled_at: '2026-03-02T08:00:00.000Z', deals: [{ id: deal.id, alerts: [{}] }] },
    ]);
    expect((await readDeliveries(database.sql, accountId))[0]).toMatchObject({
      last_sent_at: at('2026-03-02T08:00:00Z'),
      last_problem: null,
      next_at: at('2026-03-04T08:00:00Z'),
    });
  });

  it('is sent once, marked as late, after no gateway ran for days', async () => {
    const { accountId } = await addAccount();
    await addDelivery(accountId, at('2026-03-01T12:00:00Z'));
    const { received, send } = createReceiver();
    const now = at('2026-03-06T11:00:00Z');
    await prepareAll(now, findAmong([buildDeal(randomUUID(), at('2026-03-03T00:00:00Z'))]));
    await sendAll(now, send);
    expect(received.map(({ contents }) => [contents.late, contents.scheduled_at])).toEqual([
      [true, '2026-03-02T08:00:00.000Z'],
    ]);
    expect((await readDeliveries(database.sql, accountId))[0]?.next_at).toEqual(at('2026-03-07T08:00:00Z'));
  });

  it('sends no matches from before it was added, nor old matches of an alert added later', async () => {
    const { accountId, alertId } = await addAccount();
    const now = at('2025-12-19T12:00:00Z');
    const { filters } = alertForm.parse({ configuration_name: 'x', frequency: 'WEEKLY' });
    const [old] = await ownAlerts.findDeals(database.sql, { id: alertId, name: '', filters }, now);
    expect(old).toBeDefined();
    await addDelivery(accountId, now);
    await prepareAll(later(now, 24));
    await addAlert(accountId);
    await prepareAll(later(now, 48));
    const fresh = buildDeal(randomUUID(), now);
    await prepareAll(later(now, 72), findAmong([fresh]));
    expect((await readDeliveryLog(database.sql, accountId)).map(({ deals }) => deals)).toEqual([1]);
  });

  it.each([
    ['2024-02-01T00:00:00Z', 'Pre-Seed'],
    ['2025-02-10T00:00:00Z', 'Series A Extension'],
  ])('at %s names the round with its variant: %s', async (now, name) => {
    const { filters } = alertForm.parse({ configuration_name: 'x', frequency: 'WEEKLY' });
    const deals = await ownAlerts.findDeals(database.sql, { id: randomUUID(), name: '', filters }, at(now));
    expect(deals.map(({ round_name }) => round_name)).toContain(name);
  });

  it('leaves out paused alerts, and accepts only alerts of its own account', async () => {
    const { accountId, alertId } = await addAccount();
    const other = await addAccount();
    const now = at('2026-03-01T12:00:00Z');
    await expect(addDelivery(accountId, now, daily, { alert_ids: [other.alertId] })).rejects.toThrow('not saved');
    await addDelivery(accountId, now, daily, { alert_ids: [alertId] });
    const form = alertForm.parse({ configuration_name: 'x', frequency: 'WEEKLY', paused: true });
    await changeSavedAlert(database.sql, { accountId, id: alertId }, form, now);
    await prepareAll(later(now, 24), findAmong([buildDeal(randomUUID(), now)]));
    expect(await readDeliveryLog(database.sql, accountId)).toEqual([]);
  });

  it('shows what a round raised in another currency if the amount in dollars is unknown', async () => {
    const filters = alertFilters.parse({});
    const roll = new Error('roll back');
    const found = database.sql.begin(async (tx) => {
      await tx`UPDATE deals SET total_round_raised = NULL`;
      await tx`UPDATE financings SET size_usd = NULL, size_native = 12500000, currency = 'EUR'`;
      const deals = await ownAlerts.findDeals(tx, { id: '', name: '', filters }, at('2025-12-19T12:00:00Z'));
      expect(deals.length).toBeGreaterThan(0);
      for (const deal of deals) expect(deal.raised_native).toEqual([{ currency: 'EUR', amount: 12_500_000 }]);
      throw roll;
    });
    await expect(found).rejects.toBe(roll);
  });

  it('of a disabled account is neither prepared nor sent until the account is enabled again', async () => {
    const { accountId } = await addAccount();
    const now = at('2026-03-01T12:00:00Z');
    await addDelivery(accountId, now);
    const feed = await addDelivery(accountId, now, daily, { format: 'feed', target: '' });
    const { received, send } = createReceiver();
    const run = async (hours: number) => {
      await prepareAll(later(now, hours), findAmong([buildDeal(randomUUID(), now)]));
      await sendAll(later(now, hours), send);
      return [received.length, (await findFeed(database.sql, feed.feed_token)) !== undefined];
    };
    await setAccountDisabled(database.sql, accountId, true);
    expect(await run(24)).toEqual([0, false]);
    await setAccountDisabled(database.sql, accountId, false);
    await prepareAll(later(now, 24), findAmong([buildDeal(randomUUID(), now)]));
    await setAccountDisabled(database.sql, accountId, true);
    expect(await run(25)).toEqual([0, false]);
    await setAccountDisabled(database.sql, accountId, false);
    expect(await run(26)).toEqual([1, true]);
  });

  it('whose alerts cannot be read is retried and does not delay another one', async () => {
    const [failing, other] = await Promise.all([addAccount(), addAccount()]);
    const now = at('2026-03-01T12:00:00Z');
    await addDelivery(failing.accountId, now);
    await addDelivery(other.accountId, now, { ...daily, hour: 9 });
    const find = findAmong([buildDeal(randomUUID(), now)]);
    const findUnless: AlertSource['findDeals'] = async (sql, alert, ...rest) => {
      if (alert.id === failing.alertId) throw new Error('canceling statement due to statement timeout');
      return find(sql, alert, ...rest);
    };
    await expect(prepareAll(later(now, 24), findUnless)).rejects.toThrow('statement timeout');
    const countMessages = async () =>
      Promise.all(
        [failing, other].map(async ({ accountId }) => (await readDeliveryLog(database.sql, accountId)).length),
      );
    expect(await countMessages()).toEqual([0, 1]);
    await prepareAll(later(now, 25), find);
    expect(await countMessages()).toEqual([1, 1]);
  });

  it('sends long lists in several messages', async () => {
    const { accountId } = await addAccount();
    const now = at('2026-03-01T12:00:00Z');
    await addDelivery(accountId, now);
    await prepareAll(later(now, 24), findAmong(Array.from({ length: 230 }, () => buildDeal(randomUUID(), now))));
    const log = await readDeliveryLog(database.sql, accountId);
    expect(log.map(({ deals }) => deals).toSorted((one, other) => one - other)).toEqual([30, 100, 100]);
  });

  it('keeps its last 100 messages, those of 90 days, those that wait and the last one sent, and deletes the others', async () => {
    const { accountId } = await addAccount();
    const now = at('2026-06-01T12:00:00Z');
    const [delivery, other] = [await addDelivery(accountId, now), await addDelivery(accountId, now)];
    const addMessages = async (id: string, count: number, days: number, state = 'failed') =>
      database.sql`
        INSERT INTO delivery_messages (delivery_id, scheduled_at, created_at, contents, state, next_attempt_at, give_up_at, sent_at, problem)
        SELECT ${id}::uuid, moment, moment, '{"deals": []}', ${state}, moment, moment,
          CASE ${state} WHEN 'sent' THEN moment END, CASE ${state} WHEN 'failed' THEN 'gone' END
        FROM generate_series(1, ${count}::int) AS number,
          LATERAL (SELECT ${now}::timestamptz - ${days} * interval '1 day' + number * interval '1 minute' AS moment) AS moments`;
    await addMessages(delivery.id, 3, 600, 'waiting');
    await addMessages(delivery.id, 3, 500, 'sent');
    await addMessages(delivery.id, 5, 400);
    await addMessages(delivery.id, 150, 80);
    await addMessages(other.id, 101, 400);
    await prepareAll(later(now, 24));
    const counts = await database.sql`
      SELECT delivery_id = ${delivery.id} AS first, state, count(*)::int AS count, max(created_at) AS last FROM delivery_messages
      GROUP BY 1, 2 ORDER BY 1, 2`;
    expect(counts).toMatchObject([
      { first: false, state: 'failed', count: 100 },
      { first: true, state: 'failed', count: 150 },
      { first: true, state: 'sent', count: 1 },
      { first: true, state: 'waiting', count: 3 },
    ]);
    const saved = (await readDeliveries(database.sql, accountId)).find(({ id }) => id === delivery.id);
    expect(saved!.last_sent_at).toEqual(new Date(later(now, -500 * 24).getTime() + 3 * 60_000));
  });

  it('searches for one alert after the other when it is added, so that others keep their connections', async () => {
    const { accountId } = await addAccount();
    await addAlert(accountId);
    let [running, most] = [0, 0];
    const findDeals: AlertSource['findDeals'] = async () => {
      most = Math.max(most, (running += 1));
      await nextTurn();
      running -= 1;
      return [];
    };
    const form = deliveryForm.parse({ name: 'Digest', format: 'feed' });
    await insertDelivery(database.sql, { accountId, source: { ...ownAlerts, findDeals } }, form, new Date());
    expect(most).toBe(1);
  });

  it('that is stopped by its link sends nothing until it is resumed', async () => {
    const { accountId } = await addAccount();
    const now = at('2026-03-01T12:00:00Z');
    const delivery = await addDelivery(accountId, now);
    const [row] = await database.sql<{ token: string }[]>`SELECT token FROM deliveries WHERE id = ${delivery.id}`;
    expect(await stopDelivery(database.sql, row!.token, now)).toBe('Digest');
    expect(await stopDelivery(database.sql, 'wrong', now)).toBeUndefined();
    const find = findAmong([buildDeal(randomUUID(), now)]);
    await prepareAll(later(now, 24), find);
    expect(await readDeliveryLog(database.sql, accountId)).toEqual([]);
    await resumeDelivery(database.sql, accountId, delivery, later(now, 24));
    await prepareAll(later(now, 48), find);
    expect(await readDeliveryLog(database.sql, accountId)).toHaveLength(1);
  });
});

describe('a message that does not arrive', () => {
  const fail: SendMessage = async () => Promise.reject(new Error('The receiver answered with status 500.'));

  it('is retried for 24 hours with growing pauses, then fails and can be sent again', async () => {
    const { accountId } = await addAccount();
    const created = at('2026-03-01T12:00:00Z');
    await addDelivery(accountId, created);
    const run = at('2026-03-02T08:00:00Z');
    await prepareAll(run, findAmong([buildDeal(randomUUID(), created)]));
    const tries: number[] = [];
    for (let now = run; ;) {
      await sendAll(now, async (message) => {
        tries.push((now.getTime() - run.getTime()) / 1000);
        return fail(message);
      });
      const [message] = await readDeliveryLog(database.sql, accountId);
      if (message!.state === 'failed') break;
      now = message!.next_attempt_at;
    }
    expect(tries.map(Math.round)).toEqual([0, 5, 305, 2105, 9305, 27_305, 63_305, 81_305]);
    const [message] = await readDeliveryLog(database.sql, accountId);
    expect(message!.problem).toBe('The receiver answered with status 500.');
    const { received, send } = createReceiver();
    expect(await resendMessage(database.sql, (await addAccount()).accountId, message!.id, run)).toBe(false);
    expect(await resendMessage(database.sql, accountId, message!.id, later(run, 30))).toBe(true);
    await sendAll(later(run, 30), send);
    expect(received.map(({ id }) => id)).toEqual([message!.id]);
  });

  it('for a test is reported at once', async () => {
    const { accountId } = await addAccount();
    const now = at('2025-12-19T12:00:00Z');
    const id = await insertTestMessage(
      database.sql,
      { accountId, source: ownAlerts },
      await addDelivery(accountId, now),
      now,
    );
    await sendDueMessage(database.sql, now, fail, id);
    const [message] = await readDeliveryLog(database.sql, accountId);
    expect(message).toMatchObject({ id, is_test: true, state: 'failed', attempts: 1 });
    expect(message!.deals).toBeGreaterThan(0);
  });
});
