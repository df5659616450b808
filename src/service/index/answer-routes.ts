import type { RouteKind } from '#contract/routes.ts';
import { computeRoutes, type RouteFigures } from '../routes/compute-routes.ts';
import { createRouteMemory, type RouteMemory, type RouteQuestion } from '../routes/find-best-routes.ts';
import type { GraphNode, RouteGraph } from '../routes/route-graph.ts';
import { toDays } from './answer-market.ts';
import { type DealParts, reverseLinks } from './count-deals.ts';
import type { IndexedRecords } from './read-records.ts';

/** Finds routes between records; the rows of question and answer are ids. */
export type AnswerRoutes = (question: RouteQuestion) => RouteFigures[];

/** Answers questions about routes between these records; it builds their graph at the first one. */
export function createAnswerRoutes(records: IndexedRecords, parts: DealParts): AnswerRoutes {
  let built: { readonly graph: RouteGraph; readonly memory: RouteMemory } | undefined;
  const { d, i, p, c } = records.tables;
  const base: Record<RouteKind, number> = { investor: i.base, person: p.base, company: c.base };
  const move = ({ kind, row }: GraphNode, by: 1 | -1): GraphNode => ({ kind, row: row + by * base[kind] });
  return ({ from, to, ...question }) => {
    const { graph, memory } = (built ??= build(createGraph(records, parts)));
    const asked = { ...question, from: from.map((node) => move(node, -1)), to: move(to, -1) };
    const routes = computeRoutes(graph, asked, memory);
    return routes.map((route) => ({
      ...route,
      stops: route.stops.map((node) => move(node, 1)),
      hops: route.hops.map((hop) => ({
        ...hop,
        deals: hop.deals.map(({ deal, led }) => ({ deal: deal + d.base, led })),
      })),
    }));
  };
}

const build = (graph: RouteGraph) => ({ graph, memory: createRouteMemory(graph) });

function createGraph({ tables, columns, references, links }: IndexedRecords, parts: DealParts): RouteGraph {
  return {
    rows: { investor: tables.i.rows, person: tables.p.rows, company: tables.c.rows },
    day: toDays(columns['d.date']),
    dealCompany: references.dealCompany,
    companyDeals: links.companyDeals,
    investorDeals: links.investorDeals,
    personDeals: links.personDeals,
    dealInvestors: parts.investors.ofDeals,
    dealPeople: parts.people.ofDeals,
    investorCompanies: links.investorCompanies,
    companyInvestors: reverseLinks(links.investorCompanies, tables.c.rows),
    angelCompanies: links.angelCompanies,
    companyAngels: reverseLinks(links.angelCompanies, tables.c.rows),
    employees: links.employees,
    employers: reverseLinks(links.employees, tables.p.rows),
    investorPeople: links.investorPeople,
    personInvestors: reverseLinks(links.investorPeople, tables.p.rows),
  };
}
