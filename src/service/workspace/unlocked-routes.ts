import type { DataOf, ParsedBodyOf } from '#contract/endpoint.ts';
import { financingType } from '#contract/enums.ts';
import { isObject } from '#contract/json.ts';
import type { RouteDeal, RouteKind, RouteStop } from '#contract/routes.ts';
import type { readUnlockedRoutes } from '#contract/workspace/routes.ts';
import type { LooseRecord } from '#contract/workspace/workspace-endpoint.ts';
import type { Sql } from '../db/sql.ts';
import { HttpError } from '../http/http-error.ts';
import { toDayNumber } from '../market/deal-table.ts';
import { buildRouteGraph, type PlainGraph } from '../routes/build-route-graph.ts';
import { computeRoutes } from '../routes/compute-routes.ts';
import type { GraphNode } from '../routes/route-graph.ts';

type Answer = DataOf<typeof readUnlockedRoutes>;

/**
 * Finds the best routes through unlocked rounds and people.
 *
 * @throws HttpError `routeTargetNotFound` where nothing unlocked names the target.
 */
export async function findUnlockedRoutes(
  sql: Sql,
  accountId: string,
  { from, to, through, max_hops, max_routes }: ParsedBodyOf<typeof readUnlockedRoutes>,
  now: Date,
): Promise<Answer> {
  const rounds = await readKind(sql, accountId, 'rounds');
  const people = await readKind(sql, accountId, 'people');
  const deals = new Map((await readKind(sql, accountId, 'deals')).map((deal) => [deal.id, deal]));
  const companies = new Map((await readKind(sql, accountId, 'companies')).map((company) => [company.id, company]));
  const nodes = createNodes();
  const held = rounds.flatMap((round) => {
    const deal = deals.get(round.id);
    return deal ? [{ ...readRound(round, deal, companies, nodes), record: deal }] : [];
  });
  const jobs = people.flatMap((person) => readJobs(person, nodes));
  const target = nodes.find(to.kind, to.id);
  if (!target) throw new HttpError('routeTargetNotFound', { kind: to.kind });
  const ours = [
    ...(from.investor_ids ?? []).map((id) => nodes.find('investor', id)),
    ...(from.person_ids ?? []).map((id) => nodes.find('person', id)),
    ...(from.company_ids ?? []).map((id) => nodes.find('company', id)),
  ].filter((node) => node !== undefined);
  const graph = buildRouteGraph({ rows: nodes.count(), deals: held, backers: [], jobs });
  const today = toDayNumber(now.toISOString().slice(0, 10));
  const routes = computeRoutes(graph, {
    from: ours,
    to: target,
    through,
    maxHops: max_hops,
    maxRoutes: max_routes,
    today,
  });
  const nameDeal = (row: number): Omit<RouteDeal, 'led'> => {
    const { record, company } = held[row] as (typeof held)[number];
    const { id, name } = nodes.name({ kind: 'company', row: company });
    return {
      deal_id: record.id,
      company: { id, name },
      round_type: financingType.safeParse(record['round_type']).data ?? null,
      pre: record['pre'] === true,
      extension: record['extension'] === true,
      date: readText(record['date'])?.slice(0, 10) ?? null,
      raised: typeof record['total_round_raised'] === 'number' ? record['total_round_raised'] : null,
    };
  };
  return {
    to: nodes.name(target),
    from: ours.map(nodes.name),
    routes: routes.map(({ score, stops, hops }) => ({
      score,
      stops: stops.map(nodes.name),
      hops: hops.map((hop) => ({ ...hop, deals: hop.deals.map(({ deal, led }) => ({ ...nameDeal(deal), led })) })),
    })),
    from_unlocked: { rounds: held.length, people: people.length },
  };
}

/** All unlocked records of a kind. */
async function readKind(sql: Sql, accountId: string, kind: string): Promise<LooseRecord[]> {
  const rows = await sql<{ record: string }[]>`
    SELECT record FROM unlocked_records WHERE account_id = ${accountId} AND kind = ${kind} AND record IS NOT NULL
    ORDER BY id`;
  return rows.map(({ record }) => JSON.parse(record) as LooseRecord);
}

/** Gives each record of each kind the next number from 0, and keeps its name. */
function createNodes() {
  const lists: Record<RouteKind, RouteStop[]> = { investor: [], person: [], company: [] };
  const rows = new Map<string, number>();
  return {
    add(kind: RouteKind, id: string, name: string, detail: string | null = null): number {
      const key = `${kind} ${id}`;
      const row = rows.get(key) ?? lists[kind].length;
      const before = lists[kind][row];
      lists[kind][row] = {
        kind,
        id,
        name: before && before.name !== '' ? before.name : name,
        detail: before?.detail ?? detail,
      };
      rows.set(key, row);
      return row;
    },
    find(kind: RouteKind, id: string): GraphNode | undefined {
      const row = rows.get(`${kind} ${id}`);
      return row === undefined ? undefined : { kind, row };
    },
    name: ({ kind, row }: GraphNode): RouteStop => lists[kind][row] as RouteStop,
    count: () => ({ investor: lists.investor.length, person: lists.person.length, company: lists.company.length }),
  };
}
type Nodes = ReturnType<typeof createNodes>;
type PlainRound = PlainGraph['deals'][number];

/** A round with its company and who took part in it; partners led where their investor did. */
function readRound(
  round: LooseRecord,
  deal: LooseRecord,
  companies: ReadonlyMap<string, LooseRecord>,
  nodes: Nodes,
): PlainRound {
  const companyId = readText(deal['company_id']) ?? deal.id;
  const company = companies.get(companyId);
  const [industry] = listObjects(company?.['industries']);
  const investors = new Map<number, boolean>();
  const people = new Map<number, boolean>();
  for (const investor of listObjects(round['investors'])) {
    const named = readNamed(investor);
    if (!named) continue;
    const hasLed = investor['lead_investor'] === true;
    const row = nodes.add('investor', named.id, named.name);
    investors.set(row, hasLed || (investors.get(row) ?? false));
    for (const partner of listObjects(investor['personnel']).flatMap((one) => readNamed(one) ?? [])) {
      const person = nodes.add('person', partner.id, partner.name, `Partner at ${named.name}`);
      people.set(person, hasLed || (people.get(person) ?? false));
    }
  }
  for (const angel of listObjects(round['angel_investors']).flatMap((one) => readNamed(one) ?? [])) {
    const person = nodes.add('person', angel.id, angel.name, 'Angel');
    if (!people.has(person)) people.set(person, false);
  }
  return {
    day: readDay(deal['date']),
    company: nodes.add(
      'company',
      companyId,
      readText(company?.['name']) ?? 'Locked company',
      readText(industry?.['name']),
    ),
    investors: [...investors].map(([row, hasLed]) => ({ row, hasLed })),
    people: [...people].map(([row, hasLed]) => ({ row, hasLed })),
  };
}

/** Where a person works. */
function readJobs(person: LooseRecord, nodes: Nodes): PlainGraph['jobs'][number][] {
  const name = readText(person['name']);
  if (name === undefined) return [];
  const employer = isObject(person['current_company']) ? readNamed(person['current_company']) : undefined;
  const firms = listObjects(person['investment_firms']).flatMap((one) => readNamed(one) ?? []);
  const [at] = [...firms, ...(employer ? [employer] : [])];
  const title = readText(person['title']) ?? (person['is_founder'] === true ? 'Founder' : undefined);
  const row = nodes.add('person', person.id, name, title && (at ? `${title} at ${at.name}` : title));
  return [
    ...(employer
      ? [{ person: row, kind: 'company' as const, row: nodes.add('company', employer.id, employer.name) }]
      : []),
    ...firms.map((firm) => ({
      person: row,
      kind: 'investor' as const,
      row: nodes.add('investor', firm.id, firm.name),
    })),
  ];
}

const readText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const listObjects = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];

function readNamed(value: Record<string, unknown>): { readonly id: string; readonly name: string } | undefined {
  const [id, name] = [readText(value['id']), readText(value['name'])];
  return id === undefined || name === undefined ? undefined : { id, name };
}

/** Days since 1970 of a moment. */
function readDay(value: unknown): number | undefined {
  const day = Math.floor(Date.parse(readText(value) ?? '') / 86_400_000);
  return Number.isNaN(day) ? undefined : day;
}
