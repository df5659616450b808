import { type RouteLink, routeLinks } from '#contract/routes.ts';
import {
  countLinks,
  createReadHops,
  dampLinks,
  type GraphNode,
  type Hops,
  numberNodes,
  type RouteGraph,
} from './route-graph.ts';

/** A question about routes: from any of some nodes to another one. */
export type RouteQuestion = {
  readonly from: readonly GraphNode[];
  readonly to: GraphNode;
  readonly maxHops: number;
  readonly maxRoutes: number;
  /** What hops may rest on; all by default. */
  readonly through?: readonly RouteLink[] | undefined;
  /** UTC days since 1970. */
  readonly today: number;
};

type FoundRoute = {
  readonly score: number;
  readonly nodes: readonly GraphNode[];
  /** One for each hop. */
  readonly strengths: readonly number[];
};

/** Weaker routes are none: such as over four hops that each rest on one round of three years ago. */
export const lowestScore = 0.02;

/** Where routes are strong, what only weak ones could pass through is not read. */
const scoreLevels = [0.25, 0.08, lowestScore];

/**
 * Finds the best routes of at most `maxHops` hops, the best first. The score of a route is the product of the strengths
 * of its hops and of the damping of each node in between, so what is found is exact. No two routes share a node in
 * between, and at most one is direct.
 *
 * The end with fewer links is spread by two hops, the other one by one; the fourth hop is read from whichever side has
 * fewer links.
 */
export function findBestRoutes(
  graph: RouteGraph,
  question: RouteQuestion,
  memory: RouteMemory = createRouteMemory(graph),
): FoundRoute[] {
  const { maxHops, maxRoutes } = question;
  const { numbers } = memory;
  const from = question.from.map(numbers.toNumber);
  const to = numbers.toNumber(question.to);
  if (from.includes(to)) return [];
  const nodes = createNodeReader(memory, [...from, to], question);
  const ahead = spread(from, nodes);
  const behind = spread(maxHops > 1 ? [to] : [], nodes);
  const isTurned = sumLinks(behind.passing, nodes) < sumLinks(ahead.passing, nodes);
  const [near, far] = isTurned ? [behind, ahead] : [ahead, behind];
  const direct = ahead.first.get(to);

  let found: WalkedRoute[] = [];
  for (const lowest of scoreLevels) {
    const middle = readMiddle({ near, far, nodes, maxHops, lowest });
    found = pickRoutes(
      middle,
      direct && { score: direct.strength, nodes: isTurned ? [to, direct.end] : [direct.end, to] },
      maxRoutes,
    );
    if (found.length === maxRoutes) break;
  }
  return found.map((route) => {
    const walked = isTurned ? route.nodes.toReversed() : route.nodes;
    return {
      score: route.score,
      nodes: walked.map(numbers.toNode),
      strengths: walked.slice(1).map((node, at) => nodes.readStrength(walked[at] as number, node)),
    };
  });
}

/** A route from the near end to the far one, by numbers. */
type WalkedRoute = { readonly score: number; readonly nodes: readonly number[] };

/** The most hops that are kept, each of 12 bytes. */
const mostKeptHops = 6_000_000;

/** What questions about a graph leave to the next ones: who asks is mostly the same, and so is who is near to them. */
export type RouteMemory = ReturnType<typeof createRouteMemory>;

/** Keeps what is read of a graph, the latest used first, and the room that a search adds up in. */
export function createRouteMemory(graph: RouteGraph) {
  const numbers = numberNodes(graph);
  const links = new Int32Array(numbers.count).fill(-1);
  const kept = { key: '', hops: new Map<number, Hops>(), count: 0, read: (_node: number): Hops => noHops };
  const [ahead, behind] = [createReach(numbers.count), createReach(numbers.count)];
  return {
    numbers,
    ahead,
    behind,
    countLinks(node: number): number {
      if (links[node] === -1) links[node] = countLinks(graph, numbers.toNode(node));
      return links[node] as number;
    },
    /** Begins a question; how strong a hop is changes with the day and with what it may rest on. */
    begin(today: number, through: readonly RouteLink[]): void {
      const key = [today, ...through.toSorted()].join(' ');
      if (kept.key !== key) {
        Object.assign(kept, {
          key,
          hops: new Map(),
          count: 0,
          read: createReadHops(graph, numbers, today, new Set(through)),
        });
      }
      for (const [node, { targets }] of kept.hops) {
        if (kept.count <= mostKeptHops) break;
        kept.hops.delete(node);
        kept.count -= targets.length;
      }
    },
    readHops(node: number): Hops {
      const before = kept.hops.get(node);
      const found = before ?? kept.read(node);
      if (before) kept.hops.delete(node);
      else kept.count += found.targets.length;
      kept.hops.set(node, found);
      return found;
    },
  };
}

const noHops: Hops = { targets: new Int32Array(), strengths: new Float64Array() };

type NodeReader = ReturnType<typeof createNodeReader>;

/** Reads what is known of nodes, each once; a route passes through none of `ends`. */
function createNodeReader(
  memory: RouteMemory,
  ends: readonly number[],
  { today, through = routeLinks }: Pick<RouteQuestion, 'today' | 'through'>,
) {
  const hops = new Map<number, Hops>();
  const closed = new Set(ends);
  memory.begin(today, through);
  const reader = {
    memory,
    countLinks: memory.countLinks,
    /** How much of a score is left after a node; 0 for the ends. */
    damp: (node: number): number => (closed.has(node) ? 0 : dampLinks(reader.countLinks(node))),
    readHops(node: number): Hops {
      let found = hops.get(node);
      if (!found) hops.set(node, (found = memory.readHops(node)));
      return found;
    },
    /** Of a hop whose start or end was read. */
    readStrength(one: number, other: number): number {
      const [from, to] = hops.has(one) ? [one, other] : [other, one];
      const { targets, strengths } = reader.readHops(from);
      return strengths[targets.indexOf(to)] ?? 0;
    },
  };
  return reader;
}

/** A node with what is left of a route after it. */
type Passed = { readonly node: number; readonly value: number };

/** What can be reached from one end of the routes in one hop. */
type Spread = {
  /** By node: the strength of the hop from an end, and that end. */
  readonly first: ReadonlyMap<number, { readonly strength: number; readonly end: number }>;
  /** Those that a route can pass through, the most of it first. */
  readonly passing: readonly Passed[];
};

function spread(ends: readonly number[], nodes: NodeReader): Spread {
  const first = new Map<number, { strength: number; end: number }>();
  for (const end of ends) {
    const { targets, strengths } = nodes.readHops(end);
    for (let at = 0; at < targets.length; at += 1) {
      const [node, strength] = [targets[at] as number, strengths[at] as number];
      if (strength > (first.get(node)?.strength ?? 0)) first.set(node, { strength, end });
    }
  }
  const passing = [...first]
    .map(([node, { strength }]) => ({ node, value: strength * nodes.damp(node) }))
    .filter(({ value }) => value >= lowestScore)
    .toSorted((a, b) => b.value - a.value);
  return { first, passing };
}

const sumLinks = (passing: readonly Passed[], nodes: NodeReader): number =>
  passing.reduce((sum, { node }) => sum + nodes.countLinks(node), 0);

/** Those that leave at least this much. */
const pickAbove = (passing: readonly Passed[], lowest: number): readonly Passed[] =>
  passing.filter(({ value }) => value >= lowest);

/** Every route above a score lies within these. */
type Middle = {
  readonly near: Spread;
  readonly far: Spread;
  readonly nodes: NodeReader;
  readonly lowest: number;
  /** The first nodes that are passed to a second one. */
  readonly nearPassing: readonly Passed[];
  /** The same from the far end, which meet those; or the second nodes from the near end, which lead to its first ones. */
  readonly farPassing: readonly Passed[];
  readonly second: readonly number[];
};

function readMiddle({
  near,
  far,
  nodes,
  maxHops,
  lowest,
}: Pick<Middle, 'near' | 'far' | 'nodes' | 'lowest'> & { readonly maxHops: number }): Middle {
  // A route through a first node of one end also passes a first node of the other.
  const [leastNear, leastFar] = [lowest / (far.passing[0]?.value ?? 0), lowest / (near.passing[0]?.value ?? 0)];
  const nearPassing = maxHops > 2 ? pickAbove(near.passing, leastNear) : [];
  const base = { near, far, nodes, lowest, nearPassing };
  if (maxHops < 4) return { ...base, farPassing: [], second: [] };
  const farPassing = pickAbove(far.passing, leastFar);
  const farLinks = sumLinks(farPassing, nodes);
  const reached = nodes.memory.ahead;
  reach(nearPassing, nodes, new Set(), reached);
  const second: number[] = [];
  let links = 0;
  for (const node of reached.touched) {
    const value = reached.value[node] as number;
    if (value < leastNear || value * nodes.damp(node) < leastNear) continue;
    second.push(node);
    links += nodes.countLinks(node);
    if (links > farLinks) return { ...base, farPassing, second: [] };
  }
  return { ...base, farPassing: [], second };
}

/** The best route, then the best of those that share no node in between with it, and so on. */
function pickRoutes(middle: Middle, direct: WalkedRoute | undefined, maxRoutes: number): WalkedRoute[] {
  const routes: WalkedRoute[] = [];
  const taken = new Set<number>();
  const { ahead, behind } = middle.nodes.memory;
  let shortest = direct && direct.score > middle.lowest ? direct : undefined;
  while (routes.length < maxRoutes) {
    const longer = meet(middle, taken, ahead, behind);
    const best = shortest && shortest.score >= (longer?.score ?? 0) ? shortest : longer;
    if (!best) break;
    if (best === shortest) shortest = undefined;
    for (const node of best.nodes.slice(1, -1)) taken.add(node);
    routes.push(best);
  }
  return routes;
}

/** By node: the best that reaches it in two hops, and the node in between; `touched` are those that are reached. */
type Reach = { readonly value: Float64Array; readonly by: Int32Array; touched: number[] };

const createReach = (count: number): Reach => ({
  value: new Float64Array(count),
  by: new Int32Array(count),
  touched: [],
});

/** Finds what two hops reach over first nodes that are not taken. */
function reach(passing: readonly Passed[], nodes: NodeReader, taken: ReadonlySet<number>, into: Reach): void {
  const { value: best, by } = into;
  for (const node of into.touched) best[node] = 0;
  into.touched = [];
  for (const { node: first, value } of passing) {
    if (taken.has(first)) continue;
    const { targets, strengths } = nodes.readHops(first);
    for (let at = 0; at < targets.length; at += 1) {
      const to = targets[at] as number;
      const reached = value * (strengths[at] as number);
      if (reached <= (best[to] as number)) continue;
      if (best[to] === 0) into.touched.push(to);
      best[to] = reached;
      by[to] = first;
    }
  }
}

/** The best route with a node in between, of those that pass through none that is taken. */
function meet(
  { near, far, nodes, lowest, nearPassing, farPassing, second }: Middle,
  taken: ReadonlySet<number>,
  ahead: Reach,
  behind: Reach,
): WalkedRoute | undefined {
  let score = lowest;
  let between: number[] | undefined;
  const consider = (value: number, listBetween: () => number[]) => {
    if (value <= score) return;
    score = value;
    between = listBetween();
  };
  for (const { node, value } of near.passing) {
    if (!taken.has(node)) consider(value * (far.first.get(node)?.strength ?? 0), () => [node]);
  }
  reach(nearPassing, nodes, taken, ahead);
  reach(farPassing, nodes, taken, behind);
  for (const node of ahead.touched) {
    const rest = Math.max(far.first.get(node)?.strength ?? 0, behind.value[node] as number);
    const reached = ahead.value[node] as number;
    if (reached * rest <= score || taken.has(node)) continue;
    const value = reached * nodes.damp(node);
    const by = ahead.by[node] as number;
    consider(value * (far.first.get(node)?.strength ?? 0), () => [by, node]);
    consider(value * (behind.value[node] as number), () => [by, node, behind.by[node] as number]);
  }
  for (const node of second) {
    const value = (ahead.value[node] as number) * nodes.damp(node);
    if (value <= score || taken.has(node)) continue;
    const { targets, strengths } = nodes.readHops(node);
    for (let at = 0; at < targets.length; at += 1) {
      const last = targets[at] as number;
      const rest = far.first.get(last)?.strength;
      if (rest === undefined || taken.has(last)) continue;
      const by = ahead.by[node] as number;
      consider(value * (strengths[at] as number) * nodes.damp(last) * rest, () => [by, node, last]);
    }
  }
  if (!between) return undefined;
  const [first, last] = [between[0] as number, between.at(-1) as number];
  const ends = [near.first.get(first)?.end as number, far.first.get(last)?.end as number] as const;
  return { score, nodes: [ends[0], ...between, ends[1]] };
}
