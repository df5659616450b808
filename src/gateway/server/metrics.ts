import type { FastifyRequest } from 'fastify';
import type { AddressInfo } from 'node:net';
import { readBearer } from '../../service/http/presented-key.ts';
import { HttpError } from '../../service/http/http-error.ts';
import type { Environment } from '../environment.ts';
import type { Backend } from './backend.ts';
import { isDirectLocalRequest, isLoopback, isSameSecret } from './local-key.ts';

/**
 * Serves /metrics for Prometheus: to this machine without a token if no proxy is involved, otherwise to requests with
 * FUNDSCOPE_METRICS_TOKEN.
 */
export function registerMetrics(
  { app, metrics: { registry } }: Backend,
  getBoundAddress: () => AddressInfo | string | null,
  { trustProxy, metricsToken }: Pick<Environment, 'trustProxy' | 'metricsToken'>,
): void {
  app.get('/metrics', async (request, reply) => {
    const bound = getBoundAddress();
    const isOpen = !trustProxy && isLoopback(bound) && isDirectLocalRequest(bound, request.raw);
    if (!isOpen && !hasToken(request, metricsToken)) throw new HttpError('missingMetricsToken');
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

function hasToken(request: FastifyRequest, token: string | undefined): boolean {
  const given = readBearer(request);
  return token !== undefined && given !== undefined && isSameSecret(given, token);
}
