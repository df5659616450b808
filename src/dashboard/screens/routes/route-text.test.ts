import { expect, test } from 'vitest';
import type { Route, RouteDeal, RouteHop, RouteStop } from '#contract/routes.ts';
import { describeRounds, labelHop, listRoundDays, nameRoute, writeNote } from './route-text.ts';

const stop = (kind: RouteStop['kind'], name: string, detail: string | null = null): RouteStop => ({
  kind,
  id: name,
  name,
  detail,
});
const deal = (id: string, date: string | null, led: RouteDeal['led'] = null): RouteDeal => ({
  deal_id: id,
  company: { id: `of ${id}`, name: `Company ${id}` },
  round_type: 'SEED',
  pre: false,
  extension: false,
  date,
  raised: null,
  led,
});
const hop = (by: RouteHop['by'], deals: RouteDeal[], rounds = deals.length): RouteHop => ({
  by,
  strength: 0.5,
  rounds,
  deals,
});
const [us, firstlight, clara] = [
  stop('investor', 'Alder Seed'),
  stop('investor', 'Firstlight'),
  stop('person', 'Clara Weiss', 'Founder at Harrow Bio'),
];
const harrow = stop('company', 'Harrow Bio', 'Biotech');

test('a route is named by its first stop, and says how many rounds it rests on, each once', () => {
  const route: Route = {
    score: 0.3,
    stops: [us, firstlight, harrow],
    hops: [hop('rounds', [deal('a', '2026-09-03'), deal('b', null)]), hop('investment', [deal('a', '2026-09-03')])],
  };
  expect(nameRoute(route)).toBe('Through Firstlight');
  expect(listRoundDays(route)).toEqual(['2026-09-03']);
  expect(describeRounds(route)).toBe('2 rounds, latest 3 Sep 2026');
  expect(nameRoute({ ...route, stops: [us, harrow] })).toBe('Direct');
});

test('a hop says what it rests on, also where it has no round', () => {
  expect(labelHop(hop('rounds', [deal('a', '2026-09-03')], 40), us, firstlight)).toEqual(['40 rounds', 'Sep 2026']);
  expect(labelHop(hop('investment', [deal('a', null, 'before')]), firstlight, harrow)).toEqual(['led', '']);
  expect(labelHop(hop('investment', []), firstlight, harrow)).toEqual(['invested', '']);
  expect(labelHop(hop('job', []), harrow, clara)).toEqual(['founder', '']);
});

test('a note asks the first stop for an introduction, and says who worked on what, never who knows whom', () => {
  const note = writeNote(
    {
      score: 0.3,
      stops: [us, firstlight, harrow, clara],
      hops: [hop('rounds', [deal('a', '2026-09-03')]), hop('investment', [deal('b', null)]), hop('job', [])],
    },
    clara,
  );
  expect(note).toBe(
    `Ask Firstlight for an introduction to Clara Weiss.
- Alder Seed and Firstlight worked on 1 round together: Company a.
- Firstlight invested in Harrow Bio.
- Clara Weiss works at Harrow Bio.
`,
  );
});
