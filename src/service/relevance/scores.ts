import type { RankedIds } from '../db/page.ts';

/**
 * The minimum relevance of a result if the request has none: the highest that keeps nearly all of nDCG@10 on the tuning
 * queries of bench/judgements.txt.
 */
export const defaultFloor = 0.4;

/** Companies by relevance, highest first; those with the same relevance by id. */
export type ScoredCompanies = RankedIds;

/** The results at or above a floor. */
export function takeAboveFloor({ ids, relevances }: ScoredCompanies, floor: number): ScoredCompanies {
  const count = countAboveFloor({ relevances }, floor);
  return { ids: ids.subarray(0, count), relevances: relevances.subarray(0, count) };
}

/** How many results are at or above a floor. */
export function countAboveFloor({ relevances }: Pick<ScoredCompanies, 'relevances'>, floor: number): number {
  const below = relevances.findIndex((relevance) => relevance < floor);
  return below < 0 ? relevances.length : below;
}
