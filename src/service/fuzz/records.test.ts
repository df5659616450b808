import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../../testing/service.ts';
import { searchCompanies } from '#contract/companies.ts';
import { searchDeals } from '#contract/deals.ts';
import { type DealFacets, facetStages, maxFacetValues, sizeBounds } from '#contract/facets.ts';
import { searchInvestors } from '#contract/investors.ts';
import { searchPeople } from '#contract/people.ts';
import { formatRoundKey } from '#contract/rounds.ts';
import { createDraws } from './testing-bodies.ts';
import type { Sections } from './testing-filters.ts';
import { type FuzzedServices, fuzzTimeoutMs, share, startFuzz, today } from './testing-fuzz.ts';
import { findModelDeals } from './testing-model.ts';
import { dealOrders, sortModel } from './testing-orders.ts';
import type { ResponseRow } from './testing-searches.ts';
import type { DealFacts, Part, World } from './testing-facts.ts';

let service: TestService;
let sendPlain: FuzzedServices['sendPlain'];
let world: World;
beforeAll(async () => {
  ({ service, sendPlain, world } = await startFuzz());
}, 300_000);
afterAll(() => service.close());

const countLed = (parts: readonly Part[]) => parts.filter(({ led }) => led).length;
const collectDates = (parts: readonly Part[]) => parts.flatMap(({ deal: { date } }) => (date === null ? [] : [date]));
/** A year ago, excluded, to today, included; in UTC days (contract 2). */
const isRecent = ({ deal: { date } }: Part) =>
  date !== null && date.slice(0, 10) > '2025-11-21' && date.slice(0, 10) <= today;

/** The ids of all deals of a history, as another endpoint lists them. */
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

const toNamed = ({ id, name }: { id: string; name: string }) => ({ id, name });

/** Filters in the format of alerts; the rounds are those of the list below. */
const drawFilters = () =>
  fc.record(
    {
      locations: fc.subarray([...world.places].slice(0, 3).concat('europe', 'united-states', 'germany'), {
        minLength: 1,
      }),
      super_categories: fc.subarray([...world.superCategories].slice(0, 12), { minLength: 1 }),
      industries: fc.subarray([...world.industries].slice(0, 12), { minLength: 1 }),
      financing_types: fc.subarray(['Seed', 'Pre-Seed', 'series a', 'Series-B', 'No such round'], { minLength: 1 }),
      num_employees: fc.subarray(['1-10', '11-50', '51-100', 'A dozen'], { minLength: 1 }),
      deal_size_min: fc.constantFrom(0, 1_000_000, 20_000_000),
      deal_size_max: fc.constantFrom(1_000_000, 50_000_000),
      companies: fc.subarray(world.companies.slice(0, 40).map(toNamed), { minLength: 1 }),
      investors: fc.subarray(world.investors.slice(0, 40).map(toNamed), { minLength: 1 }),
    },
    { requiredKeys: [] },
  );
type AlertWish = Partial<{
  locations: string[];
  super_categories: string[];
  industries: string[];
  financing_types: string[];
  num_employees: string[];
  deal_size_min: number;
  deal_size_max: number;
  companies: { id: string }[];
  investors: { id: string }[];
}>;

const human: Record<string, { type: string; pre: boolean }> = {
  Seed: { type: 'SEED', pre: false },
  'Pre-Seed': { type: 'SEED', pre: true },
  'series a': { type: 'SERIES_A', pre: false },
  'Series-B': { type: 'SERIES_B', pre: false },
};

/** The deals of a period that POST /deals would find under the same filters. */
function findExpected({ financing_types, num_employees, ...wanted }: AlertWish, start: string, end: string): string[] {
  const matching = findModelDeals(
    world,
    removeUndefined({
      deal: {
        financing_types: financing_types?.flatMap((name) => human[name] ?? []),
        size_min: wanted.deal_size_min,
        size_max: wanted.deal_size_max,
      },
      company: {
        locations: wanted.locations,
        super_categories: wanted.super_categories,
        industries: wanted.industries,
        employee_count: num_employees,
        company_ids: wanted.companies?.map(({ id }) => id),
      },
      investors: { investor_ids: wanted.investors?.map(({ id }) => id) },
    }),
  ).filter(({ date }) => date !== null && date >= start && date <= end);
  return sortModel(matching, dealOrders.most_recent_deal, ({ id }) => id).map(({ id }) => id);
}

const removeUndefined = (sections: Sections): Sections => JSON.parse(JSON.stringify(sections)) as Sections;

/** Saves an alert of the fuzzer's account; returns its id. */
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
      const plain = await sendPlain('GET', '/api/v1/alerts', { query, key: service.key });
      expect([response.statusCode, response.json()]).toEqual([plain.statusCode, plain.json()]);
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

const facets = ['months', 'rounds', 'sizes', 'locations', 'industries'];

/** How many deals have each of their keys, the most frequent first. */
function tally(deals: readonly DealFacts[], listKeys: (deal: DealFacts) => readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const key of deals.flatMap(listKeys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}

const findStage = ({ round_type, pre }: DealFacts): string => {
  if (round_type === 'SEED') return pre ? 'PRE_SEED' : 'SEED';
  if (!round_type.startsWith('SERIES_')) return 'OTHER';
  return (facetStages as readonly string[]).includes(round_type) ? round_type : 'SERIES_D_PLUS';
};
const findBand = ({ total_round_raised: usd }: DealFacts): string =>
  String(usd === null ? null : sizeBounds.findLast((bound) => usd >= bound));
const sortPairs = (pairs: readonly (readonly [string, number])[]) => pairs.toSorted(([a], [b]) => (a < b ? -1 : 1));

/** The counts by facet, as pairs. */
function readFacets({ months, rounds, sizes, locations, industries }: DealFacets) {
  const named = (list: readonly { permalink: string; deals: number }[] = []) =>
    list.map(({ permalink, deals }) => [permalink, deals] as const);
  return {
    months: sortPairs(months!.map(({ month, stage, deals }) => [`${month} ${stage}`, deals])),
    rounds: sortPairs(rounds!.map(({ deals, ...one }) => [formatRoundKey({ ...one }), deals])),
    sizes: sortPairs(sizes!.map(({ min, deals }) => [String(min), deals])),
    locations: named(locations),
    industries: named(industries),
  };
}

it(
  'facets count what POST /deals finds, from the index and from PostgreSQL',
  async () => {
    const drawn = createDraws(world)('/deals', searchDeals.body);
    const property = fc.asyncProperty(drawn, async (deals) => {
      const parts = { body: { deals, by: facets } };
      const response = await service.inject('POST', '/account/facets', parts);
      expect(response.json()).toEqual((await sendPlain('POST', '/account/facets', parts)).json());
      const { facets: counted } = response.json<{ data: { facets: DealFacets } }>().data;
      const { sort_by: _order, ...sections } = deals;
      const matching = findModelDeals(world, sections as Sections);
      expect(counted.total).toBe(matching.length);
      const hasTag = (known: Set<string>) => (deal: DealFacts) =>
        [...deal.company.tags].filter((tag) => known.has(tag));
      expect(readFacets(counted)).toEqual({
        months: sortPairs(tally(matching, (deal) => [`${deal.date?.slice(0, 7) ?? null} ${findStage(deal)}`])),
        rounds: sortPairs(
          tally(matching, ({ round_type, pre, extension }) => [formatRoundKey({ type: round_type, pre, extension })]),
        ),
        sizes: sortPairs(tally(matching, (deal) => [findBand(deal)])),
        locations: tally(matching, hasTag(world.places)).slice(0, maxFacetValues),
        industries: tally(matching, hasTag(new Set([...world.industries, ...world.superCategories]))),
      });
    });
    await fc.assert(property, share(0.01));
  },
  fuzzTimeoutMs,
);

it.each([searchDeals, searchCompanies, searchInvestors, searchPeople])(
  'the free total of POST $path is that of the search, from the index and from PostgreSQL',
  async ({ path, body }) => {
    const drawn = createDraws(world)(path, body);
    const property = fc.asyncProperty(drawn, async (search) => {
      const found = await service.inject('POST', `/api/v1${path}`, { body: { ...search, page: 0, page_size: 1 } });
      const { total_count: total } = found.json<{ meta: { total_count: number } }>().meta;
      const parts = { body: { ...search, page: 3, page_size: 2 } };
      const counted = await service.inject('POST', `/account${path}/total`, parts);
      expect([counted.statusCode, counted.json()]).toMatchObject([200, { data: { total } }]);
      expect(counted.json()).toEqual((await sendPlain('POST', `/account${path}/total`, parts)).json());
    });
    await fc.assert(property, share(0.005));
  },
  fuzzTimeoutMs,
);
