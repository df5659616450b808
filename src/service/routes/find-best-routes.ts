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
const scoreLevels = [0.4, 0.25, 0.16, 0.1, 0.06, 0.035, lowestScore];

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

  const found: WalkedRoute[] = [];
  const candidates = direct && [{ score: direct.strength, nodes: isTurned ? [to, direct.end] : [direct.end, to] }];
  for (const lowest of scoreLevels) {
    if (found.length === maxRoutes) break;
    // Whatever is above this level was found before, so its routes stay.
    addRoutes(found, readMiddle({ near, far, nodes, maxHops, lowest }, findTaken(found)), candidates ?? [], maxRoutes);
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
  /** What two hops reach from the near end. */
  readonly ahead: Reached;
  /** The same from the far end, which meets that; or else the second nodes, which lead to first ones of the far end. */
  readonly behind: Reached;
  readonly second: readonly number[];
};

/** The first nodes of an end that are passed to a second one, and the least that is left of a route there. */
type Reached = { readonly passing: readonly Passed[]; readonly least: number; readonly reach: Reach };

function readMiddle(
  {
    near,
    far,
    nodes,
    lowest,
    maxHops,
  }: Pick<Middle, 'near' | 'far' | 'nodes' | 'lowest'> & { readonly maxHops: number },
  taken: ReadonlySet<number>,
): Middle {
  const start = (passing: readonly Passed[], best: number, reach: Reach): Reached => {
    const least = lowest / best;
    const reached = { passing: pickAbove(passing, least), least, reach };
    fillReach(reached, nodes, taken);
    return reached;
  };
  const none = (reach: Reach): Reached => start([], 1, reach);
  const { memory } = nodes;
  // A route through a first node of one end also passes a first node of the other.
  const ahead = maxHops > 2 ? start(near.passing, far.passing[0]?.value ?? 0, memory.ahead) : none(memory.ahead);
  const base = { near, far, nodes, lowest, ahead };
  if (maxHops < 4) return { ...base, behind: none(memory.behind), second: [] };
  const second: number[] = [];
  let [best, links] = [0, 0];
  for (const node of ahead.reach.touched) {
    const value = (ahead.reach.value[node] as number) * nodes.damp(node);
    best = Math.max(best, value);
    if (value < ahead.least) continue;
    second.push(node);
    links += nodes.countLinks(node);
  }
  // The two hops of the far end meet none that leaves more than the best of these.
  const isFewer = links <= sumLinks(pickAbove(far.passing, lowest / best), nodes);
  return isFewer
    ? { ...base, behind: none(memory.behind), second }
    : { ...base, behind: start(far.passing, best, memory.behind), second: [] };
}

/** The nodes that routes pass through. */
const findTaken = (routes: readonly WalkedRoute[]): ReadonlySet<number> =>
  new Set(routes.flatMap(({ nodes }) => nodes.slice(1, -1)));

/** Adds the best route, then the best of those that share no node in between with it, and so on. */
function addRoutes(routes: WalkedRoute[], middle: Middle, candidates: readonly WalkedRoute[], maxRoutes: number): void {
  const { lowest, nodes, ahead, behind } = middle;
  while (routes.length < maxRoutes) {
    const taken = findTaken(routes);
    const longer = meet(middle, taken);
    const shortest = candidates.find((one) => one.score > lowest && !routes.includes(one));
    const best = shortest && shortest.score >= (longer?.score ?? 0) ? shortest : longer;
    if (!best) break;
    routes.push(best);
    if (best === shortest || routes.length === maxRoutes) continue;
    for (const reached of [ahead, behind]) fillReach(reached, nodes, findTaken(routes));
  }
}

/** By node: the best that reaches it in two hops, and the node in between; `touched` are those that are reached. */
type Reach = { readonly value: Float64Array; readonly by: Int32Array; touched: number[] };

const createReach = (count: number): Reach => ({
  value: new Float64Array(count),
  by: new Int32Array(count),
  touched: [],
});

/** Finds what two hops reach over first nodes that are not taken. */
function fillReach({ passing, least, reach }: Reached, nodes: NodeReader, taken: ReadonlySet<number>): void {
  const { value: best, by } = reach;
  for (const node of reach.touched) best[node] = 0;
  const touched: number[] = [];
  for (const { node: first, value } of passing) {
    if (taken.has(first)) continue;
    const { targets, strengths } = nodes.readHops(first);
    // Most hops are too weak, and where they lead is not looked at.
    const weakest = least / value;
    for (let at = 0; at < targets.length; at += 1) {
      const strength = strengths[at] as number;
      if (strength < weakest) continue;
      const to = targets[at] as number;
      const reached = value * strength;
      if (reached <= (best[to] as number)) continue;
      if (best[to] === 0) touched.push(to);
      best[to] = reached;
      by[to] = first;
    }
  }
  reach.touched = touched;
}

/** The best route with a node in between, of those that pass through none that is taken. */
function meet(middle: Middle, taken: ReadonlySet<number>): WalkedRoute | undefined {
  const { near, far, nodes, lowest, second } = middle;
  const [ahead, behind] = [middle.ahead.reach, middle.behind.reach];
  /** No route to the far end leaves more than this. */
  const farBest = far.passing[0]?.value ?? 0;
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
  for (const node of ahead.touched) {
    const reached = ahead.value[node] as number;
    if (reached * farBest <= score || taken.has(node)) continue;
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
      const passed = value * (strengths[at] as number);
      if (passed * farBest <= score) continue;
      const last = targets[at] as number;
      const rest = far.first.get(last)?.strength;
      if (rest === undefined || taken.has(last)) continue;
      const by = ahead.by[node] as number;
      consider(passed * nodes.damp(last) * rest, () => [by, node, last]);
    }
  }
  if (!between) return undefined;
  const [first, last] = [between[0] as number, between.at(-1) as number];
  const ends = [near.first.get(first)?.end as number, far.first.get(last)?.end as number] as const;
  return { score, nodes: [ends[0], ...between, ends[1]] };
}
