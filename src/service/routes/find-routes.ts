import type { DataOf, ParsedBodyOf } from '#contract/endpoint.ts';
import type { readRoutes, RouteDeal, RouteKind, RouteStop } from '#contract/routes.ts';
import { currentIds } from '../db/identifiers.ts';
import type { IndexSnapshot } from '../db/page.ts';
import { currentGeneration } from '../db/permalinks.ts';
import type { Sql } from '../db/sql.ts';
import { HttpError } from '../http/http-error.ts';
import { toDayNumber } from '../market/deal-table.ts';
import type { RouteFigures } from './compute-routes.ts';
import type { GraphNode } from './route-graph.ts';

type Request = ParsedBodyOf<typeof readRoutes>;

/**
 * Finds the best routes from some records of ours to another one, from the index in memory.
 *
 * @throws HttpError `routeTargetNotFound`; `indexNotReady` while there is no index.
 */
export async function findRoutes(
  sql: Sql,
  { from, to, through, max_hops, max_routes }: Request,
  snapshot: IndexSnapshot | undefined,
  today: Date,
): Promise<DataOf<typeof readRoutes>> {
  if (!snapshot) throw new HttpError('indexNotReady');
  const given = [
    ...listGiven('investor', from.investor_ids),
    ...listGiven('person', from.person_ids),
    ...listGiven('company', from.company_ids),
  ];
  const [ours, [target]] = await Promise.all([readNodes(sql, given), readNodes(sql, [to])]);
  if (!target) throw new HttpError('routeTargetNotFound', { kind: to.kind });
  const answer = await snapshot.findRoutes({
    from: ours,
    to: target,
    through,
    maxHops: max_hops,
    maxRoutes: max_routes,
    today: toDayNumber(today.toISOString().slice(0, 10)),
  });
  const names = answer && (await nameRoutes(sql, answer.generation, answer.routes, [...ours, target]));
  if (!names || [...ours, target].some(({ generation }) => generation !== answer.generation)) {
    throw new HttpError('indexNotReady');
  }
  return {
    to: names.stop(target),
    from: ours.map(names.stop),
    routes: answer.routes.map(({ score, stops, hops }) => ({
      score,
      stops: stops.map(names.stop),
      hops: hops.map(({ deals, ...hop }) => ({
        ...hop,
        deals: deals.map(({ deal, led }) => ({ ...names.deal(deal), led })),
      })),
    })),
  };
}

type GivenRecord = { readonly kind: RouteKind; readonly id: string };

const listGiven = (kind: RouteKind, ids: readonly string[] = []): GivenRecord[] => ids.map((id) => ({ kind, id }));

/** The numbers of records by their current or former ids, each once. */
async function readNodes(
  sql: Sql,
  given: readonly GivenRecord[],
): Promise<(GraphNode & { readonly generation: number })[]> {
  const ids = (kind: RouteKind) =>
    currentIds(
      sql,
      given.filter((one) => one.kind === kind).map(({ id }) => id),
    );
  return sql<(GraphNode & { readonly generation: number })[]>`
    SELECT found.*, ${currentGeneration(sql)} AS generation FROM (
      SELECT 'investor' AS kind, id AS row FROM investors WHERE uuid = ANY(${ids('investor')})
      UNION ALL SELECT 'person', id FROM people WHERE uuid = ANY(${ids('person')})
      UNION ALL SELECT 'company', id FROM companies WHERE uuid = ANY(${ids('company')})
    ) AS found`;
}

type RouteNames = {
  readonly stop: (node: GraphNode) => RouteStop;
  readonly deal: (id: number) => Omit<RouteDeal, 'led'>;
};

/** The names of stops and rounds by their ids; undefined if these belong to another load of the records. */
async function nameRoutes(
  sql: Sql,
  generation: number,
  routes: readonly RouteFigures[],
  more: readonly GraphNode[],
): Promise<RouteNames | undefined> {
  const nodes = [...routes.flatMap(({ stops }) => stops), ...more];
  const ids = (wanted: RouteKind) => [...new Set(nodes.flatMap(({ kind, row }) => (kind === wanted ? [row] : [])))];
  const dealIds = [
    ...new Set(routes.flatMap(({ hops }) => hops.flatMap(({ deals }) => deals.map(({ deal }) => deal)))),
  ];
  const [[current], stops, deals] = await Promise.all([
    sql<{ generation: number }[]>`SELECT ${currentGeneration(sql)} AS generation`,
    sql<(RouteStop & { readonly row: number })[]>`
      SELECT 'investor' AS kind, id AS row, uuid::text AS id, name, NULL::text AS detail FROM investors
        WHERE id = ANY(${ids('investor')}::int[])
      UNION ALL SELECT 'person', p.id, p.uuid::text, p.name, coalesce(p.title, CASE WHEN p.is_founder THEN 'Founder' END)
        || coalesce(' at ' || coalesce((SELECT i.name FROM person_firms pf JOIN investors i ON i.id = pf.investor_id
            WHERE pf.person_id = p.id ORDER BY i.total_deal_count DESC, i.id LIMIT 1), c.name), '')
        FROM people p LEFT JOIN companies c ON c.id = p.current_company_id WHERE p.id = ANY(${ids('person')}::int[])
      UNION ALL SELECT 'company', c.id, c.uuid::text, c.name, (SELECT n.name FROM company_industries ci
          JOIN industries n ON n.id = ci.industry_id WHERE ci.company_id = c.id ORDER BY ci.position LIMIT 1)
        FROM companies c WHERE c.id = ANY(${ids('company')}::int[])`,
    sql<DealRow[]>`
      SELECT d.id AS row, d.uuid::text AS deal_id, c.uuid::text AS company_id, c.name AS company_name, d.round_type,
        d.pre, d.extension, to_char(d.date AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date, d.total_round_raised AS raised
      FROM deals d JOIN companies c ON c.id = d.company_id WHERE d.id = ANY(${dealIds}::int[])`,
  ]);
  if (current?.generation !== generation) return undefined;
  const stopsByNode = new Map(stops.map(({ row, ...stop }) => [`${stop.kind} ${row}`, stop]));
  const dealsById = new Map(deals.map((deal) => [deal.row, deal]));
  return {
    stop: ({ kind, row }) => stopsByNode.get(`${kind} ${row}`) ?? fail(kind, row),
    deal(id) {
      const { row: _row, company_id, company_name, ...deal } = dealsById.get(id) ?? fail('deal', id);
      return { ...deal, company: { id: company_id, name: company_name } };
    },
  };
}

type DealRow = Omit<RouteDeal, 'led' | 'company'> & {
  readonly row: number;
  readonly company_id: string;
  readonly company_name: string;
};

function fail(kind: string, id: number): never {
  throw new Error(`${kind} ${id} of the index is not in the database`);
}
