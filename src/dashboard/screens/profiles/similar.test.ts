import { expect, test } from 'vitest';
import { relevanceBands } from '#contract/relevance.ts';
import { rankSimilar, withoutWeak } from './similar.ts';

const describe = (id: string, short: string, industries: readonly string[] = []) => ({
  id,
  short_description: short,
  long_description: null,
  industries: industries.map((permalink) => ({ permalink, name: permalink })),
});

const battery = describe('battery', 'Grid batteries that store wind power', ['energy']);
const others = [
  describe('storage', 'Batteries for the power grid', ['energy']),
  describe('turbine', 'Repairs wind turbines', ['energy']),
  describe('payroll', 'Payroll for restaurants', ['hr']),
  describe('tax', 'Taxes for restaurants', ['finance']),
];

test('the companies with most in common come first, those with nothing are left out', () => {
  expect(rankSimilar(battery, [battery, ...others], 10)).toEqual(['storage', 'turbine']);
  expect(rankSimilar(battery, others, 1)).toEqual(['storage']);
});

test('a company without a description has no similar ones', () => {
  expect(rankSimilar(describe('blank', ''), others, 10)).toEqual([]);
});

test('companies with little in common do not fill the list up', () => {
  const weak = describe('weak', 'Sells power drills, saws, ladders, paint and garden chairs to homes');
  expect(rankSimilar(battery, [...others, weak], 10)).not.toContain('weak');
});

test('results of a search that are not even related are left out, those without a similarity stay', () => {
  const { related } = relevanceBands;
  const figures = { near: { similarity: 0.9 }, edge: { similarity: related }, weak: { similarity: related - 0.01 } };
  expect(withoutWeak(['near', 'edge', 'weak', 'unknown'], figures)).toEqual(['near', 'edge', 'unknown']);
});
