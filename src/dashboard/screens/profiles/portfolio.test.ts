import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { type DealRecord, freeNames, unlockedCompanies, unlockedRoundInvestors } from '../../records/records.ts';
import { formatPortfolioCsv } from './portfolio-csv.ts';
import { listPortfolioParts } from './portfolio-table.tsx';
import { buildPortfolio, filterPortfolio, type PortfolioRow, portfolioKeys, sortPortfolio } from './portfolio.ts';

const buildDeal = (id: string, part: Partial<DealRecord> = {}): DealRecord => ({
  id,
  company_id: null,
  investor_ids: ['me'],
  angel_investor_ids: [],
  financings: [],
  round_type: 'SEED',
  extension: false,
  pre: false,
  intermediate: 'NONE',
  date: null,
  created_at: null,
  total_round_raised: null,
  deal_descriptions: null,
  valuation: null,
  ...part,
});

beforeEach(() => [unlockedCompanies, unlockedRoundInvestors, freeNames].forEach((store) => store.reset()));

test('an investment says what is unlocked of it, and counts what is not', () => {
  unlockedCompanies.add([
    { id: 'c', name: 'Anvil', short_description: 'Forges.', industries: [], location: {} } as never,
  ]);
  freeNames.add([{ id: 'b', kind: 'investor', name: 'Brook', remark: '' }]);
  const deal = buildDeal('d', { company_id: 'c', investor_ids: ['a', 'b', 'me'], angel_investor_ids: ['x'] });
  const [locked] = buildPortfolio([deal], 'me', new Set(['d']));
  expect(locked).toMatchObject({ companyName: 'Anvil', about: 'Forges.', unnamed: 2, isMatch: true });
  expect(locked!.isLead).toBeUndefined();
  const lead = (id: string, isLead: boolean | null) => ({ id, lead_investor: isLead, personnel: [] }) as never;
  unlockedRoundInvestors.add([{ id: 'd', firms: [lead('me', false), lead('b', true), lead('a', null)], angels: [] }]);
  expect(buildPortfolio([deal], 'me', new Set())[0]).toMatchObject({ isLead: false, isMatch: false });
  unlockedRoundInvestors.add([{ id: 'd', firms: [lead('me', null)], angels: [] }]);
  expect(buildPortfolio([deal], 'me', new Set())[0]!.isLead).toBeNull();
});

const rows: fc.Arbitrary<PortfolioRow[]> = fc
  .array(
    fc.record({
      day: fc.option(fc.constantFrom('2025-01-01', '2026-02-03'), { nil: undefined }),
      usd: fc.option(fc.nat(3)),
      isMatch: fc.boolean(),
      isLead: fc.constantFrom(true, false, null, undefined),
      companyName: fc.option(fc.constantFrom('Anvil', 'Brook', 'Élan'), { nil: undefined }),
    }),
    { maxLength: 12 },
  )
  .map((drawn) =>
    drawn.map(({ usd, ...one }, at) => ({
      id: `d${at}`,
      deal: buildDeal(`d${at}`, { total_round_raised: usd }),
      about: '',
      round: 'Seed',
      coInvestors: [],
      unnamed: 0,
      place: '',
      industries: '',
      ...one,
    })),
  );
const columns = Object.keys(portfolioKeys) as (keyof typeof portfolioKeys)[];

test('a sort keeps every row, puts unknown values last both ways, and orders the known ones', () => {
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom(...columns),
      fc.constantFrom(1 as const, -1 as const),
      (all, column, direction) => {
        const sorted = sortPortfolio(all, column, direction);
        expect(new Set(sorted)).toEqual(new Set(all));
        const read: (row: PortfolioRow) => string | number | undefined = portfolioKeys[column];
        const values = sorted.map(read);
        const known = values.filter((value) => value !== undefined);
        expect(values.slice(0, known.length)).toEqual(known);
        for (const [at, value] of known.slice(1).entries()) {
          const before = known[at]!;
          const order = typeof value === 'string' ? String(before).localeCompare(value) : Number(before) - (value ?? 0);
          expect(order * direction).toBeLessThanOrEqual(0);
        }
      },
    ),
  );
});

test('without a chosen order the matches of the search come first', () => {
  fc.assert(
    fc.property(rows, (all) => {
      const sorted = sortPortfolio(all, undefined, 1);
      const matches = all.filter(({ isMatch }) => isMatch).length;
      expect(sorted.slice(0, matches).every(({ isMatch }) => isMatch)).toBe(true);
    }),
  );
});

test('a filter keeps rows with all words, and the part that is chosen', () => {
  fc.assert(
    fc.property(rows, fc.constantFrom('all' as const, 'matches' as const, 'led' as const), (all, part) => {
      const kept = filterPortfolio(all, { part, find: ' anv SEED ' });
      for (const row of all) {
        const isPart = part === 'all' || (part === 'matches' ? row.isMatch : row.isLead === true);
        expect(kept.includes(row)).toBe(isPart && row.companyName === 'Anvil');
      }
    }),
  );
});

test('the number of led deals is said with the total while some roles are locked', () => {
  const one = (isLead: boolean | undefined) => ({ ...buildPortfolio([buildDeal('d')], 'me', new Set())[0]!, isLead });
  const names = (ledTotal: number | null, ...leads: (boolean | undefined)[]) =>
    listPortfolioParts(leads.map(one), false, ledTotal).map(([, name]) => name);
  expect(names(9, true, undefined, false)).toEqual(['All 3', 'Led 1 of 9']);
  expect(names(1, true, false)).toEqual(['All 2', 'Led 1']);
  expect(names(null, true)).toEqual(['All 1', 'Led 1']);
  expect(names(9, undefined)).toEqual(['All 1']);
});

test('an exported portfolio has what is unlocked, and leaves the rest blank', () => {
  unlockedCompanies.add([
    {
      id: 'c',
      name: 'Anvil',
      domain: 'anvil.example',
      short_description: 'Forges.',
      industries: [],
      location: {},
    } as never,
  ]);
  freeNames.add([{ id: 'b', kind: 'investor', name: 'Brook', remark: '' }]);
  const deals = [
    buildDeal('d', {
      company_id: 'c',
      investor_ids: ['a', 'b', 'me'],
      total_round_raised: 5e6,
      date: '2026-01-02T00:00:00Z',
    }),
    buildDeal('e'),
  ];
  expect(
    formatPortfolioCsv(buildPortfolio(deals, 'me', new Set()))
      .split('\r\n')
      .slice(1),
  ).toEqual(['d,2026-01-02,Anvil,anvil.example,Forges.,Seed,5000000,,,Brook,,', 'e,,,,,Seed,,,,,,', '']);
});

test('a phrase in quotes is found as it is, words without quotes in any order', () => {
  const row = (name: string) => ({
    ...buildPortfolio([buildDeal(name)], 'me', new Set())[0]!,
    coInvestors: [{ id: name, name }],
  });
  const all = [row('North Seed Fund'), row('Fund North')];
  const find = (text: string) => filterPortfolio(all, { part: 'all', find: text }).map(({ id }) => id);
  expect(find('fund north')).toEqual(['North Seed Fund', 'Fund North']);
  expect(find('"fund north"')).toEqual(['Fund North']);
  expect(find('"')).toEqual(['North Seed Fund', 'Fund North']);
});
