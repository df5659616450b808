import { fewestDeals } from '#contract/market.ts';

/** What some rounds raised in US dollars; a figure is null where no amount is disclosed. */
type Sums = {
  readonly undisclosed: number;
  readonly total: number | null;
  readonly median: number | null;
  /** The 25th and the 75th percentile; undefined for fewer than 8 disclosed amounts. */
  readonly middleHalf: readonly [number, number] | undefined;
};

/** Sums amounts; undisclosed ones, null, are never 0. */
export function sumAmounts(amounts: readonly (number | null)[]): Sums {
  const known = Float64Array.from(amounts.filter((usd) => usd !== null)).toSorted();
  const isBlank = known.length === 0;
  return {
    undisclosed: amounts.length - known.length,
    total: isBlank ? null : known.reduce((sum, usd) => sum + usd, 0),
    median: isBlank ? null : readShare(known, 0.5),
    middleHalf: known.length < fewestDeals ? undefined : [readShare(known, 0.25), readShare(known, 0.75)],
  };
}

/** A percentile of ascending values between two of them, as PostgreSQL's `percentile_cont`. */
export function readShare(values: ArrayLike<number>, share: number): number {
  const place = (values.length - 1) * share;
  const [low, high] = [values[Math.floor(place)] as number, values[Math.ceil(place)] as number];
  return low + (high - low) * (place % 1);
}
