import { beforeEach, describe, expect, it } from 'vitest';
import type { DataOf } from '#contract/endpoint.ts';
import type { readUnlockedRoutes } from '#contract/workspace/routes.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { storeRecords } from './unlocked-records.ts';

const now = new Date('2026-11-21T12:00:00Z');
const service = openForTests(() => startService({ clock: () => now }));
let key: string;
let accountId: string;
beforeEach(async () => {
  ({ key, account_id: accountId } = await service.createKey());
});

const uuidOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const [alder, firstlight, meridian, harrow, ashline, sanna, clara] = [1, 2, 3, 4, 5, 6, 7].map(uuidOf) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

async function unlock(): Promise<void> {
  const round = (id: string, company: string, date: string, investors: object[], angels: object[] = []) => [
    {
      kind: 'deals' as const,
      id,
      record: { id, company_id: company, date, round_type: 'SEED', total_round_raised: 5e6 },
    },
    { kind: 'rounds' as const, id, record: { id, investors, angel_investors: angels } },
  ];
  const investor = (id: string, name: string, lead_investor: boolean, personnel: object[] = []) => ({
    id,
    name,
    lead_investor,
    personnel,
  });
  const records = [
    ...round(uuidOf(11), harrow, '2026-09-03T00:00:00Z', [
      investor(alder, 'Alder Seed', true),
      investor(firstlight, 'Firstlight', false),
    ]),
    ...round(uuidOf(12), ashline, '2025-06-17T00:00:00Z', [
      investor(firstlight, 'Firstlight', false),
      investor(meridian, 'Meridian Growth', true, [{ id: clara, name: 'Clara Weiss' }]),
    ]),
    {
      kind: 'companies' as const,
      id: harrow,
      record: { id: harrow, name: 'Harrow Bio', industries: [{ name: 'Biotech', permalink: 'biotech' }] },
    },
    {
      kind: 'people' as const,
      id: sanna,
      record: { id: sanna, name: 'Sanna Moe', title: 'CEO', current_company: { id: harrow, name: 'Harrow Bio' } },
    },
  ];
  await storeRecords(service.sql, accountId, records, now);
}
const send = (kind: string, id: string) =>
  service.inject('POST', '/workspace/routes', { key, body: { from: { investor_ids: [alder] }, to: { kind, id } } });
const ask = async (kind: string, id: string) =>
  (await send(kind, id)).json<{ data: DataOf<typeof readUnlockedRoutes> }>().data;

describe('routes through unlocked records', () => {
  it('rest on unlocked rounds and jobs, and say how many there are', async () => {
    await unlock();
    const { routes, from_unlocked: unlocked } = await ask('investor', meridian);
    expect(unlocked).toEqual({ rounds: 2, people: 1 });
    expect(routes.map(({ stops }) => stops.map(({ name }) => name))).toEqual([
      ['Alder Seed', 'Firstlight', 'Meridian Growth'],
    ]);
    expect(routes[0]?.hops).toMatchObject([
      { by: 'rounds', rounds: 1, deals: [{ company: { name: 'Harrow Bio' }, led: 'before', date: '2026-09-03' }] },
      { by: 'rounds', rounds: 1, deals: [{ company: { name: 'Locked company' }, led: 'after' }] },
    ]);
    const [toClara] = (await ask('person', clara)).routes;
    expect(toClara?.stops.at(-1)?.detail).toBe('Partner at Meridian Growth');
    const [toSanna] = (await ask('person', sanna)).routes;
    expect(toSanna?.stops.map(({ name, detail }) => [name, detail])).toEqual([
      ['Alder Seed', null],
      ['Harrow Bio', 'Biotech'],
      ['Sanna Moe', 'CEO at Harrow Bio'],
    ]);
  });

  it('answer 404 where nothing unlocked names the target', async () => {
    expect((await send('investor', meridian)).statusCode).toBe(404);
  });
});

describe('our own records', () => {
  const change = (us: object[]) => service.inject('PUT', '/workspace/us', { key, body: { us } });

  it('are replaced in their order, and each is named once', async () => {
    const us = [
      { kind: 'investor', id: alder, name: 'Alder Seed' },
      { kind: 'person', id: sanna, name: 'Sanna Moe' },
    ];
    await change(us);
    await change(us.toReversed());
    const stored = await service.inject('GET', '/workspace/us', { key });
    expect(stored.json()).toMatchObject({ data: { us: us.toReversed() } });
    const versions = await service.inject('GET', '/workspace/versions', { key });
    expect(versions.json()).toMatchObject({ data: { versions: { us: 2, stages: 0 } } });
    expect((await change([...us, ...us])).statusCode).toBe(422);
    const other = await service.createKey();
    expect((await service.inject('GET', '/workspace/us', { key: other.key })).json()).toMatchObject({
      data: { us: [] },
    });
  });
});
