import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../service/http/metrics.ts';
import type { Config } from '#contract/config.ts';

/** What answers /api/v1, and what the page is told about it. */
export interface Behind extends Pick<Config, 'service' | 'host' | 'alertAmounts'> {
  app: FastifyInstance;
  metrics: Metrics;
  /** Opaque name of the account whose key the gateway holds; null where it holds none. */
  accountId: string | null;
  /** Where the records come from, and whether they are invented. */
  readData: () => Promise<Pick<Config, 'demo' | 'sources'>>;
}
