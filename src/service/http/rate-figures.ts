import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../db/away.ts';
import { readBearer, toPresentedKey } from './auth.ts';
import type { ServiceOptions } from './options.ts';
import { type RateFigures, readFigures } from './rate-limit.ts';

/** What a request presents as its key: its own word, or the key of this machine where it says nothing and may use it. */
export const readToken = (options: ServiceOptions, request: FastifyRequest): string | undefined =>
  request.headers.authorization === undefined ? options.localKey?.(request) : readBearer(request);

/** Writes the RateLimit headers. */
export function tellFigures(reply: FastifyReply, { limit, remaining, resetSeconds }: RateFigures): void {
  void reply.headers({
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  });
}

/**
 * A hook that gives the figures to answers of no route too: every answer has them, and these take no place (contract
 * 3). While one address without a key waits for its figures, the others of it wait for the same, so that a flood of
 * them does not keep the database from its work; with the database away the answer goes without.
 */
export function tellUnrouted(options: ServiceOptions) {
  const reading = new Map<string, Promise<RateFigures>>();
  const read = (request: FastifyRequest): Promise<RateFigures> => {
    const key = toPresentedKey(readToken(options, request));
    const find = () => readFigures(options.db, key, request.ip, options.clock().getTime());
    if (key) return find();
    const figures = reading.get(request.ip) ?? find().finally(() => reading.delete(request.ip));
    reading.set(request.ip, figures);
    return figures;
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!request.is404) return;
    try {
      tellFigures(reply, await read(request));
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
  };
}
