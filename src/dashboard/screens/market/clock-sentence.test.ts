import { expect, test } from 'vitest';
import { buildDealsSearch } from './deals-link.tsx';
import { type Clock, joinSentence, writeClockBasis, writeClockSentence } from './clock-sentence.ts';
import { marketUrl } from './market-url.ts';
import { readUrl } from '../../platform/url/url.ts';

const period = (start: string, end: string, value: number | null, more: Partial<Clock['periods'][number]> = {}) => ({
  start,
  end,
  age: 54,
  is_running: false,
  deals: value ?? 0,
  value,
  stages: [],
  expected: null,
  year_before: null,
  ...more,
});

const buildClock = (latest: Clock['latest'], periods: Clock['periods']): Clock => ({
  periods,
  latest,
  ages: { days: [], latest: [], previous: [], earlier: [], earlier_periods: 0, expected: [] },
  estimate: { state: 'estimated', tested: 12, held: 10 },
});
const compared = (start: string, value: number, byNow: number, isClose = false) => ({
  start,
  value,
  by_now: byNow,
  is_close: isClose,
});
const q3 = period('2026-07-01', '2026-09-30', 412, { expected: { value: 610, low: 560, high: 660 } });
const write = (clock: Clock, measure: 'deals' | 'amount' | 'median' = 'deals') =>
  joinSentence(writeClockSentence(clock, measure, 'quarter'));

test('compares the latest quarter at the same age, and denies what other ages would say', () => {
  const latest = {
    start: '2026-07-01',
    age: 54,
    previous: compared('2026-04-01', 398, 597),
    year_before: compared('2025-07-01', 371, 547),
  };
  const parts = writeClockSentence(buildClock(latest, [q3]), 'deals', 'quarter');
  expect(joinSentence(parts)).toBe(
    'Q3: 412 reported, 560 to 660 expected. At the same age Q2 had 398: up 4%, not down 31%. A year before, Q3 2025 had 371: up 11%, not down 25%.',
  );
  // The figure of Q2 opens what was known of it at that age.
  const { value: url } = readUrl(marketUrl, { round: ['SEED'], from: ['2023-01-01'] });
  expect(buildDealsSearch(url, parts.find(({ text }) => text === '398')!.behind!)).toEqual({
    round: ['SEED'],
    from: ['2026-04-01'],
    to: ['2026-06-30'],
    added_to: ['2026-08-23'],
  });
});

test('a difference that chance explains is too close to call, at any size', () => {
  const latest = {
    start: '2026-07-01',
    age: 54,
    previous: compared('2026-04-01', 398, 597, true),
    year_before: null,
  };
  expect(write(buildClock(latest, [q3]))).toBe(
    'Q3: 412 reported, 560 to 660 expected. At the same age Q2 had 398: too close to call, not down 31%.',
  );
});

test('says nothing that is not known: no estimate, no earlier quarter, too few amounts, no quarter at all', () => {
  const latest = { start: '2026-07-01', age: 54, previous: null, year_before: null };
  const plain = period('2026-07-01', '2026-09-30', 412);
  expect(write(buildClock(latest, [plain]))).toBe('Q3: 412 reported.');
  expect(write(buildClock(latest, [{ ...plain, value: 4_100_000_000 }]), 'amount')).toBe('Q3: $4.1B reported.');
  expect(write(buildClock(latest, [{ ...plain, value: null }]), 'median')).toBe(
    'Q3: fewer than 8 disclosed amounts, so no median is shown.',
  );
  // A count that is complete has nothing more to come; a median moves either way.
  const settled = { ...plain, expected: { value: 412, low: 412, high: 412 } };
  expect(write(buildClock(latest, [settled]))).toBe('Q3: 412 reported.');
  const median = { ...plain, value: 2_800_000, expected: { value: 2.6e6, low: 2.5e6, high: 2.7e6 } };
  expect(write(buildClock(latest, [median]), 'median')).toBe('Q3: median $2.8M, $2.5M to $2.7M expected.');
  expect(write(buildClock(null, []))).toBe('No full quarter yet.');
  const none = { ...latest, previous: compared('2026-04-01', 0, 0) };
  expect(write(buildClock(none, [plain]))).toBe('Q3: 412 reported. At the same age Q2 had 0: up from none.');
});

test('the basis names the method or why there is none, and how much of the running quarter has passed', () => {
  const running = period('2026-10-01', '2026-11-22', 163, { is_running: true });
  const clock = buildClock(null, [period('2023-01-01', '2023-03-31', 588), running]);
  const facts = { deals: 8329, knownOn: '2026-11-22', kind: 'quarter' } as const;
  expect(writeClockBasis(clock, facts)).toBe(
    'n 8,329 deals announced 1 Jan 2023 to 22 Nov 2026, UTC, by first report. Expected: from the ages at which earlier deals were reported; the range held in 10 of 12 quarters before. Q4 covers 53 of 92 days.',
  );
  const bulk = { ...clock, estimate: { state: 'none', reason: 'bulk_import', day: '2026-11-20' } } as const;
  expect(writeClockBasis(bulk, facts)).toContain('because the deals were added in bulk on 20 Nov 2026.');
  const few = { ...clock, estimate: { state: 'none', reason: 'few_periods', day: null } } as const;
  expect(writeClockBasis(few, facts)).toContain('because that takes 8 quarters with reports.');
});
