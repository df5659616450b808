import { expect, test } from 'vitest';
import { UnlockedRecords } from './unlocked-records.ts';

const company = (at: number) => ({ id: `c${at}`, name: `Company ${at}` });

test('full records are listed, others are only found by name', () => {
  const records = new UnlockedRecords();
  records.add({ companies: [company(1)], total_count: 5 }, true);
  records.add({ companies: [company(2)] }, false);
  records.add({ deals: [{ id: 'd1', investor_ids: ['i1', 'i2'], angel_investor_ids: ['p1'] }] }, true);
  expect(records.list()).toEqual([
    { kind: 'company', ...company(1) },
    { kind: 'deal', id: 'd1' },
  ]);
  expect(records.list('company', 'COMPANY')).toEqual([{ kind: 'company', ...company(1) }]);
  expect(records.findNamed('company', 'company 2')).toEqual([{ kind: 'company', ...company(2) }]);
  expect([records.countInvestors('D1'), records.countInvestors('d2')]).toEqual([3, undefined]);
});

test('a session keeps the newest 20,000 records', () => {
  const records = new UnlockedRecords();
  records.add({ companies: Array.from({ length: 20_001 }, (_, at) => company(at)) }, true);
  expect(records.list()).toHaveLength(20_000);
  expect(records.list('company', 'Company 0')).toEqual([]);
});

test('a response without its records, as another service may send, has none', () => {
  const unlocked = new UnlockedRecords();
  unlocked.add({ deals: null, company: null }, true);
  expect(unlocked.list()).toEqual([]);
});
