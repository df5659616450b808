import { fewestDeals } from '#contract/market.ts';

/** A percentile of values in ascending order, interpolated as by `percentile_cont` (type 7). */
export function readPercentile(ascending: ArrayLike<number>, share: number): number {
  const at = (ascending.length - 1) * share;
  const [low, high] = [ascending[Math.floor(at)] as number, ascending[Math.ceil(at)] as number];
  return low + (high - low) * (at - Math.floor(at));
}

/** The five percentiles of values in ascending order; null for fewer than 8. */
export const readPercentiles = (ascending: ArrayLike<number>) =>
  ascending.length < fewestDeals
    ? null
    : {
        p10: readPercentile(ascending, 0.1),
        p25: readPercentile(ascending, 0.25),
        median: readPercentile(ascending, 0.5),
        p75: readPercentile(ascending, 0.75),
        p90: readPercentile(ascending, 0.9),
      };

/**
 * The range that the next value lies in with a probability of 80 %, from values of the same kind in ascending order:
 * between their ranks (n + 1) / 10 and 9 (n + 1) / 10, and the extremes of fewer than 9.
 */
export function readNextRange(ascending: readonly number[]): { readonly low: number; readonly high: number } {
  const rank = (share: number) => {
    const at = Math.min(ascending.length - 1, Math.max(0, (ascending.length + 1) * share - 1));
    const [low, high] = [ascending[Math.floor(at)] as number, ascending[Math.ceil(at)] as number];
    return low + (high - low) * (at - Math.floor(at));
  };
  return { low: rank(0.1), high: rank(0.9) };
}

/** The 90th percentile of the normal distribution: 80 % lie within as many deviations on either side. */
export const deviations80 = 1.2816;
