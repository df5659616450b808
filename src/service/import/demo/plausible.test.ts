import { describe, expect, test } from 'vitest';
import type { EmployeeRange } from '#contract/enums.ts';
import { readTaxonomy } from '../../lookups/taxonomy.ts';
import type { ImportedDeal } from '../records.ts';
import { generateDemo } from './generate.ts';
import investorKinds from './data/investor-kinds.json';
import { sectors } from './sectors.ts';

const records = [...generateDemo({ companies: 6000, deals: 13_500, seed: 3, today: '2026-03-01' })];
const companies = records.filter((record) => record.kind === 'company');
const investors = records.filter((record) => record.kind === 'investor');
const people = records.filter((record) => record.kind === 'person');
const deals = records.filter((record) => record.kind === 'deal');

/** Groups records by each of their keys. */
function groupBy<T>(list: T[], keysOf: (record: T) => string[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const record of list) {
    for (const key of keysOf(record)) {
      const group = groups.get(key);
      if (group) group.push(record);
      else groups.set(key, [record]);
    }
  }
  return groups;
}
const dealsOf = groupBy(deals, ({ companyKey }) => [companyKey]);
const investorDeals = groupBy(deals, ({ investors: list = [] }) => list.map(({ key }) => key));
const angelDeals = groupBy(deals, ({ angels = [] }) => angels);
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const raisedOf = (list: ImportedDeal[]) => sum(list.map(({ raised }) => raised ?? 0));

const isSeedOnly = (key: string) =>
  investors.find((investor) => investor.key === key)?.investmentStages?.join() === 'Seed';

describe('companies', () => {
  test('have unique names, none of a well-known company', () => {
    expect(new Set(companies.map(({ name }) => name)).size).toBe(companies.length);
    expect(new Set(companies.map(({ domain }) => domain)).size).toBe(companies.length);
    const famous = new Set(
      `honeywell bridgestone snowflake cloudflare coinbase stripe salesforce swiftkey timberland tidelift riverlane
      hazelcast saltstack brookfield springboard medline lithium helium sonova cytiva modelo opera oracle`.split(/\s+/),
    );
    expect(companies.filter(({ permalink }) => famous.has(permalink))).toEqual([]);
  });

  test('have industries that we know', () => {
    const known = new Set(readTaxonomy().flatMap(({ permalink, type }) => (type === 'INDUSTRY' ? [permalink] : [])));
    const unknown = companies.flatMap(({ industries = [] }) => industries.filter((name) => !known.has(name)));
    expect(unknown).toEqual([]);
  });

  test('have the industries that the search templates name', () => {
    for (const wanted of ['financial-technology', 'software-as-a-service', 'clean-technology', 'cybersecurity']) {
      const list = companies.filter(({ industries = [] }) => industries.includes(wanted));
      expect(list.length, wanted).toBeGreaterThan(companies.length / 50);
    }
  });

  test('have unique descriptions: among 200 companies of one industry no two are the same', () => {
    const byIndustry = groupBy(companies, ({ industries: [main = ''] = [] }) => [main]);
    for (const [industry, list] of byIndustry) {
      const lines = list.slice(0, 200).map(({ name, shortDescription }) => shortDescription?.replaceAll(name, '…'));
      expect(new Set(lines).size, industry).toBe(lines.length);
    }
    const bySector = sectors.map(({ niches }) => new Set(niches.map(({ industries }) => industries[0])));
    for (const industries of bySector) {
      const list = companies.filter(({ industries: [main = ''] = [] }) => industries.has(main)).slice(0, 200);
      const frames = list.map(({ shortDescription = '' }) => shortDescription?.split(' ').slice(-4).join(' '));
      // Even the endings of sentences rarely repeat.
      expect(new Set(frames).size).toBeGreaterThan(list.length * 0.2);
    }
  });

  test('have descriptions that say once whom a product is for', () => {
    const products = sectors.flatMap(({ niches }) => niches.flatMap(({ product }) => product));
    const lines = companies.map(({ shortDescription }) => shortDescription?.toLowerCase() ?? '');
    const named = products.filter((text) => text.includes(' for '));
    const repeated = named.filter((text) => lines.some((line) => line.includes(`${text} for `.toLowerCase())));
    expect(repeated).toEqual([]);
  });

  test('have one-line descriptions without holes or doubled words', () => {
    for (const { shortDescription = '', longDescription = '' } of companies) {
      expect(shortDescription).toMatch(/^[\p{Lu}\p{Lt}].*\.$/u);
      expect(`${shortDescription} ${longDescription}`).not.toMatch(/\$|undefined| {2}|\.\.| ,| \./);
      expect(longDescription?.replaceAll(/[A-Z]\w+ [A-Z]\w+/g, '')).not.toMatch(/\b(\w{3,}) \1\b/);
      expect(shortDescription?.length).toBeLessThan(220);
    }
  });

  test('employ more people the later their stage', () => {
    const readMin = (range: EmployeeRange | null | undefined) => Number.parseInt(range ?? '', 10);
    const sizesAt = (type: string) =>
      companies.flatMap(({ key, numEmployees }) =>
        numEmployees && dealsOf.get(key)?.at(-1)?.roundType === type ? [readMin(numEmployees)] : [],
      );
    const sizes = ['SEED', 'SERIES_A', 'SERIES_B', 'SERIES_C', 'SERIES_D'].map(
      (type) => sum(sizesAt(type)) / sizesAt(type).length,
    );
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(Math.max(...sizesAt('SEED'))).toBeLessThanOrEqual(51);
  });

  test('are founded before their first round and raise in the order of the rounds', () => {
    for (const { key, founded } of companies) {
      const dates = (dealsOf.get(key) ?? []).flatMap(({ date }) => date ?? []);
      expect([founded ?? '', ...dates]).toEqual([founded ?? '', ...dates].toSorted());
      const series = (dealsOf.get(key) ?? []).flatMap(({ roundType }) => /^SERIES_(.)$/.exec(roundType)?.[1] ?? []);
      expect(series).toEqual(series.toSorted());
    }
  });
});

describe('valuations', () => {
  test('are known of at least every sixth deal', () => {
    expect(deals.filter(({ valuation }) => valuation).length).toBeGreaterThan(deals.length / 6);
  });

  test('exceed what the round raised, and rise', () => {
    for (const list of dealsOf.values()) {
      for (const { valuation, raised } of list) if (valuation) expect(valuation.usd).toBeGreaterThan(raised ?? 0);
      const posts = list.flatMap(({ valuation, raised }) =>
        valuation ? [valuation.type === 'PRE_MONEY' ? valuation.usd + (raised ?? 0) : valuation.usd] : [],
      );
      expect(posts).toEqual(posts.toSorted((a, b) => a - b));
    }
  });

  test('exceed everything that the company has raised so far', () => {
    for (const list of dealsOf.values()) {
      const latest = list.findLast(({ valuation }) => valuation)?.valuation;
      expect(latest?.usd ?? Infinity).toBeGreaterThan(raisedOf(list));
    }
  });
});

describe('round sizes', () => {
  test('stay in the usual range of their stage', () => {
    const limits = { SEED: 2e7, SERIES_A: 8e7, SERIES_B: 2e8, SERIES_C: 4e8, GRANT: 1.3e7, CROWDFUNDING: 5.5e6 };
    for (const [type, limit] of Object.entries(limits)) {
      const sizes = deals.flatMap(({ roundType, raised }) => (roundType === type && raised ? [raised] : []));
      expect(sizes.length, type).toBeGreaterThan(50);
      expect(Math.max(...sizes), type).toBeLessThanOrEqual(limit);
    }
  });
});

describe('investors', () => {
  test('have a few hundred forms of names, and no two the same name', () => {
    expect(sum(investorKinds.map(({ names }) => names.length))).toBeGreaterThan(150);
    expect(new Set(investors.map(({ name }) => name)).size).toBe(investors.length);
    expect(sum(investorKinds.map(({ share }) => share))).toBe(100);
  });

  test('that are early invest in early rounds only, and less often than large firms', () => {
    const early = [...investorDeals].filter(([key]) => isSeedOnly(key));
    expect(early.length).toBeGreaterThan(200);
    const types = new Set(early.flatMap(([, list]) => list.map(({ roundType }) => roundType)));
    for (const late of ['SERIES_B', 'SERIES_C', 'SERIES_D']) expect(types).not.toContain(late);
    const largest = Math.max(...[...investorDeals.values()].map(({ length }) => length));
    expect(Math.max(...early.map(([, { length }]) => length))).toBeLessThan(largest / 2);
    expect(median(early.map(([, list]) => median(list.map(({ raised }) => raised ?? 0))))).toBeLessThan(3e6);
  });

  test('have a long tail: a tenth makes a third of all investments, and none is in every round', () => {
    const counts = [...investorDeals.values()].map(({ length }) => length).toSorted((a, b) => b - a);
    expect(sum(counts.slice(0, investors.length / 10))).toBeGreaterThan(sum(counts) / 4);
    expect(counts[0]).toBeLessThan(deals.length * 0.02);
    expect(counts[0]).toBeGreaterThan(median(counts) * 5);
  });

  test('who are angels invest in small rounds, a few times', () => {
    const counts = [...angelDeals.values()].map(({ length }) => length);
    expect(median(counts)).toBeLessThan(12);
    expect(Math.max(...counts)).toBeLessThan(deals.length * 0.005);
    const types = new Set([...angelDeals.values()].flatMap((list) => list.map(({ roundType }) => roundType)));
    for (const late of ['SERIES_B', 'SERIES_C', 'DEBT_FINANCING']) expect(types).not.toContain(late);
  });

  test('with a sector stay in it', () => {
    const fieldOf = (key: string) => companies.find((company) => company.key === key)?.industries?.[0] ?? '';
    const life = new Set(
      sectors
        .filter(({ name }) => /^(Bio|Health)/.test(name))
        .flatMap(({ niches }) => niches.map(({ industries }) => industries[0])),
    );
    const funds = investors.filter(({ name }) => / Life Sciences$| Bio Partners$| Health Ventures$/.test(name));
    const fields = funds.flatMap(({ key }) =>
      (investorDeals.get(key) ?? []).map(({ companyKey }) => fieldOf(companyKey)),
    );
    expect(fields.length).toBeGreaterThan(50);
    expect(fields.filter((field) => life.has(field)).length).toBeGreaterThan(fields.length * 0.9);
  });
});

describe('people', () => {
  test('have names from many cultures, and consecutive jobs', () => {
    expect(people.filter(({ name }) => /[^\x20-\x7e]/.test(name)).length).toBeGreaterThan(people.length / 30);
    expect(new Set(people.map(({ name }) => name)).size).toBeGreaterThan(people.length * 0.6);
    // More than a search returns, so that a person's full record has more to show.
    expect(people.filter(({ employments = [] }) => employments.length > 3).length).toBeGreaterThan(people.length / 50);
    for (const { employments = [], educations = [] } of people) {
      for (const [at, former] of employments.slice(1).entries()) {
        expect(former.endDate?.localeCompare(employments[at]?.startDate ?? '')).toBeLessThan(1);
      }
      for (const { startDate, endDate } of [...employments, ...educations]) {
        if (endDate) expect(startDate?.localeCompare(endDate)).toBe(-1);
      }
    }
  });
});
