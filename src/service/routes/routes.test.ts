import { beforeAll, expect, it } from 'vitest';
import type { BodyOf, DataOf } from '#contract/endpoint.ts';
import type { readRoutes, RouteStop } from '#contract/routes.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { createRecordIndex } from '../index/record-index.ts';

const index = createRecordIndex();
const service = openForTests(() => startService({ demo: true, index, clock: () => new Date('2026-11-21T12:00:00Z') }));
beforeAll(() => index.update(service.sql));

type Answer = DataOf<typeof readRoutes>;
const send = (body: BodyOf<typeof readRoutes>) => service.inject('POST', '/account/routes', { body });
async function ask(body: BodyOf<typeof readRoutes>): Promise<Answer> {
  const response = await send(body);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ data: Answer }>().data;
}

/** The investors with the most rounds. */
const listInvestors = async () => {
  const rows = await service.sql<{ id: string }[]>`
    SELECT uuid AS id FROM investors ORDER BY total_deal_count DESC, uuid LIMIT 12`;
  return rows.map(({ id }) => id);
};

/** Whether a record took part in a round, or raised it, or is of the company. */
async function isOn(stop: RouteStop, dealId: string): Promise<boolean> {
  const rows = await service.sql`
    SELECT FROM deals d WHERE d.uuid = ${dealId} AND (
      EXISTS (SELECT FROM companies c WHERE c.id = d.company_id AND c.uuid = ${stop.id})
      OR EXISTS (SELECT FROM deal_investors di JOIN investors i ON i.id = di.investor_id
        WHERE di.deal_id = d.id AND i.uuid = ${stop.id})
      OR EXISTS (SELECT FROM person_deals pd JOIN people p ON p.id = pd.person_id
        WHERE pd.deal_id = d.id AND p.uuid = ${stop.id}))`;
  return rows.length === 1;
}

it('names the stops of routes, and each hop rests on rounds that both of its ends are on', async () => {
  const [own, ...others] = await listInvestors();
  let rounds = 0;
  for (const id of others.slice(0, 4)) {
    const { to, from, routes } = await ask({ from: { investor_ids: [own as string] }, to: { kind: 'investor', id } });
    expect([to.id, from.map((one) => one.id)]).toEqual([id, [own]]);
    for (const { stops, hops, score } of routes) {
      expect([stops[0], stops.at(-1)]).toEqual([from[0], to]);
      expect(score).toBeGreaterThan(0);
      for (const [at, { deals, by }] of hops.entries()) {
        expect(by === 'job' || deals.length > 0).toBe(true);
        for (const { deal_id } of deals.slice(0, 2)) {
          rounds += 1;
          const ends = [stops[at], stops[at + 1]] as RouteStop[];
          expect(await Promise.all(ends.map((stop) => isOn(stop, deal_id)))).toEqual([true, true]);
        }
      }
    }
  }
  expect(rounds).toBeGreaterThan(5);
});

it('reaches companies and people, within the hops that are allowed', async () => {
  const [own] = await listInvestors();
  const [company] = await service.sql<{ id: string }[]>`
    SELECT c.uuid AS id FROM companies c JOIN deals d ON d.company_id = c.id JOIN deal_investors di ON di.deal_id = d.id
    JOIN investors i ON i.id = di.investor_id WHERE i.uuid = ${own as string} ORDER BY d.date DESC, c.uuid LIMIT 1`;
  const [person] = await service.sql<{ id: string }[]>`
    SELECT p.uuid AS id FROM people p JOIN companies c ON c.id = p.current_company_id
    WHERE c.uuid = ${company?.id as string} ORDER BY p.uuid LIMIT 1`;
  const from = { investor_ids: [own as string] };
  const direct = await ask({ from, to: { kind: 'company', id: company?.id as string }, max_hops: 1 });
  expect(direct.routes.map(({ hops }) => hops.map(({ by }) => by))).toEqual([['investment']]);
  const to = { kind: 'person' as const, id: person?.id as string };
  expect((await ask({ from, to, max_hops: 1 })).routes).toEqual([]);
  const [best] = (await ask({ from, to, max_hops: 2 })).routes;
  expect(best?.hops.map(({ by }) => by)).toEqual(['investment', 'job']);
  expect(best?.stops.at(-1)?.detail).toEqual(expect.any(String));
});

it('ignores records of ours that it does not know, and answers 404 for an unknown target', async () => {
  const [own, other] = await listInvestors();
  const nowhere = '00000000-0000-4000-8000-000000000000';
  const to = { kind: 'investor' as const, id: other as string };
  expect((await ask({ from: { investor_ids: [nowhere] }, to })).from).toEqual([]);
  expect((await ask({ from: { investor_ids: [own as string, nowhere] }, to })).from).toHaveLength(1);
  const missing = await send({ from: { investor_ids: [own as string] }, to: { kind: 'person', id: nowhere } });
  expect([missing.statusCode, missing.json<{ error: { code: string } }>().error.code]).toEqual([
    404,
    'ROUTE_TARGET_NOT_FOUND',
  ]);
  expect((await send({ from: {}, to })).statusCode).toBe(422);
});
