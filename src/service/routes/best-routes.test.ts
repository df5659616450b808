import fc from 'fast-check';
import { expect, it } from 'vitest';
import { routeLinks } from '#contract/routes.ts';
import { buildRouteGraph, type PlainGraph } from './build-route-graph.ts';
import { computeRoutes } from './compute-routes.ts';
import { createRouteMemory, findBestRoutes, lowestScore, type RouteQuestion } from './find-best-routes.ts';
import type { GraphNode } from './route-graph.ts';

const today = 20_000;
const rows = { investor: 5, person: 4, company: 6 } as const;
const kinds = ['investor', 'person', 'company'] as const;
const all: readonly GraphNode[] = kinds.flatMap((kind) =>
  Array.from({ length: rows[kind] }, (_, row) => ({ kind, row })),
);

const rowOf = (kind: keyof typeof rows) => fc.integer({ min: 0, max: rows[kind] - 1 });
const takers = (kind: 'investor' | 'person', maxLength: number) =>
  fc.uniqueArray(fc.record({ row: rowOf(kind), hasLed: fc.boolean() }), { selector: ({ row }) => row, maxLength });
const unique = <T>(item: fc.Arbitrary<T>, maxLength: number) =>
  fc.uniqueArray(item, { selector: (one) => JSON.stringify(one), maxLength });
const graph: fc.Arbitrary<PlainGraph> = fc.record({
  rows: fc.constant(rows),
  deals: fc.array(
    fc.record({
      day: fc.option(fc.integer({ min: today - 4000, max: today + 30 }), { nil: undefined, freq: 8 }),
      company: rowOf('company'),
      investors: takers('investor', 4),
      people: takers('person', 2),
    }),
    { maxLength: 12, size: 'max' },
  ),
  backers: unique(
    fc.oneof(
      fc.record({ company: rowOf('company'), kind: fc.constant('investor' as const), row: rowOf('investor') }),
      fc.record({ company: rowOf('company'), kind: fc.constant('person' as const), row: rowOf('person') }),
    ),
    3,
  ),
  jobs: unique(
    fc.oneof(
      fc.record({ person: rowOf('person'), kind: fc.constant('investor' as const), row: rowOf('investor') }),
      fc.record({ person: rowOf('person'), kind: fc.constant('company' as const), row: rowOf('company') }),
    ),
    4,
  ),
});
const question: fc.Arbitrary<RouteQuestion> = fc
  .shuffledSubarray([...all], { minLength: 2, maxLength: 4 })
  .chain(([to, ...from]) =>
    fc.record({
      from: fc.constant(from),
      to: fc.constant(to as GraphNode),
      maxHops: fc.integer({ min: 1, max: 4 }),
      maxRoutes: fc.integer({ min: 1, max: 4 }),
      today: fc.constant(today),
      through: fc.option(fc.subarray([...routeLinks], { minLength: 1 }), { nil: undefined }),
    }),
  );

// The same, computed plainly: each pair by itself, and every path tried.

const keyOf = ({ kind, row }: GraphNode) => `${kind} ${row}`;
const isSame = (a: GraphNode, b: GraphNode) => keyOf(a) === keyOf(b);

function roundsOf({ deals }: PlainGraph, node: GraphNode) {
  return deals.flatMap((deal) => {
    if (node.kind === 'company') return deal.company === node.row ? [{ deal, hasLed: false }] : [];
    const own = deal[node.kind === 'person' ? 'people' : 'investors'].find(({ row }) => row === node.row);
    return own ? [{ deal, hasLed: own.hasLed }] : [];
  });
}

function strengthOf(plain: PlainGraph, a: GraphNode, b: GraphNode, { through = routeLinks }: RouteQuestion): number {
  if (a.kind === 'company' && b.kind === 'company') return 0;
  const isInvestment = a.kind === 'company' || b.kind === 'company';
  const hasPerson = a.kind === 'person' || b.kind === 'person';
  const isOpen = through.includes(isInvestment ? 'companies' : hasPerson ? 'partners' : 'rounds');
  const others = isOpen ? roundsOf(plain, b) : [];
  const rounds = roundsOf(plain, a).map(({ deal, hasLed }) => {
    const other = others.find((one) => one.deal === deal);
    if (!other) return 0;
    const age = deal.day === undefined ? 3650 : Math.max(0, today - deal.day);
    const crowd = isInvestment ? 1 : Math.min(1, 8 / (deal.investors.length + deal.people.length));
    return 0.5 ** (age / 1095) * (hasLed || other.hasLed ? 1 : 0.6) * crowd;
  });
  const pair = [a, b];
  const row = (kind: string) => pair.find((one) => one.kind === kind)?.row;
  const backs = plain.backers
    .filter(() => through.includes('companies'))
    .filter(({ company, kind, row: by }) => row('company') === company && row(kind) === by);
  const works = plain.jobs
    .filter(() => through.includes('jobs'))
    .filter(({ person, kind, row: at }) => row('person') === person && row(kind) === at);
  const sum = rounds.reduce((total, one) => total + one, 0) + 0.1 * backs.length + 9 * works.length;
  return sum / (1 + sum);
}

function dampingOf(plain: PlainGraph, node: GraphNode): number {
  const own = roundsOf(plain, node).length;
  const ofCompany = plain.deals
    .filter(({ company }) => company === node.row)
    .reduce((sum, { investors, people }) => sum + investors.length + people.length, 0);
  const others =
    plain.backers.filter(({ company }) => company === node.row).length +
    plain.jobs.filter(({ kind, row }) => kind === 'company' && row === node.row).length;
  return 1 / (1 + ((node.kind === 'company' ? ofCompany + others : own) / 150) ** 2);
}

/** The score of the best path that avoids some nodes. */
function findHighestScore(plain: PlainGraph, asked: RouteQuestion, avoided: ReadonlySet<string>, direct: boolean) {
  const { from, to, maxHops } = asked;
  let highest = 0;
  const walk = (path: readonly GraphNode[], score: number) => {
    const last = path.at(-1) as GraphNode;
    const reached = score * strengthOf(plain, last, to, asked);
    if (path.length > 1 || direct) highest = Math.max(highest, reached);
    if (path.length >= maxHops || score === 0) return;
    for (const next of all) {
      const isClosed = [to, ...from, ...path].some((one) => isSame(one, next)) || avoided.has(keyOf(next));
      if (!isClosed) walk([...path, next], score * strengthOf(plain, last, next, asked) * dampingOf(plain, next));
    }
  };
  for (const start of from) walk([start], 1);
  return highest;
}

it('finds the best routes, each the best of those that share no stop with a better one', () => {
  fc.assert(
    fc.property(graph, question, (plain, asked) => {
      const found = findBestRoutes(buildRouteGraph(plain), asked);
      const avoided = new Set<string>();
      let isDirectFree = true;
      for (const { score, nodes, strengths } of found) {
        expect(score).toBeCloseTo(findHighestScore(plain, asked, avoided, isDirectFree), 9);
        const between = nodes.slice(1, -1);
        const own = strengths.map((strength, at) => {
          expect(strength).toBeCloseTo(strengthOf(plain, nodes[at] as GraphNode, nodes[at + 1] as GraphNode, asked), 9);
          return strength;
        });
        const left = between.map((node) => dampingOf(plain, node));
        expect([...own, ...left].reduce((product, one) => product * one, 1)).toBeCloseTo(score, 9);
        expect(strengths.length).toBeLessThanOrEqual(asked.maxHops);
        expect(between.some((node) => avoided.has(keyOf(node)))).toBe(false);
        if (between.length === 0) isDirectFree = false;
        for (const node of between) avoided.add(keyOf(node));
      }
      if (found.length === asked.maxRoutes) return;
      expect(findHighestScore(plain, asked, avoided, isDirectFree)).toBeLessThanOrEqual(lowestScore + 1e-12);
    }),
    { numRuns: 150 },
  );
});

it('names every round that a hop rests on, the newest first, and who led it', () => {
  fc.assert(
    fc.property(graph, question, (plain, asked) => {
      for (const { stops, hops } of computeRoutes(buildRouteGraph(plain), asked)) {
        for (const [at, hop] of hops.entries()) {
          const [before, after] = [
            roundsOf(plain, stops[at] as GraphNode),
            roundsOf(plain, stops[at + 1] as GraphNode),
          ];
          const shared = before.flatMap((one) => {
            const other = after.find(({ deal }) => deal === one.deal);
            return other ? [{ deal: plain.deals.indexOf(one.deal), hasLed: one.hasLed, otherLed: other.hasLed }] : [];
          });
          expect(hop.rounds).toBe(shared.length);
          const expected = shared.map(({ deal, hasLed, otherLed }) => [
            deal,
            hasLed ? (otherLed ? 'both' : 'before') : otherLed ? 'after' : null,
          ]);
          expect(hop.deals.map(({ deal, led }) => [deal, led])).toEqual(expect.arrayContaining(expected));
          const days = hop.deals.map(({ deal }) => plain.deals[deal]?.day ?? -Infinity);
          expect(days).toEqual(days.toSorted((a, b) => (a === b ? 0 : b - a)));
        }
      }
    }),
    { numRuns: 100 },
  );
});

it('leads through no accelerator, however often one works with it', () => {
  const crowd = Array.from({ length: 1100 }, (_, at) => ({
    day: today,
    company: 2 + (at % 4),
    investors: [],
    people: [],
  }));
  const build = (many: number) =>
    buildRouteGraph({
      rows,
      deals: [
        ...[0, 1, 0, 1].map((company) => ({
          day: today,
          company,
          investors: [0, company + 1].map((row) => ({ row, hasLed: true })),
          people: [],
        })),
        ...crowd.slice(0, many).map((deal) => ({ ...deal, investors: [{ row: 0, hasLed: true }] })),
      ],
      backers: [],
      jobs: [],
    });
  const ask = (many: number) =>
    findBestRoutes(build(many), {
      from: [{ kind: 'investor', row: 1 }],
      to: { kind: 'investor', row: 2 },
      maxHops: 4,
      maxRoutes: 3,
      today,
    });
  const [few] = ask(0);
  expect(few?.nodes).toEqual([1, 0, 2].map((row) => ({ kind: 'investor', row })));
  expect(ask(150)[0]?.score).toBeLessThan((few?.score ?? 0) * 0.55);
  expect(ask(1100)).toEqual([]);
});

it('answers the same whatever was asked before, of whom and on which day', () => {
  const asked = fc.array(fc.record({ question, later: fc.integer({ min: 0, max: 1 }) }), {
    minLength: 2,
    maxLength: 5,
  });
  fc.assert(
    fc.property(graph, asked, (plain, questions) => {
      const built = buildRouteGraph(plain);
      const memory = createRouteMemory(built);
      for (const { question: one, later } of questions) {
        const onDay = { ...one, today: today + later };
        expect(findBestRoutes(built, onDay, memory)).toEqual(findBestRoutes(built, onDay));
      }
    }),
  );
});
