import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundInvestors, planProfile, type ProfileOwner } from './profile-plan.ts';

const owner = (total: number | null): ProfileOwner => ({
  kind: 'investor',
  id: 'i1',
  isLocked: true,
  hasPeople: false,
  history: {
    of: ['investor_deals', 'i1'],
    deals: [],
    listed: 0,
    whole: false,
    total,
    knownAfter: undefined,
    at: undefined,
  },
});

test('the bound of investors covers few rounds with 16 each, and many with eight on average', () => {
  const few = fc.array(fc.integer({ min: 0, max: 16 }), { maxLength: 9 });
  const many = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 10, maxLength: 300 });
  fc.assert(
    fc.property(fc.oneof(few, many), (rounds) => {
      expect(boundInvestors(rounds.length)).toBeGreaterThanOrEqual(rounds.reduce((sum, one) => sum + one, 0));
    }),
  );
});

test('the price of a profile never falls with its deals, and never below that of counted investors', () => {
  const count = fc.integer({ min: 0, max: 400 });
  fc.assert(
    fc.property(count, (deals) => {
      const { tenths } = planProfile(owner(deals), deals);
      expect(planProfile(owner(deals + 1), deals + 1).tenths).toBeGreaterThanOrEqual(tenths);
      expect(planProfile(owner(deals), deals, boundInvestors(deals)).tenths).toBe(tenths);
    }),
  );
});

test('a plan says what it leaves out where nothing tells how many deals there are', () => {
  expect(planProfile(owner(null), 25).parts).toMatch(/^the newest 25 deals, .*, without older deals, whose number is/);
  expect(planProfile(owner(34), 34).parts).toMatch(/^34 deals, up to 34 companies, up to 272 investors with leads, /);
});
