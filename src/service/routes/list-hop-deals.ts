import { mostHopDeals, type RouteDeal, type RouteHop, type RouteLink, routeLinks } from '#contract/routes.ts';
import type { LinkedRows } from '../db/indexed-links.ts';
import type { GraphNode, RouteGraph } from './route-graph.ts';

/** What a hop rests on, with rows in place of names. */
export type HopFigures = Pick<RouteHop, 'by' | 'strength' | 'rounds'> & {
  readonly deals: readonly { readonly deal: number; readonly led: RouteDeal['led'] }[];
};

/** Describes the hop between two nodes: every round that both are on, the newest first, and whether one is a job. */
export function describeHop(
  graph: RouteGraph,
  [before, after]: readonly [GraphNode, GraphNode],
  strength: number,
  through: readonly RouteLink[] = routeLinks,
): HopFigures {
  const led = new Map(listDeals(graph, before).map(({ deal, hasLed }) => [deal, hasLed]));
  const shared = listDeals(graph, after)
    .filter(({ deal }) => led.has(deal))
    .map(({ deal, hasLed }) => ({ deal, led: formatLed(led.get(deal) ?? false, hasLed) }))
    .toSorted((a, b) => (graph.day[b.deal] as number) - (graph.day[a.deal] as number) || a.deal - b.deal);
  const hasCompany = before.kind === 'company' || after.kind === 'company';
  return {
    by: through.includes('jobs') && hasJob(graph, before, after) ? 'job' : hasCompany ? 'investment' : 'rounds',
    strength,
    rounds: shared.length,
    deals: shared.slice(0, mostHopDeals),
  };
}

function formatLed(before: boolean, after: boolean): RouteDeal['led'] {
  if (before) return after ? 'both' : 'before';
  return after ? 'after' : null;
}

function listDeals(graph: RouteGraph, { kind, row }: GraphNode): { readonly deal: number; readonly hasLed: boolean }[] {
  const { offsets, targets, flags } =
    kind === 'company' ? graph.companyDeals : kind === 'person' ? graph.personDeals : graph.investorDeals;
  const deals = [];
  for (let at = offsets[row] as number; at < (offsets[row + 1] as number); at += 1) {
    deals.push({ deal: targets[at] as number, hasLed: ((flags?.[at] ?? 0) & 1) === 1 });
  }
  return deals;
}

function hasJob(graph: RouteGraph, one: GraphNode, other: GraphNode): boolean {
  if (one.kind !== 'person') return other.kind === 'person' && hasJob(graph, other, one);
  if (other.kind === 'person') return false;
  return links(other.kind === 'company' ? graph.employers : graph.personInvestors, one.row, other.row);
}

const links = ({ offsets, targets }: LinkedRows, from: number, to: number): boolean =>
  targets.subarray(offsets[from], offsets[from + 1]).includes(to);
