import { describe, expect, test } from 'vitest';
import type { ImportedDeal } from '../records.ts';
import { generateDemo } from './generate.ts';

const size = { companies: 200, deals: 500, seed: 7, today: '2026-03-01' };
const records = [...generateDemo(size)];
const deals = records.filter((record) => record.kind === 'deal');
const companies = records.filter((record) => record.kind === 'company');

const dayMs = 86_400_000;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

describe('the generated market', () => {
  test('is the same for the same seed, size and day, and another for another seed', () => {
    expect([...generateDemo(size)]).toEqual(records);
    expect([...generateDemo({ ...size, seed: 8 })]).not.toEqual(records);
  });

  test.each([
    [1, 1],
    [3, 50],
    [200, 500],
    [50, 10],
  ])('has exactly the requested %d companies and %d deals', (companyCount, dealCount) => {
    const kinds = [...generateDemo({ ...size, companies: companyCount, deals: dealCount })].map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'company')).toHaveLength(companyCount);
    expect(kinds.filter((kind) => kind === 'deal')).toHaveLength(dealCount);
  });

  test('ends on its day, has rounds on each of the last seven days, and no round was added before its announcement', () => {
    const days = deals.flatMap(({ date }) => (date ? [date] : []));
    expect(days.toSorted().at(-1)).toBe(size.today);
    const week = Array.from({ length: 7 }, (_, ago) =>
      new Date(Date.parse(size.today) - ago * dayMs).toISOString().slice(0, 10),
    );
    expect(days).toEqual(expect.arrayContaining(week));
    for (const { date, createdAt } of deals) {
      if (date) expect(Date.parse(createdAt)).toBeGreaterThan(Date.parse(date));
      expect(Date.parse(createdAt)).toBeLessThan(Date.parse(size.today) + dayMs / 24);
    }
  });

  test('has everything a real one has: pre-rounds, extensions, intermediate steps, undisclosed sizes, currencies, leads, angels', () => {
    const has = (wanted: (deal: ImportedDeal) => boolean | undefined) => deals.filter(wanted).length;
    expect(has(({ pre, extension }) => pre && !extension)).toBeGreaterThan(20);
    expect(has(({ extension }) => extension)).toBeGreaterThan(10);
    expect(has(({ intermediate }) => intermediate !== 'NONE')).toBeGreaterThan(2);
    expect(has(({ raised }) => raised === null)).toBeGreaterThan(20);
    expect(has(({ valuation }) => valuation !== null)).toBeGreaterThan(50);
    expect(has(({ angels }) => (angels?.length ?? 0) > 0)).toBeGreaterThan(50);
    expect(has(({ investors }) => investors?.some(({ partners }) => (partners?.length ?? 0) > 0))).toBeGreaterThan(100);
    expect(has(({ articles }) => (articles?.length ?? 0) > 0)).toBeGreaterThan(200);
    expect(new Set(deals.map(({ roundType }) => roundType)).size).toBeGreaterThan(12);
    expect(new Set(deals.flatMap(({ financings }) => financings.map(({ currency }) => currency))).size).toBeGreaterThan(
      6,
    );
    expect(companies.map(({ status }) => status)).toEqual(
      expect.arrayContaining(['private', 'public', 'acquired', 'closed']),
    );
  });

  test('has sizes that rise from seed to series C', () => {
    const median = (type: string) => {
      const sizes = deals.filter(({ roundType, extension, raised }) => roundType === type && !extension && raised);
      return sizes.map(({ raised }) => raised ?? 0).toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 0;
    };
    const medians = ['SEED', 'SERIES_A', 'SERIES_B', 'SERIES_C'].map(median);
    expect(medians).toEqual(medians.toSorted((a, b) => a - b));
  });

  test('has financings that add up to the round, in their own currency and in dollars', () => {
    for (const { raised, financings } of deals) {
      if (raised) expect(Math.abs(sum(financings.map(({ sizeUsd }) => sizeUsd ?? 0)) - raised)).toBeLessThan(2);
      else expect(financings.every(({ sizeUsd }) => sizeUsd === undefined)).toBe(true);
    }
  });

  test('has different descriptions, names beyond ASCII, and domains that cannot be registered', () => {
    const texts = companies.map(({ longDescription }) => longDescription);
    expect(new Set(texts).size).toBe(texts.length);
    expect(companies.filter(({ name }) => /[^\x20-\x7e]/.test(name)).length).toBeGreaterThan(companies.length / 60);
    for (const { domain } of companies) expect(domain).toMatch(/^[a-z0-9-]+\.example$/);
  });

  test('rarely describes two of a hundred companies with the same line', () => {
    const lines = companies.map(({ name, shortDescription }) => shortDescription?.replaceAll(name, ''));
    expect(new Set(lines).size).toBeGreaterThan(companies.length * 0.95);
  });

  test('has no rounds in the last year before a company closes', () => {
    const closed = new Set(companies.filter(({ status }) => status === 'closed').map(({ key }) => key));
    const dates = deals.flatMap(({ companyKey, date }) => (closed.has(companyKey) && date ? [date] : []));
    expect(dates.length).toBeGreaterThan(0);
    expect(dates.toSorted().at(-1)?.localeCompare('2025-03-01')).toBe(-1);
  });

  test('has early investors that seldom lead late rounds', () => {
    const seedInvestors = new Set(
      records.flatMap((record) =>
        record.kind === 'investor' && record.investmentStages?.join() === 'Seed' ? [record.key] : [],
      ),
    );
    const share = (types: string[]) => {
      const leads = deals
        .filter(({ roundType }) => types.includes(roundType))
        .flatMap(({ investors = [] }) => investors.filter(({ lead }) => lead));
      return leads.filter(({ key }) => seedInvestors.has(key)).length / leads.length;
    };
    expect(share(['SEED'])).toBeGreaterThan(2 * share(['SERIES_B', 'SERIES_C', 'SERIES_D']));
  });

  test('has syndicates that repeat', () => {
    const pairs = new Map<string, number>();
    for (const { investors = [] } of deals) {
      for (const { key } of investors.slice(1))
        pairs.set(`${investors[0]?.key} ${key}`, (pairs.get(`${investors[0]?.key} ${key}`) ?? 0) + 1);
    }
    expect([...pairs.values()].filter((times) => times > 1).length).toBeGreaterThan(20);
  });
});
