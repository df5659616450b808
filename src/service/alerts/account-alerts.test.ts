import { describe, expect, it } from 'vitest';
import type { AccountAlert, Alert, AlertDeal } from '#contract/alerts.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { seedRecords, uuidOf } from '../../testing/records.ts';

const clock = () => new Date('2025-12-19T12:00:00Z');
const service = openForTests(() => startService({ seed: seedRecords, clock }));

type Parts = { body?: unknown; key?: string };
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const inject = (method: Method, path: string, parts: Parts = {}) =>
  service.inject(method, `/account/alerts${path}`, parts);

/** Sends a request for an alert; only its id is needed afterwards. */
async function send(method: Method, path: string, parts: Parts = {}): Promise<AccountAlert> {
  const response = await inject(method, path, parts);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ data: { alert: AccountAlert } }>().data.alert;
}

const listed = async (key: string) =>
  (await inject('GET', '', { key })).json<{ data: { alerts: AccountAlert[] } }>().data.alerts;

const form = {
  configuration_name: ' Germany ',
  frequency: 'WEEKLY',
  description: 'Rounds in Germany',
  filters: { locations: ['germany'], financing_types: ['Series A Extension'], deal_size_min: 0 },
};

describe('an alert', () => {
  it('is saved, listed, changed and deleted, and a response can be sent back as a request', async () => {
    const { key } = await service.createKey();
    const saved = await send('POST', '', { body: form, key });
    expect(saved).toEqual({
      configuration_id: expect.any(String) as string,
      configuration_name: 'Germany',
      frequency: 'WEEKLY',
      description: 'Rounds in Germany',
      filters: {
        industries: [],
        super_categories: [],
        locations: ['germany'],
        financing_types: ['Series A Extension'],
        deal_size_min: 0,
        deal_size_max: null,
        num_employees: [],
        investors: [],
        companies: [],
      },
      paused: false,
      created_at: '2025-12-19T12:00:00.000Z',
    });
    expect(await listed(key)).toEqual([saved]);
    const { configuration_id, created_at, ...again } = saved;
    const changed = { ...again, configuration_name: 'DACH', filters: { ...again.filters, locations: ['dach'] } };
    expect(await send('PUT', `/${configuration_id}`, { body: changed, key })).toEqual({
      ...changed,
      configuration_id,
      created_at,
    });
    expect(await send('DELETE', `/${configuration_id}`, { key })).toMatchObject({ configuration_name: 'DACH' });
    expect(await listed(key)).toEqual([]);
    expect((await inject('DELETE', `/${configuration_id}`, { key })).json()).toMatchObject({
      error: { code: 'ALERT_NOT_FOUND' },
      statusCode: 404,
    });
  });

  it('that is paused stays listed, matches nothing in GET /alerts and is no configuration, until it is resumed', async () => {
    const { key } = await service.createKey();
    const { configuration_id: id } = await send('POST', '', { body: { ...form, filters: {} }, key });
    const query = { alert_ids: id, start_date: '2025-01-16T00:00:00Z', end_date: '2026-01-15T00:00:00Z' };
    const matched = async () => {
      const response = await service.inject('GET', '/api/v1/alerts', { query, key });
      return response.json<{ data: { alerts: Alert[] } }>().data.alerts.map((alert) => alert.deals.length);
    };
    const configurations = async () =>
      (await service.inject('GET', '/api/v1/alerts/configurations', { key })).json<{ meta: object }>().meta;
    expect([await matched(), await configurations()]).toMatchObject([[4], { total_count: 1 }]);
    expect(await send('PUT', `/${id}`, { body: { ...form, filters: {}, paused: true }, key })).toMatchObject({
      paused: true,
    });
    expect([await matched(), await configurations()]).toMatchObject([[0], { total_count: 0 }]);
    expect(await listed(key)).toMatchObject([{ configuration_id: id, paused: true }]);
    await send('PUT', `/${id}`, { body: { ...form, filters: {}, paused: false }, key });
    expect([await matched(), await configurations()]).toMatchObject([[4], { total_count: 1 }]);
  });

  it.each([{}, { description: null }, { description: '' }])(
    'without a description (%j) has an empty one everywhere, which can be sent again',
    async (description) => {
      const { key } = await service.createKey();
      const { description: _, ...rest } = form;
      const saved = await send('POST', '', { body: { ...rest, ...description }, key });
      const { configuration_id, created_at: _created, ...again } = saved;
      const changed = await send('PUT', `/${configuration_id}`, { body: again, key });
      const response = await service.inject('GET', '/api/v1/alerts/configurations', { key });
      const { configurations } = response.json<{ data: { configurations: AccountAlert[] } }>().data;
      expect([saved, changed, ...(await listed(key)), ...configurations].map((alert) => alert.description)).toEqual([
        '',
        '',
        '',
        '',
      ]);
    },
  );

  it('of another account can be neither seen, changed nor deleted', async () => {
    const { key } = await service.createKey();
    const { configuration_id: id } = await send('POST', '', { body: form });
    expect(await listed(key)).toEqual([]);
    expect((await inject('PUT', `/${id}`, { body: form, key })).statusCode).toBe(404);
    expect((await inject('DELETE', `/${id}`, { key })).statusCode).toBe(404);
    expect((await listed(service.key)).map(({ configuration_id }) => configuration_id)).toContain(id);
  });

  it('is one of at most 500 of an account, even if they are saved at the same time', async () => {
    const { key, account_id } = await service.createKey();
    await service.sql`
      INSERT INTO alert_configurations (account_id, name, frequency)
      SELECT ${account_id}, 'full', 'DAILY' FROM generate_series(1, 498)`;
    const responses = await Promise.all(Array.from({ length: 4 }, () => inject('POST', '', { body: form, key })));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
  });

  it.each([
    ['no name', { frequency: 'DAILY' }, 400, 'configuration_name', 'INVALID_TYPE'],
    ['a blank name', { ...form, configuration_name: ' ' }, 422, 'configuration_name', 'EMPTY_STRING'],
    ['another frequency', { ...form, frequency: 'HOURLY' }, 422, 'frequency', 'INVALID_ENUM_VALUE'],
    ['another member', { ...form, mood: 1 }, 422, 'mood', 'UNKNOWN_PARAMETER'],
    [
      'an unknown round',
      { ...form, filters: { financing_types: ['Serie A'] } },
      422,
      'filters.financing_types.0',
      'INVALID_FINANCING_TYPE',
    ],
    [
      'bounds that cross',
      { ...form, filters: { deal_size_min: 2, deal_size_max: 1 } },
      422,
      'filters.deal_size_min',
      'INVALID_RANGE',
    ],
  ])('with %s is rejected with an error of the API', async (_name, body, status, field, code) => {
    const response = await inject('POST', '', { body });
    expect([response.statusCode, response.json()]).toMatchObject([
      status,
      {
        success: false,
        error: { code: 'VALIDATION_ERROR', details: { errors: [{ field, code }] } },
        statusCode: status,
      },
    ]);
  });

  it.each([
    ['GET', ''],
    ['POST', ''],
    ['POST', '/preview'],
    ['PUT', `/${uuidOf('deal', 1)}`],
    ['DELETE', `/${uuidOf('deal', 1)}`],
  ] as const)('is not for the plans FREE and PRO: %s %s', async (method, path) => {
    for (const plan of ['FREE', 'PRO'] as const) {
      const { key } = await service.createKey({ plan });
      const response = await inject(method, path, {
        key,
        ...(method === 'POST' || method === 'PUT' ? { body: {} } : {}),
      });
      expect([response.statusCode, response.json()]).toMatchObject([
        403,
        { error: { code: 'API_TIER_REQUIRED', details: { current_tier: plan } } },
      ]);
    }
  });

  it('is named by a uuid', async () => {
    expect((await inject('PUT', '/x', { body: form })).json()).toMatchObject({ error: { code: 'INVALID_ALERT_ID' } });
  });
});

describe('the preview', () => {
  it('shows what GET /alerts would for the last 30 UTC days and the whole round, counts it all and costs nothing', async () => {
    const filters = { locations: ['europe', 'no-such-place'] };
    const response = await inject('POST', '/preview', { body: { filters } });
    const { data } = response.json<{ data: { totalDealCount: number; deals: AlertDeal[] } }>();
    const { configuration_id } = await send('POST', '', { body: { ...form, filters } });
    const period = { start_date: '2025-11-20T00:00:00Z', end_date: '2025-12-19T23:59:59.999Z' };
    const alerts = await service.inject('GET', '/api/v1/alerts', { query: { alert_ids: configuration_id, ...period } });
    const [alert] = alerts.json<{ data: { alerts: Alert[] } }>().data.alerts;
    const paid = expect.objectContaining({ currency: 'USD', size_native: 2_000_000 }) as unknown;
    expect(data).toEqual({
      start_date: '2025-11-20',
      end_date: '2025-12-19',
      totalDealCount: alert?.totalDealCount,
      deals: alert?.deals.map((deal) => ({ ...deal, pre: false, extension: false, financings: [paid] })),
    });
    expect(data.totalDealCount).toBe(1);
    expect(response.headers['x-ignored-filters']).toBe('filters.locations=no-such-place');
    const [spent] = await service.sql`SELECT 1 FROM ledger WHERE account_id = ${service.accountId}`;
    expect(spent).toBeUndefined();
  });
});

describe('the preview of changed deals', () => {
  const changed = openForTests(() => startService({ seed: seedRecords, clock }));
  const preview = async () =>
    (await changed.inject('POST', '/account/alerts/preview', { body: {} })).json<{
      data: { totalDealCount: number; deals: AlertDeal[] };
    }>().data;

  it('counts every match and shows the ten newest', async () => {
    await changed.sql`
      INSERT INTO deals (id, uuid, company_id, source_id, round_type, date, created_at)
      SELECT 1000 + n, gen_random_uuid(), 1, (SELECT min(id) FROM sources), 'SEED', '2025-12-02'::timestamptz + n * interval '1 hour', now()
      FROM generate_series(1, 25) AS n`;
    const data = await preview();
    expect(data.totalDealCount).toBeGreaterThanOrEqual(25);
    expect(data.deals).toHaveLength(10);
    const dates = data.deals.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it('shows the ten newest earlier deals if none of these days matches', async () => {
    await changed.sql`UPDATE deals SET date = date - interval '1 year' WHERE date >= '2025-11-20'`;
    const data = await preview();
    expect(data.totalDealCount).toBe(0);
    const [newest] = await changed.sql<{ date: Date }[]>`SELECT max(date) AS date FROM deals`;
    expect(data.deals[0]?.date).toBe(newest?.date.toISOString());
  });
});
