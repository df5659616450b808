import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../../testing/service.ts';
import { fuzzTimeoutMs, share, startFuzz, today } from './testing-fuzz.ts';
import { findModelDeals } from './testing-model.ts';
import { dealOrders, sortModel } from './testing-orders.ts';
import type { ResponseRow } from './testing-searches.ts';
import type { DealFacts, Part, World } from './testing-facts.ts';

let service: TestService;
let world: World;
beforeAll(async () => {
  ({ service, world } = await startFuzz());
}, 120_000);
afterAll(() => service.close());

const countLed = (parts: readonly Part[]) => parts.filter(({ led }) => led).length;
const collectDates = (parts: readonly Part[]) => parts.flatMap(({ deal: { date } }) => (date === null ? [] : [date]));
/** A year ago, excluded, to today, included; in UTC days (contract 2). */
const isRecent = ({ deal: { date } }: Part) =>
  date !== null && date.slice(0, 10) > '2025-11-21' && date.slice(0, 10) <= today;

/** The ids of all deals of a history, as a second endpoint lists them. */
async function readHistory(owner: 'company' | 'investor' | 'person', id: string): Promise<string[]> {
  const response = await service.inject('GET', `/api/v1/${owner}/deals`, { query: { id, page_size: '500' } });
  return response.json<{ data: { deals: ResponseRow[] } }>().data.deals.map((deal) => deal.id);
}
const collectIds = (deals: readonly DealFacts[]) => deals.map(({ id }) => id).toSorted();

describe('the figures of records', () => {
  it('of every investor agree with its deals, those of the last twelve months too', () => {
    for (const { parts, ...investor } of world.investors) {
      const recent = parts.filter(isRecent);
      expect([investor.total_deal_count, investor.lead_deal_count, investor.most_recent_deal_date]).toEqual([
        parts.length,
        countLed(parts),
        collectDates(parts).toSorted().at(-1) ?? null,
      ]);
      expect([investor.deal_count_last_12_months, investor.lead_deal_count_last_12_months]).toEqual([
        recent.length,
        countLed(recent),
      ]);
    }
  });

  it('of every company agree with its rounds', () => {
    for (const { rounds, latest, ...company } of world.companies) {
      const raised = rounds.flatMap(({ total_round_raised }) => total_round_raised ?? []);
      const backers = new Set(rounds.flatMap((deal) => [...deal.investor_ids, ...deal.angel_investor_ids]));
      expect([company.num_funding_rounds, company.num_investors, company.latest_deal?.id]).toEqual([
        rounds.length,
        backers.size,
        latest?.id,
      ]);
      expect(company.total_raised).toBe(raised.length === 0 ? null : raised.reduce((sum, one) => sum + one, 0));
    }
  });

  it('of every person agree with the deals', () => {
    for (const { parts, investor_highlights: highlights, is_angel } of world.people) {
      const recent = parts.filter(isRecent);
      expect([highlights?.total_deal_count ?? 0, highlights?.lead_deal_count ?? 0, is_angel]).toEqual([
        parts.length,
        countLed(parts),
        parts.some(({ angel }) => angel),
      ]);
      expect([
        highlights?.deal_count_last_12_months ?? 0,
        highlights?.lead_deal_count_last_12_months ?? 0,
        highlights?.most_recent_deal_date ?? null,
      ]).toEqual([recent.length, countLed(recent), collectDates(parts).toSorted().at(-1)?.slice(0, 10) ?? null]);
    }
  });

  it('are counted from the deals that the histories list: the portfolio counts of every search are', async () => {
    for (const { id, parts } of world.investors) {
      expect((await readHistory('investor', id)).toSorted()).toEqual(collectIds(parts.map(({ deal }) => deal)));
    }
    for (const { id, parts } of world.people.filter(({ is_investor }) => is_investor)) {
      expect((await readHistory('person', id)).toSorted()).toEqual(collectIds(parts.map(({ deal }) => deal)));
    }
  });
});

/** Alert filters in the words of alerts; the rounds are those of the list below. */
const drawFilters = () =>
  fc.record(
    {
      locations: fc.subarray([...world.places].slice(0, 3).concat('europe', 'united-states', 'germany'), {
        minLength: 1,
      }),
      super_categories: fc.subarray([...world.superCategories].slice(0, 12), { minLength: 1 }),
      financing_types: fc.subarray(['Seed', 'Pre-Seed', 'series a', 'Series-B', 'No such round'], { minLength: 1 }),
      deal_size_min: fc.constantFrom(0, 1_000_000, 20_000_000),
    },
    { requiredKeys: [] },
  );
type AlertWish = Partial<{
  locations: string[];
  super_categories: string[];
  financing_types: string[];
  deal_size_min: number;
}>;

const human: Record<string, { type: string; pre: boolean }> = {
  Seed: { type: 'SEED', pre: false },
  'Pre-Seed': { type: 'SEED', pre: true },
  'series a': { type: 'SERIES_A', pre: false },
  'Series-B': { type: 'SERIES_B', pre: false },
};

/** The deals of a period that POST /deals would find under the same filters. */
function findExpected(wanted: AlertWish, start: string, end: string): string[] {
  const { locations, super_categories, financing_types, deal_size_min } = wanted;
  const types = financing_types?.flatMap((name) => human[name] ?? []);
  const matching = findModelDeals(world, {
    deal: {
      ...(types ? { financing_types: types } : {}),
      ...(deal_size_min === undefined ? {} : { size_min: deal_size_min }),
    },
    company: { ...(locations ? { locations } : {}), ...(super_categories ? { super_categories } : {}) },
  }).filter(({ date }) => date !== null && date >= start && date <= end);
  return sortModel(matching, dealOrders.most_recent_deal, ({ id }) => id).map(({ id }) => id);
}

/** Saves an alert of the fuzzer's account; its id. */
async function save(wanted: AlertWish): Promise<string> {
  const { sql, accountId } = service;
  const [saved] = await sql<{ id: string }[]>`
    INSERT INTO alert_configurations (account_id, name, frequency, filters)
    VALUES (${accountId}, 'Drawn', 'DAILY', ${sql.json(wanted)}) RETURNING id`;
  return saved?.id ?? '';
}

it(
  'an alert matches what POST /deals finds under the same filters, in the period, newest first',
  async () => {
    const property = fc.asyncProperty(drawFilters(), fc.nat(700), fc.nat(360), async (wanted, daysAgo, days) => {
      const start = new Date(Date.parse(`${today}T00:00:00Z`) - daysAgo * 86_400_000);
      const end = new Date(start.getTime() + days * 86_400_000 - 1);
      const [start_date, end_date] = [start.toISOString(), end.toISOString()];
      const query = { alert_ids: await save(wanted), start_date, end_date };
      const response = await service.inject('GET', '/api/v1/alerts', { query });
      if (end < start) {
        expect(response.statusCode).toBe(400);
        return;
      }
      const { data } = response.json<{ data: { alerts: { deals: ResponseRow[] }[] } }>();
      expect(data.alerts[0]?.deals.map(({ id }) => id)).toEqual(findExpected(wanted, start_date, end_date));
    });
    await fc.assert(property, share(0.02));
  },
  fuzzTimeoutMs,
);
