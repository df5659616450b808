import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { feedPath } from '../../service/alerts/deliveries/routes.ts';
import { stopPath } from '../../service/alerts/deliveries/email.ts';
import { buildService } from '../../service/app.ts';
import { handleError, HttpError } from '../../service/http/http-error.ts';
import { openGatewayDatabase } from '../database/open-gateway-database.ts';
import { openDatabaseServer } from '../database/open-server.ts';
import type { Environment, Upstream } from '../environment.ts';
import type { Shutdown } from '../shutdown.ts';
import { buildHttpOptions } from './backend.ts';
import { createHostedAlerts, nameHostedAccount } from './hosted-alerts.ts';
import { openLocalAccount } from './local-account.ts';
import { listFormats, openDeliveries } from './open-deliveries.ts';

type HostedDeliveries = {
  readonly env: Environment;
  readonly upstream: Upstream & { readonly key: string };
  /** Opaque id of the account of the key. */
  readonly accountId: string;
  readonly dispatcher: Dispatcher;
  readonly canUseKey: (request: FastifyRequest) => boolean;
  readonly onProgress: (text: string) => void;
};

/**
 * Serves deliveries of a hosted service's alerts. They are stored in a database of this gateway, which is opened when the
 * first one is saved, and from then on at every start.
 */
export async function registerHostedDeliveries(
  app: FastifyInstance,
  options: HostedDeliveries,
  shutdown: Shutdown,
): Promise<void> {
  const { env, accountId, canUseKey, onProgress } = options;
  const keyFile = `deliveries-key-${accountId.slice(0, 8).replaceAll(/[^\w]/g, '-')}`;
  let opening: Promise<FastifyInstance> | undefined;
  const open = (): Promise<FastifyInstance> => {
    opening ??= openStore(options, keyFile, shutdown);
    opening.catch((error: Error) => {
      opening = undefined;
      onProgress(`Deliveries are not available: ${error.message}`);
    });
    return opening;
  };
  const isStored = await access(join(env.dataDir, keyFile)).then(
    () => true,
    () => false,
  );
  if (isStored) void open().catch(() => undefined);

  await registerForwarding(app, { open, canUseKey, isOpen: () => opening !== undefined, formats: listFormats(env) });
}

type Forwarding = Pick<HostedDeliveries, 'canUseKey'> & {
  readonly open: () => Promise<FastifyInstance>;
  readonly isOpen: () => boolean;
  readonly formats: readonly string[];
};

/** Forwards requests about deliveries to the store; the list is empty while nothing was ever saved. */
async function registerForwarding(app: FastifyInstance, { open, isOpen, canUseKey, formats }: Forwarding) {
  const forward = async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = await (
      await open()
    ).inject({
      method: request.method as 'GET',
      url: request.url,
      ...(request.body === undefined || request.body === null ? {} : { payload: request.body }),
    });
    return reply.code(answer.statusCode).headers(answer.headers).send(answer.rawPayload);
  };
  await app.register(async (scope) => {
    scope.setErrorHandler(handleError);
    scope.addHook('onRequest', async (request) => {
      if (!canUseKey(request)) throw new HttpError('missingKey');
    });
    scope.get('/account/deliveries', async (request, reply) =>
      isOpen()
        ? forward(request, reply)
        : { success: true, data: { deliveries: [], formats }, meta: { total_count: 0 } },
    );
    scope.post('/account/deliveries', forward);
    scope.all('/account/deliveries/*', forward);
  });
  await app.register(async (scope) => {
    // The button that stops a delivery posts a form.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, _body, done) => done(null));
    scope.all(`${stopPath}/*`, forward);
    scope.get(`${feedPath}/*`, forward);
  });
}

async function openStore(
  { env, upstream, accountId, dispatcher, onProgress }: HostedDeliveries,
  keyFile: string,
  shutdown: Shutdown,
): Promise<FastifyInstance> {
  const server = await openDatabaseServer(env, shutdown, onProgress);
  const sql = await openGatewayDatabase(server.address(), env, onProgress);
  shutdown.add(() => sql.end({ timeout: 5 }));
  const name = nameHostedAccount(upstream, accountId);
  const account = await openLocalAccount(sql, env.dataDir, { name, file: keyFile, hasDemoAlerts: false });
  const source = createHostedAlerts({ upstream, name, dispatcher });
  const deliveries = openDeliveries({ sql, env, source, onProgress });
  const store = await buildService({
    db: sql,
    localKey: () => account.key,
    deliveries: deliveries.options,
    ...buildHttpOptions(env),
  });
  deliveries.start(store, shutdown);
  await store.ready();
  shutdown.add(() => store.close());
  return store;
}
