import { describe, expect, it } from 'vitest';
import type { Alert } from '#contract/alerts.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { seedRecords, uuidOf } from '../../testing/records.ts';

const service = openForTests(() => startService({ seed: seedRecords, clock: () => new Date('2026-01-15T12:00:00Z') }));

/** Saves an alert of an account; returns its id. */
async function save(filters: object, accountId = service.accountId): Promise<string> {
  const [row] = await service.sql<{ id: string }[]>`
    INSERT INTO alert_configurations (account_id, name, frequency, filters)
    VALUES (${accountId}, 'Test', 'WEEKLY', ${service.sql.json(filters)}) RETURNING id`;
  return row?.id ?? '';
}

const send = (
  alert_ids: string,
  start_date = '2025-01-16T00:00:00Z',
  end_date = '2026-01-15T00:00:00Z',
  key?: string,
) =>
  service.inject('GET', '/api/v1/alerts', {
    query: { alert_ids, start_date, end_date },
    ...(key === undefined ? {} : { key }),
  });

/** The numbers of the deals that each alert matched. */
async function matched(ids: string[], start?: string, end?: string): Promise<number[][]> {
  const response = await send(ids.join(','), start, end);
  expect(response.statusCode, response.body).toBe(200);
  return response
    .json<{ data: { alerts: Alert[] } }>()
    .data.alerts.map((alert) => alert.deals.map((deal) => Number(deal.id.slice(-12))));
}

describe('GET /alerts', () => {
  it.each([
    [{}, [7, 5, 3, 4]],
    [{ locations: ['germany'] }, [7, 5, 4]],
    [{ super_categories: ['financial-services'] }, [5, 4]],
    [{ industries: ['enterprise-software'] }, [7, 3]],
    [{ financing_types: ['Series A'] }, [3]],
    [{ financing_types: ['series-a extension', 'No such round'] }, [4]],
    [{ financing_types: ['No such round'] }, []],
    [{ locations: ['no-such-place'] }, []],
    [{ deal_size_min: 0, deal_size_max: 2_000_000 }, [7, 5]],
    [{ num_employees: ['10001+'] }, [5, 4]],
    [{ num_employees: ['a dozen'] }, []],
    [{ deal_size_min: 2_000_000, deal_size_max: 1 }, []],
    [{ deal_size_min: -1 }, [7, 5, 3]],
    [{ locations: ['', 'germany'] }, [7, 5, 4]],
    [{ companies: [{ id: uuidOf('company', 1), name: 'Anvil' }] }, [3]],
    [{ investors: [{ id: uuidOf('investor', 3), name: 'Copper Ventures' }], locations: ['europe'] }, [7, 5]],
  ])('matches %j as POST /deals does, newest first', async (filters, expected) => {
    expect(await matched([await save(filters)])).toEqual([expected]);
  });

  it('matches with longer lists than a request may have', async () => {
    const locations = ['germany', ...Array.from({ length: 600 }, (_, at) => `place-${at}`)];
    const companies = Array.from({ length: 600 }, (_, at) => ({ id: uuidOf('company', at + 1), name: 'Any' }));
    expect(await matched([await save({ locations, companies })])).toEqual([[7, 5, 4]]);
  });

  it('includes both ends of the period, to the millisecond', async () => {
    const id = await save({ financing_types: ['Seed'] });
    const at = '2024-06-30T23:59:59.999Z';
    expect(await matched([id], at, at)).toEqual([[2]]);
    expect(await matched([id], '2024-07-01T00:00:00.000Z', '2024-07-02T00:00:00Z')).toEqual([[]]);
    expect(await matched([id], '2024-06-01T00:00:00Z', '2024-06-30T23:59:59.998')).toEqual([[]]);
    expect(await matched([id], '2024-07-01T01:59:59.999+02:00', '2024-07-01T01:59:59.999+0200')).toEqual([[2]]);
  });

  it('leaves no gap between two periods, even for times with microseconds', async () => {
    const id = await save({ financing_types: ['Seed'] });
    await service.sql`UPDATE deals SET date = '2024-06-30T23:59:59.9995Z' WHERE uuid = ${uuidOf('deal', 2)}`;
    expect(await matched([id], '2024-06-30T00:00:00Z', '2024-06-30T23:59:59.999Z')).toEqual([[2]]);
    expect(await matched([id], '2024-07-01T00:00:00Z', '2024-07-02T00:00:00Z')).toEqual([[]]);
    await service.sql`UPDATE deals SET date = '2024-06-30T23:59:59.999Z' WHERE uuid = ${uuidOf('deal', 2)}`;
  });

  it('accepts a period of exactly 365 days, but not one that is a millisecond longer', async () => {
    const id = await save({});
    expect((await send(id, '2024-06-30T00:00:00.000Z', '2025-06-30T00:00:00.000Z')).statusCode).toBe(200);
    expect((await send(id, '2024-06-30T00:00:00.000Z', '2025-06-30T00:00:00.001Z')).json()).toMatchObject({
      error: { code: 'DATE_RANGE_TOO_LARGE' },
    });
    expect((await send(id, '2026-01-15T12:00:00.000Z', '2026-01-16T00:00:00Z')).statusCode).toBe(200);
    expect((await send(id, '2026-01-15T12:00:00.001Z', '2026-01-16T00:00:00Z')).json()).toMatchObject({
      error: { code: 'FUTURE_DATE' },
    });
  });

  it('returns every requested alert once, in the requested order, and counts the matches', async () => {
    const [all, none] = [await save({ locations: ['germany'] }), await save({ locations: ['no-such-place'] })];
    const response = await send(`${none},${all}, ${none}`);
    const { data, meta } = response.json<{ data: { alerts: Alert[] }; meta: object }>();
    expect(data.alerts.map(({ alertId, totalDealCount }) => [alertId, totalDealCount])).toEqual([
      [none, 0],
      [all, 3],
    ]);
    expect(meta).toMatchObject({ total_count: 3, page: 0, page_size: 2, credits_used: 0 });
  });

  it('says why a deal matched, with the values of the deal', async () => {
    const id = await save({
      financing_types: ['Debt Financing'],
      super_categories: ['software'],
      locations: ['europe', 'berlin-germany'],
      deal_size_min: 1_500_000,
      investors: [{ id: uuidOf('investor', 3), name: 'Old name' }],
    });
    const [alert] = (await send(id)).json<{ data: { alerts: Alert[] } }>().data.alerts;
    expect(alert?.deals[0]?.reasoning).toMatch(
      /^Matched because the round is Debt Financing, \$2,000,000 was raised \(at least \$1,500,000\), the company works in Software, it is based in (Berlin and Europe|Europe and Berlin) and Copper Ventures took part\.$/,
    );
  });

  it.each([
    ['nothing', {}, 400, 'MISSING_PARAMETERS', { missingParams: ['alert_ids', 'start_date', 'end_date'] }],
    ['no uuid', { alert_ids: 'x' }, 400, 'INVALID_ALERT_ID', {}],
    [
      'eleven alerts',
      { alert_ids: Array.from({ length: 11 }, (_, at) => uuidOf('deal', at)).join(',') },
      400,
      'TOO_MANY_ALERT_IDS',
      {},
    ],
    [
      'a bare date',
      { start_date: '2026-01-01' },
      400,
      'INVALID_DATE_FORMAT',
      { field: 'start_date', provided: '2026-01-01' },
    ],
    ['the year 0', { start_date: '0000-01-01T00:00:00Z' }, 400, 'INVALID_DATE_FORMAT', { field: 'start_date' }],
    [
      'a moment before the year 1',
      { start_date: '0001-01-01T00:00:00+01:00', end_date: '0001-01-01T00:00:00Z' },
      400,
      'INVALID_DATE_FORMAT',
      { field: 'start_date' },
    ],
    ['a day that is none', { end_date: '2026-02-30T00:00:00Z' }, 400, 'INVALID_DATE_FORMAT', { field: 'end_date' }],
    ['a period backwards', { start_date: '2026-01-03T00:00:00Z' }, 400, 'INVALID_DATE_RANGE', {}],
    ['over 365 days', { start_date: '2025-01-01T23:59:59Z' }, 400, 'DATE_RANGE_TOO_LARGE', {}],
    [
      'a start in the future',
      { start_date: '2026-01-16T00:00:00Z', end_date: '2026-01-17T00:00:00Z' },
      400,
      'FUTURE_DATE',
      {},
    ],
    ['an alert that is not there', { alert_ids: uuidOf('deal', 99) }, 404, 'ALERT_NOT_FOUND', {}],
  ])('rejects %s', async (_name, wrong, status, code, details) => {
    const right = {
      alert_ids: uuidOf('deal', 1),
      start_date: '2026-01-01T00:00:00Z',
      end_date: '2026-01-02T00:00:00Z',
    };
    const query = Object.keys(wrong).length === 0 ? {} : { ...right, ...wrong };
    const response = await service.inject('GET', '/api/v1/alerts', { query });
    expect([response.statusCode, response.json()]).toMatchObject([
      status,
      { success: false, error: { code, details }, statusCode: status },
    ]);
  });

  it('does not show the alert of another account', async () => {
    const other = await service.createKey();
    const id = await save({}, other.account_id);
    expect((await send(id)).json()).toMatchObject({ error: { code: 'ALERT_NOT_FOUND' } });
    expect((await send(id, undefined, undefined, other.key)).statusCode).toBe(200);
  });

  it.each(['FREE', 'PRO'] as const)('is rejected on the plan %s, before the request is parsed', async (plan) => {
    const { key } = await service.createKey({ plan });
    const response = await service.inject('GET', '/api/v1/alerts', { key });
    expect([response.statusCode, response.json()]).toMatchObject([
      403,
      { success: false, error: { code: 'API_TIER_REQUIRED', details: { current_tier: plan } } },
    ]);
  });
});

describe('GET /alerts/configurations', () => {
  it('lists the alerts of the account that are not paused, with their filters, and names unknown rounds', async () => {
    const { account_id, key } = await service.createKey();
    const id = await save({ financing_types: ['Seed', 'Serie A'], locations: ['germany'] }, account_id);
    const paused = await save({}, account_id);
    await service.sql`UPDATE alert_configurations SET paused_at = now() WHERE id = ${paused}`;
    const response = await service.inject('GET', '/api/v1/alerts/configurations', { key });
    expect(response.json()).toMatchObject({
      data: {
        configurations: [
          {
            configuration_id: id,
            configuration_name: 'Test',
            frequency: 'WEEKLY',
            description: 'Not a known round type, matches nothing: Serie A.',
            filters: {
              financing_types: ['Seed', 'Serie A'],
              locations: ['germany'],
              deal_size_min: null,
              investors: [],
            },
          },
        ],
      },
      meta: { total_count: 1, page: 0, page_size: 1, credits_used: 0 },
    });
  });
});
