import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLimitFaults, type LimitCall, type AdmissionTimes } from './limit-faults.ts';

interface Limiter {
  max: number;
  windowMs: number;
  /** Whether it loses its window with every lost response. */
  forgets?: boolean;
}

interface Step {
  waitMs: number;
  slowMs: number;
  isLost: boolean;
  crashes: boolean;
}

const exact: Limiter = { max: 200, windowMs: 60_000 };
const steps = (isLost: fc.Arbitrary<boolean>, crashes: fc.Arbitrary<boolean>) =>
  fc.array(fc.record({ waitMs: fc.nat(300), slowMs: fc.nat(400), isLost, crashes }), {
    minLength: 700,
    maxLength: 900,
    size: 'max',
  });
const rarely = fc.nat(60).map((number) => number === 0);

/** What callers and the database observe of a limiter that decides each request at some time while its caller waits. */
function simulate(script: readonly Step[], { max, windowMs, forgets }: Limiter) {
  const calls: LimitCall[] = [];
  const admissions: AdmissionTimes = new Map();
  let [now, epoch, window] = [0, 0, [] as number[]];
  for (const { waitMs, slowMs, isLost, crashes } of script) {
    now += waitMs;
    if (crashes) [epoch, window] = [epoch + 1, []];
    if (isLost && forgets) window = [];
    window = window.filter((at) => at > now - windowMs);
    const allowed = window.length < max;
    const seen = admissions.get(String(epoch)) ?? new Map<number, number>();
    admissions.set(String(epoch), seen);
    if (allowed) {
      window.push(now);
      seen.set(now, (seen.get(now) ?? 0) + 1);
    }
    const outcome = isLost ? 'lost' : allowed ? 'admitted' : 'limited';
    calls.push({ sentAt: now - slowMs, reportedAt: now + slowMs, outcome, epoch: crashes ? undefined : String(epoch) });
  }
  return { calls, admissions };
}

const find = (script: readonly Step[], limiter: Limiter) => {
  const { calls, admissions } = simulate(script, limiter);
  return { found: findLimitFaults(calls, new Map()).join(), seen: findLimitFaults([], admissions).join() };
};

describe('the check of a rate limit', () => {
  it('finds nothing when the limit is exact, whatever requests were lost and however often the database crashed', () => {
    fc.assert(
      fc.property(steps(rarely, rarely), (script) => {
        expect(find(script, exact)).toEqual({ found: '', seen: '' });
      }),
      { numRuns: 20 },
    );
  });

  /** More than 200 a minute, evenly spaced, with an occasional lost one. */
  const busy: Step[] = Array.from({ length: 900 }, (_, at) => ({
    waitMs: 150,
    slowMs: 5,
    isLost: at % 90 === 80,
    crashes: false,
  }));

  it.each<[string, Limiter, RegExp]>([
    ['one request too many', { ...exact, max: 203 }, /20[1-3] requests were answered in one minute/],
    ['a window that is too short', { ...exact, windowMs: 58_000 }, /2\d\d requests were answered in one minute/],
    ['a window that goes with a gateway', { ...exact, forgets: true }, /\d+ requests were answered in one minute/],
    ['one request too few', { ...exact, max: 190 }, /rejected after 19\d requests in one minute/],
    ['a window that is too long', { ...exact, windowMs: 62_000 }, /rejected after 19\d requests in one minute/],
  ])('finds a fault in the calls: %s', (_, limiter, fault) => {
    expect(find(busy, exact).found).toBe('');
    expect(find(busy, limiter).found).toMatch(fault);
  });

  it.each<[string, Limiter, RegExp]>([
    ['one request too many', { ...exact, max: 201 }, /the database admitted 201 requests/],
    ['a window that is one place too short', { ...exact, windowMs: 59_850 }, /the database admitted 201 requests/],
    ['a window that goes with a gateway', { ...exact, forgets: true }, /the database admitted \d+ requests/],
  ])('finds a fault in the stored times: %s', (_, limiter, fault) => {
    expect(find(busy, limiter).seen).toMatch(fault);
  });
});
