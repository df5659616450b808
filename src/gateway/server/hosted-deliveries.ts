import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { feedPath } from '../../service/alerts/deliveries/routes.ts';
import { stopPath } from '../../service/alerts/deliveries/email.ts';
import { handleError, HttpError } from '../../service/http/http-error.ts';
import type { Environment } from '../environment.ts';
import type { HostedStore } from './hosted-store.ts';
import { listFormats } from './open-deliveries.ts';

type HostedDeliveries = {
  readonly env: Environment;
  readonly canUseKey: (request: FastifyRequest) => boolean;
  readonly store: HostedStore;
};

/**
 * Serves deliveries of a hosted service's alerts. They are stored in a database of this gateway, which is opened when
 * the first one is saved, and from then on at every start.
 */
export async function registerHostedDeliveries(
  app: FastifyInstance,
  { env, canUseKey, store }: HostedDeliveries,
): Promise<void> {
  const open = () => store.open();
  await registerForwarding(app, { open, canUseKey, isOpen: store.isOpen, formats: listFormats(env) });
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
