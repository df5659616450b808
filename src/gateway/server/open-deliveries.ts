import type { FastifyInstance } from 'fastify';
import type { DeliveryFormat } from '#contract/deliveries.ts';
import type { AlertSource } from '../../service/alerts/deliveries/saved-deliveries.ts';
import type { Pool } from '../../service/db/pool.ts';
import type { DeliveryOptions } from '../../service/alerts/deliveries/routes.ts';
import type { Environment } from '../environment.ts';
import { runUntilShutdown, type Shutdown } from '../shutdown.ts';
import { registerDeliveryPages } from './delivery-pages.ts';
import { createWake, runDeliveries } from './run-deliveries.ts';

type DeliverySetup = {
  readonly sql: Pool;
  readonly env: Environment;
  readonly source: AlertSource;
  readonly onProgress: (text: string) => void;
};

/** The formats that can be sent; email needs a mail server. */
const listFormats = ({ mail }: Pick<Environment, 'mail'>): DeliveryFormat[] => [
  ...(mail ? (['email'] as const) : []),
  'slack',
  'teams',
  'webhook',
  'feed',
];

/** Deliveries of a gateway: what the service needs to save them, and the sender that starts once its app is built. */
export function openDeliveries({ sql, env, source, onProgress }: DeliverySetup) {
  const wake = createWake();
  const options: DeliveryOptions = {
    source,
    formats: listFormats(env),
    publicUrl: env.publicUrl,
    onWaiting: wake.call,
  };
  return {
    options,
    start(app: FastifyInstance, shutdown: Shutdown) {
      registerDeliveryPages(app, sql);
      void runUntilShutdown(shutdown, (signal) => runDeliveries(sql, env, { source, wake, onProgress }, signal));
    },
  };
}
