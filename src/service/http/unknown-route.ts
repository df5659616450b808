import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountEndpoints, endpoints } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { parseKey, readBearer } from './presented-key.ts';
import { findLocalKey, setRateLimitHeaders } from './authenticate.ts';
import { HttpError } from './http-error.ts';
import { toNetwork } from './network.ts';
import type { ServiceOptions } from './options.ts';
import { type RateLimitStatus, readRateLimitStatus } from './rate-limit.ts';
import { convertToRouterPath } from './route.ts';

const routes = ([...endpoints, ...accountEndpoints] as readonly Endpoint[]).map(({ method, root, path }) => {
  const url = `${root ?? '/api/v1'}${path}`.replace(/\/$/, '');
  return { method, url: convertToRouterPath(url), pattern: new RegExp(`^${url.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
});

/**
 * A hook that rejects requests without a route before anything else: 405 with `Allow` if the path has other methods,
 * otherwise 404 (contract 3 and 5). OPTIONS and HEAD are methods like any other.
 */
export async function rejectUnknownRoute(request: FastifyRequest): Promise<void> {
  if (!request.is404) return;
  const path = request.url.split('?', 1)[0]?.replace(/\/$/, '') ?? '';
  const allowed = routes
    .filter(({ method, url, pattern }) => pattern.test(path) && request.server.hasRoute({ method, url }))
    .map(({ method }) => method);
  throw allowed.length === 0 ? new HttpError('routeNotFound') : new HttpError('methodNotAllowed', { allowed });
}

/**
 * A hook that sets the RateLimit headers on responses without a route, which do not count (contract 3). Concurrent
 * requests of one caller share one query, so that a flood of them does not load the database. While the
 * database is unavailable the headers are missing.
 */
export function setUnknownRouteHeaders(options: ServiceOptions) {
  const pending = new Map<string, Promise<RateLimitStatus>>();
  const readStatus = (request: FastifyRequest): Promise<RateLimitStatus> => {
    const key = parseKey(findLocalKey(options, request) ?? readBearer(request));
    const network = toNetwork(request.ip);
    const query = () => readRateLimitStatus(options.db, key, network, options.limiterClock());
    const caller = `${key?.identity ?? ''} ${network}`;
    const status = pending.get(caller) ?? query().finally(() => pending.delete(caller));
    pending.set(caller, status);
    return status;
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!request.is404) return;
    try {
      setRateLimitHeaders(reply, await readStatus(request));
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  };
}
