import fc from 'fast-check';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Config } from '#contract/config.ts';
import {
  type DealRecord,
  freeNames,
  unlockedCompanies,
  unlockedDeals,
  unlockedRoundInvestors,
} from '../../../records/records.ts';
import { changeConnection } from '../../../platform/http/connection.ts';
import { chooseAffordable, findMissingParts, priceMissingParts } from '../kit/record/missing-parts.ts';
import { buildDealRow } from './rows.ts';

const buildDeal = (id: string, company: string, investors: readonly string[]): DealRecord => ({
  id,
  company_id: company,
  investor_ids: [...investors],
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
});

type World = {
  readonly deals: readonly DealRecord[];
  readonly unlockedNames: readonly string[];
  readonly freeOnes: readonly string[];
  readonly knownRounds: readonly string[];
};
const someOf = (ids: readonly string[]) => fc.subarray([...ids]);
const companyIds = ['c0', 'c1', 'c2'];
const dealIds = ['d0', 'd1', 'd2', 'd3'];
const worlds: fc.Arbitrary<World> = fc.record({
  deals: fc
    .tuple(...dealIds.map(() => fc.tuple(fc.constantFrom(...companyIds), someOf(['i0', 'i1', 'i2']))))
    .map((drawn) => drawn.map(([company, investors], at) => buildDeal(dealIds[at]!, company, investors))),
  unlockedNames: someOf(companyIds),
  freeOnes: someOf(companyIds),
  knownRounds: someOf(dealIds),
});

beforeEach(reset);
afterEach(reset);
function reset(): void {
  changeConnection(new QueryClient(), { service: 'upstream', metered: true, names: false } as Config);
  for (const store of [unlockedDeals, unlockedCompanies, freeNames, unlockedRoundInvestors]) store.reset();
}

function fill({ unlockedNames, freeOnes, knownRounds }: World): void {
  unlockedCompanies.add(unlockedNames.map((id) => ({ id }) as never));
  freeNames.add(freeOnes.map((id) => ({ id, kind: 'company', name: id, remark: '' })));
  unlockedRoundInvestors.add(knownRounds.map((id) => ({ id, firms: [], angels: [] })));
}

/** The least that whole rows can cost, in credits: every choice of purchases is tried. */
function tryAll({ deals, unlockedNames, freeOnes, knownRounds }: World, withInvestors: boolean): number {
  let least = Infinity;
  for (let choice = 0; choice < 2 ** (companyIds.length + dealIds.length); choice += 1) {
    const isBought = (at: number) => Math.floor(choice / 2 ** at) % 2 === 1;
    const named = new Set([...unlockedNames, ...freeOnes, ...companyIds.filter((_, at) => isBought(at))]);
    const known = new Set([...knownRounds, ...dealIds.filter((_, at) => isBought(companyIds.length + at))]);
    const isAnswered = deals.every(
      ({ id, company_id: company, investor_ids: investors }) =>
        named.has(company!) && (!withInvestors || investors!.length === 0 || known.has(id)),
    );
    const rounds = deals.filter((_, at) => isBought(companyIds.length + at));
    const cost =
      companyIds.filter((_, at) => isBought(at)).length +
      rounds.reduce((sum, { investor_ids: investors }) => sum + investors!.length, 0);
    if (isAnswered) least = Math.min(least, cost);
  }
  return least;
}

test('what is bought for whole rows is the cheapest of all choices, on small worlds', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      reset();
      fill(world);
      expect(priceMissingParts(findMissingParts(world.deals, 'whole'))).toBe(10 * tryAll(world, true));
      expect(priceMissingParts(findMissingParts(world.deals, 'names'))).toBe(10 * tryAll(world, false));
      expect(priceMissingParts(findMissingParts(world.deals, 'rows'))).toBe(0);
    }),
    { numRuns: 150 },
  );
});

test('where names are free, companies with a name are still missing the rest of their record', () => {
  freeNames.add([{ id: 'c0', kind: 'company', name: 'Anvil', remark: 'anvil.example' }]);
  const deals = [buildDeal('d0', 'c0', [])];
  unlockedDeals.add(deals);
  expect(buildDealRow('d0')).toMatchObject({ companyName: 'Anvil', domain: 'anvil.example' });
  expect(findMissingParts(deals, 'whole').companies).toEqual([]);
  changeConnection(new QueryClient(), { service: 'own', metered: true, names: true } as Config);
  expect(findMissingParts(deals, 'whole').companies).toEqual(['c0']);
});

test('rounds are chosen until no other fits, and never cost more than what is left for them', () => {
  fc.assert(
    fc.property(worlds, fc.nat(120), ({ deals }, tenths) => {
      const chosen = chooseAffordable(deals, tenths);
      const spent = priceMissingParts({ companies: [], rounds: chosen });
      expect(spent).toBeLessThanOrEqual(tenths);
      const left = deals.filter((one) => !chosen.includes(one));
      for (const { investor_ids: investors } of left) expect(spent + investors!.length * 10).toBeGreaterThan(tenths);
    }),
  );
});
