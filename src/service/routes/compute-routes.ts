import { findBestRoutes, type RouteMemory, type RouteQuestion } from './find-best-routes.ts';
import { describeHop, type HopFigures } from './list-hop-deals.ts';
import type { GraphNode, RouteGraph } from './route-graph.ts';

/** A route with rows in place of names. */
export type RouteFigures = {
  readonly score: number;
  readonly stops: readonly GraphNode[];
  readonly hops: readonly HopFigures[];
};

/** Computes the best routes of a question, and what each of their hops rests on. */
export function computeRoutes(graph: RouteGraph, question: RouteQuestion, memory?: RouteMemory): RouteFigures[] {
  return findBestRoutes(graph, question, memory).map(({ score, nodes, strengths }) => ({
    score,
    stops: nodes,
    hops: strengths.map((strength, at) =>
      describeHop(graph, [nodes[at], nodes[at + 1]] as [GraphNode, GraphNode], strength, question.through),
    ),
  }));
}
