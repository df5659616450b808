import { expect, test } from 'vitest';
import { openForTests } from '../../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../../testing/database.ts';
import type { SourceRecord } from '../records.ts';
import {
  createCompany,
  createDeal,
  empty,
  createInvestor,
  loadAs,
  createPerson,
  readFacts,
  readGroups,
  sanFrancisco,
} from '../testing-records.ts';

const database = openForTests(openTestDatabase);

/** Random numbers from a seed, so that a failure can be reproduced. */
function openDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

/** A source whose records share a few names and addresses, so that many of them match those of other sources. */
function makeSource(roll: (sides: number) => number): SourceRecord[] {
  const maybe = <T>(value: T): T | null => (roll(3) === 0 ? null : value);
  const names = ['Red Acorn', 'Blue Acorn', 'Oak', 'Elm Labs', 'Ash', 'Yew Systems'];
  const nameOf = () => names[roll(names.length)] ?? '';
  const investors = [0, 1, 2].map((number) =>
    createInvestor(`investor ${number}`, { name: `${nameOf()} Fund`, domain: maybe(`investor${roll(4)}.vc`) }),
  );
  const companies = Array.from({ length: 14 }, (_none, number) =>
    createCompany(`company ${number}`, {
      name: nameOf(),
      ...(roll(2) === 0 ? { slug: `slug-${roll(14)}` } : {}),
      domain: maybe(`site${roll(14)}.com`),
      founded: maybe(`${2008 + roll(6)}-01-01`),
      status: maybe(roll(2) === 0 ? ('private' as const) : ('acquired' as const)),
      place: roll(2) === 0 ? sanFrancisco : { country: 'united-states', region: 'north-america' },
      shortDescription: maybe(`Words ${roll(100)}`),
    }),
  );
  const people = Array.from({ length: 10 }, (_none, number) =>
    createPerson(`person ${number}`, {
      name: `Ann ${roll(4)}`,
      linkedin: maybe(`https://www.linkedin.com/in/ann-${roll(12)}`),
      employments: [{ companyKey: `company ${roll(14)}`, companyName: 'A company', isCurrent: roll(2) === 0 }],
    }),
  );
  const deals = Array.from({ length: 20 }, (_none, number) =>
    createDeal(`deal ${number}`, `company ${roll(14)}`, {
      roundType: roll(2) === 0 ? 'SEED' : 'SERIES_A',
      date: `2013-04-0${1 + roll(9)}`,
      raised: maybe(1e6 * (1 + roll(2))),
      investors: [{ key: `investor ${roll(3)}`, lead: maybe(roll(2) === 0) }],
      angels: [`person ${roll(10)}`],
    }),
  );
  return [...investors, ...companies, ...people, ...deals];
}

/** Every source is once first, in the middle and last, and every pair is in both orders. */
const orders = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

test.each([1, 2])(
  'merges and their facts do not depend on the order of imports (seed %i)',
  async (seed) => {
    const roll = openDice(seed);
    const sources = [0, 1, 2].map((number) => ({
      key: `source-${number}`,
      records: makeSource(roll),
      year: 2012 + number,
    }));
    const results: unknown[] = [];
    for (const order of orders) {
      await empty(database.sql);
      for (const number of order) {
        const { key, records, year } = sources[number] ?? { key: '', records: [], year: 0 };
        await loadAs(database.sql, key, records, year);
      }
      const facts = Object.entries(await readFacts(database.sql)).map(([table, rows]) => [
        table,
        rows.map(withoutIds).toSorted(),
      ]);
      results.push({ groups: await readGroups(database.sql), facts });
    }
    expect((results[0] as { groups: string[] }).groups.length).toBeGreaterThan(10);
    for (const result of results.slice(1)) expect(result).toEqual(results[0]);
  },
  120_000,
);

/** Ids and permalinks are those of the record that was imported first. */
const withoutIds = (row: string) =>
  row.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '').replace(/"permalink": "[^"]*"/, '');
