import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { AddressInfo } from 'node:net';
import { readBearer } from '../../service/http/auth.ts';
import { Refusal } from '../../service/http/errors.ts';
import type { Behind } from './backend.ts';
import type { Environment } from '../environment.ts';
import { isAskedHere, isLoopback } from './local-key.ts';

/**
 * Serves /metrics for Prometheus: open where the gateway is reached on this machine and through no proxy, elsewhere to
 * whoever brings FUNDSCOPE_METRICS_TOKEN.
 */
export function registerMetrics(
  { app, metrics: { registry } }: Behind,
  readBound: () => AddressInfo | string | null,
  { trustProxy, metricsToken }: Pick<Environment, 'trustProxy' | 'metricsToken'>,
): void {
  app.get('/metrics', async (request, reply) => {
    const bound = readBound();
    const isOpen = !trustProxy && isLoopback(bound) && isAskedHere(bound, request.headers);
    if (!isOpen && !bringsToken(request, metricsToken)) throw tokenWanted();
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

function bringsToken(request: FastifyRequest, token: string | undefined): boolean {
  const given = readBearer(request);
  return token !== undefined && given !== undefined && timingSafeEqual(hash(given), hash(token));
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

const tokenWanted = () =>
  new Refusal(401, 'AUTH_ERROR', 'The figures of this process need a token here.', {
    help: 'Send the value of FUNDSCOPE_METRICS_TOKEN in the Authorization header.',
    format: 'Authorization: Bearer <token>',
  });
