import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLimitFaults, type LimitCall, type Moments } from './limit-faults.ts';

interface Limiter {
  most: number;
  windowMs: number;
  /** Whether it forgets its window with every answer that is lost. */
  forgets?: boolean;
}

interface Step {
  waitMs: number;
  slowMs: number;
  isLost: boolean;
  crashes: boolean;
}

const exact: Limiter = { most: 200, windowMs: 60_000 };
const steps = (isLost: fc.Arbitrary<boolean>, crashes: fc.Arbitrary<boolean>) =>
  fc.array(fc.record({ waitMs: fc.nat(300), slowMs: fc.nat(400), isLost, crashes }), {
    minLength: 700,
    maxLength: 900,
    size: 'max',
  });
const rarely = fc.nat(60).map((number) => number === 0);

/** What callers and database would say of a limiter: each request is decided on at some moment while its caller waits. */
function simulate(script: readonly Step[], { most, windowMs, forgets }: Limiter) {
  const calls: LimitCall[] = [];
  const moments: Moments = new Map();
  let [now, life, window] = [0, 0, [] as number[]];
  for (const { waitMs, slowMs, isLost, crashes } of script) {
    now += waitMs;
    if (crashes) [life, window] = [life + 1, []];
    if (isLost && forgets) window = [];
    window = window.filter((at) => at > now - windowMs);
    const allowed = window.length < most;
    const kept = moments.get(String(life)) ?? new Map<number, number>();
    moments.set(String(life), kept);
    if (allowed) {
      window.push(now);
      kept.set(now, (kept.get(now) ?? 0) + 1);
    }
    const outcome = isLost ? 'lost' : allowed ? 'admitted' : 'limited';
    calls.push({ sentAt: now - slowMs, heardAt: now + slowMs, outcome, life: crashes ? undefined : String(life) });
  }
  return { calls, moments };
}

const find = (script: readonly Step[], limiter: Limiter) => {
  const { calls, moments } = simulate(script, limiter);
  return { told: findLimitFaults(calls, new Map()).join(), kept: findLimitFaults([], moments).join() };
};

describe('the check of a rate limit', () => {
  it('finds nothing where the limit is exact, whatever was lost and however often the database forgot', () => {
    fc.assert(
      fc.property(steps(rarely, rarely), (script) => {
        expect(find(script, exact)).toEqual({ told: '', kept: '' });
      }),
      { numRuns: 20 },
    );
  });

  /** More than 200 a minute, at an even pace, with a lost one now and then. */
  const busy: Step[] = Array.from({ length: 900 }, (_, at) => ({
    waitMs: 150,
    slowMs: 5,
    isLost: at % 90 === 80,
    crashes: false,
  }));

  it.each<[string, Limiter, RegExp]>([
    ['one request too many', { ...exact, most: 203 }, /20[1-3] callers were told in one minute/],
    ['a window that is too short', { ...exact, windowMs: 58_000 }, /2\d\d callers were told in one minute/],
    ['a window that goes with a gateway', { ...exact, forgets: true }, /\d+ callers were told in one minute/],
    ['one request too few', { ...exact, most: 190 }, /refused after 19\d requests in one minute/],
    ['a window that is too long', { ...exact, windowMs: 62_000 }, /refused after 19\d requests in one minute/],
  ])('finds by what its callers were told %s', (_, limiter, fault) => {
    expect(find(busy, exact).told).toBe('');
    expect(find(busy, limiter).told).toMatch(fault);
  });

  it.each<[string, Limiter, RegExp]>([
    ['one request too many', { ...exact, most: 201 }, /the database admitted 201 requests/],
    ['a window that is one place too short', { ...exact, windowMs: 59_850 }, /the database admitted 201 requests/],
    ['a window that goes with a gateway', { ...exact, forgets: true }, /the database admitted \d+ requests/],
  ])('finds by what the database kept %s', (_, limiter, fault) => {
    expect(find(busy, limiter).kept).toMatch(fault);
  });
});
