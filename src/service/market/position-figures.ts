import { fewestDeals, type Position } from '#contract/market.ts';
import type { Predicate } from '../db/predicates.ts';
import { type DealTable, formatDay, pickRows, unknownDay } from './deal-table.ts';
import { readPercentiles } from './percentiles.ts';
import { addYears } from './periods.ts';

/** Deals of a place or an industry that a round may be compared with; undefined for all. */
type PeerGroup = Predicate | undefined;

/** The row of a deal, and the groups of its peers, closest first. */
export type PositionQuestion = {
  readonly deal: number;
  readonly groups: readonly PeerGroup[];
  readonly knownOn: number;
};

export type PositionFigures = Pick<Position, 'larger_than' | 'percentiles' | 'sizes'> & {
  /** The position of its stage in `facetStages`. */
  readonly stage: number;
  /** The number of the group. */
  readonly group: number;
  readonly start: string;
  readonly end: string;
  readonly deals: number;
  readonly disclosed: number;
};

const yearsOfPeers = 2;
const wantedPeers = 30;
const mostSizes = 400;

/**
 * Compares the size of a deal with other rounds of its stage in the 24 months up to it: those of the first group
 * that has 30 disclosed ones, or else of the last group. A deal without a date has no peers.
 */
export function computePosition(
  table: DealTable,
  { deal, groups, knownOn }: PositionQuestion,
  find: (where: Predicate | undefined) => Int32Array,
): PositionFigures {
  const day = table.day[deal] as number;
  const end = day === unknownDay ? knownOn : day;
  const start = addYears(end, -yearsOfPeers) + 1;
  const isPeer = (other: number) =>
    other !== deal &&
    day !== unknownDay &&
    table.stage[other] === table.stage[deal] &&
    (table.day[other] as number) >= start &&
    (table.day[other] as number) <= end &&
    (table.created[other] as number) <= knownOn;
  let peers: Int32Array = new Int32Array();
  let sizes = new Float64Array();
  let group = 0;
  for (; group < groups.length; group += 1) {
    peers = pickRows(find(groups[group]), isPeer);
    sizes = Float64Array.from(peers, (peer) => table.raised[peer] as number)
      .filter((usd) => !Number.isNaN(usd))
      .toSorted();
    if (sizes.length >= wantedPeers) break;
  }
  const raised = table.raised[deal] as number;
  const isComparable = !Number.isNaN(raised) && sizes.length >= fewestDeals;
  return {
    stage: table.stage[deal] as number,
    group: Math.min(group, groups.length - 1),
    start: formatDay(start),
    end: formatDay(end),
    deals: peers.length,
    disclosed: sizes.length,
    larger_than: isComparable ? sizes.filter((usd) => usd < raised).length / sizes.length : null,
    percentiles: readPercentiles(sizes),
    sizes: pickEvenly(sizes),
  };
}

/** At most 400 values, evenly chosen, with the first and the last. */
function pickEvenly(values: Float64Array): number[] {
  if (values.length <= mostSizes) return [...values];
  return Array.from(
    { length: mostSizes },
    (_, at) => values[Math.round((at * (values.length - 1)) / (mostSizes - 1))] as number,
  );
}
