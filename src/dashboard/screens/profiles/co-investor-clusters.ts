import type { DealRecord } from '../../records/records.ts';
import { rankCoInvestors } from './investor-activity.ts';

/** Investors in an order in which those that share rounds stand together, and the rounds that each two are on. */
export type SharedRounds = {
  readonly ids: readonly string[];
  /** By row and column; the diagonal has all rounds of one. */
  readonly shared: readonly (readonly number[])[];
};

/** The most frequent co-investors of an investor, and how often each two of them were on its rounds together. */
export function buildCoInvestorMatrix(deals: readonly DealRecord[], investorId: string, most: number): SharedRounds {
  const top = rankCoInvestors(deals, investorId)
    .slice(0, most)
    .map(({ id }) => id);
  const rounds = deals.map(({ investor_ids: ids }) => new Set(ids));
  const count = (one: string, other: string) => rounds.filter((ids) => ids.has(one) && ids.has(other)).length;
  const ids = orderByClusters(
    top.map((one) => top.map((other) => count(one, other) / Math.sqrt(count(one, one) * count(other, other)))),
  ).map((at) => top[at] as string);
  return { ids, shared: ids.map((one) => ids.map((other) => count(one, other))) };
}

/**
 * Joins the two most alike clusters until one is left (average linkage), with their most alike ends next to each other.
 * Returns positions; ties keep the given order.
 */
export function orderByClusters(likeness: readonly (readonly number[])[]): number[] {
  const like = (one: number, other: number) => likeness[one]?.[other] ?? 0;
  let clusters = likeness.map((_, at) => [at]);
  while (clusters.length > 1) {
    let [best, first, second] = [-1, 0, 1];
    for (const [at, one] of clusters.entries()) {
      for (let next = at + 1; next < clusters.length; next += 1) {
        const other = clusters[next] as number[];
        const sum = one.reduce((all, a) => all + other.reduce((part, b) => part + like(a, b), 0), 0);
        const mean = sum / (one.length * other.length);
        if (mean > best) [best, first, second] = [mean, at, next];
      }
    }
    const joined = joinEnds(clusters[first] as number[], clusters[second] as number[], like);
    clusters = clusters.flatMap((cluster, at) => (at === first ? [joined] : at === second ? [] : [cluster]));
  }
  return clusters[0] ?? [];
}

function joinEnds(one: number[], other: number[], like: (one: number, other: number) => number): number[] {
  const ways = [
    [one, other],
    [one, other.toReversed()],
    [one.toReversed(), other],
    [one.toReversed(), other.toReversed()],
  ] as const;
  const rate = ([before, after]: (typeof ways)[number]) => like(before.at(-1) ?? 0, after[0] ?? 0);
  const best = ways.reduce((chosen, way) => (rate(way) > rate(chosen) ? way : chosen));
  return best.flat();
}
