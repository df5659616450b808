import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { parseKey, readBearer } from './auth.ts';
import { toNetwork } from './network.ts';
import type { ServiceOptions } from './options.ts';
import { type RateLimitStatus, readRateLimitStatus } from './rate-limit.ts';

/** The local key, for a request that sends none and is allowed to use it. */
export const findLocalKey = (options: Pick<ServiceOptions, 'localKey'>, request: FastifyRequest): string | undefined =>
  request.headers.authorization === undefined ? options.localKey?.(request) : undefined;

/** Sets the RateLimit headers. */
export function setRateLimitHeaders(reply: FastifyReply, { limit, remaining, resetSeconds }: RateLimitStatus): void {
  void reply.headers({
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  });
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
