import { z } from 'zod';
import { countEndpoint } from './endpoint.ts';
import { financingType } from './enums.ts';
import { filterList } from './request-parts.ts';
import { requireSome } from './request-checks.ts';
import { uuid } from './scalars.ts';

/** The most hops of a route. */
const mostHops = 4;
/** The most routes of an answer. */
const mostRoutes = 10;
/** The most rounds that a hop names; it counts all. */
export const mostHopDeals = 12;

/**
 * What the hops of a route can rest on. `rounds`: investors were on the same one. `partners`: so were partners or angels
 * with others. `companies`: somebody invested in a company. `jobs`: a person works there.
 */
export const routeLinks = ['rounds', 'partners', 'companies', 'jobs'] as const;
export type RouteLink = (typeof routeLinks)[number];

const recordKind = z.enum(['investor', 'company', 'person']);
/** A record that a route can lead to, or through. */
export type RouteKind = z.infer<typeof recordKind>;

const stop = z.strictObject({
  kind: recordKind,
  id: uuid,
  name: z.string(),
  /** What a person does, or the first industry of a company; null if unknown. */
  detail: z.string().nullable(),
});
export type RouteStop = z.infer<typeof stop>;

const deal = z.strictObject({
  deal_id: uuid,
  company: z.strictObject({ id: uuid, name: z.string() }),
  round_type: financingType.nullable(),
  pre: z.boolean(),
  extension: z.boolean(),
  date: z.iso.date().nullable(),
  raised: z.number().nullable(),
  /** Who led it: the stop before the hop, the one after it, both, or neither. */
  led: z.enum(['before', 'after', 'both']).nullable(),
});
export type RouteDeal = z.infer<typeof deal>;

const hop = z.strictObject({
  /**
   * `rounds`: both took part in them. `investment`: one of them is the company that raised. `job`: the person works
   * there.
   */
  by: z.enum(['rounds', 'investment', 'job']),
  /** From 0 to 1: how recent, how many, and who led. */
  strength: z.number(),
  rounds: z.int(),
  /** The newest rounds first. */
  deals: z.array(deal),
});
export type RouteHop = z.infer<typeof hop>;

const route = z.strictObject({
  /** The product of the strengths, less for each stop in between that has many links. */
  score: z.number(),
  /** From one of us to the target. */
  stops: z.array(stop),
  /** One fewer than stops. */
  hops: z.array(hop),
});
export type Route = z.infer<typeof route>;

const ids = filterList(uuid, 200).optional();

/**
 * POST /account/routes: the best routes from some records of ours to another one; free. No two of them pass through the
 * same stop. Only our own service has it, from the index in memory: 503 until that is read. 404 ROUTE_TARGET_NOT_FOUND.
 */
export const readRoutes = countEndpoint('readRoutes', 'POST', '/routes', {
  summary: 'Find the best routes to an investor, a company or a person, through rounds, partners, angels and jobs',
  body: z.strictObject({
    /** Our fund, partners and portfolio. */
    from: requireSome(z.strictObject({ investor_ids: ids, person_ids: ids, company_ids: ids }), [
      'investor_ids',
      'person_ids',
      'company_ids',
    ]),
    to: z.strictObject({ kind: recordKind, id: uuid }),
    /** What hops may rest on; all by default. */
    through: filterList(z.enum(routeLinks)).optional(),
    max_hops: z.int().min(1).max(mostHops).default(mostHops),
    max_routes: z.int().min(1).max(mostRoutes).default(3),
  }),
  data: z.strictObject({
    to: stop,
    /** Those of us that are known. */
    from: z.array(stop),
    routes: z.array(route),
  }),
});
