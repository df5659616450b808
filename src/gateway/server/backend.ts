import type { FastifyInstance } from 'fastify';
import type { Config } from '#contract/config.ts';
import type { HttpAppOptions } from '../../service/http/http-app.ts';
import type { Metrics } from '../../service/http/metrics.ts';
import type { Environment } from '../environment.ts';

/** The handler of /api/v1, the local service or a hosted one, and what /config.json says about it. */
export interface Backend extends Pick<Config, 'service' | 'host' | 'alertAmounts'> {
  app: FastifyInstance;
  metrics: Metrics;
  /** Opaque id of the account whose key the gateway has; null if it has none. */
  accountId: string | null;
  /** Where the records come from, whether they are demo data, and whether that account is charged. */
  readData: () => Promise<Pick<Config, 'demo' | 'metered' | 'sources'>>;
}

/** The settings that both kinds of backend read from the environment. */
export const buildHttpOptions = ({ corsOrigins, trustProxy, base, logLevel }: Environment): HttpAppOptions => ({
  corsOrigins,
  base,
  logLevel,
  ...(trustProxy ? { trustProxy } : {}),
});
