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
 * Serves deliveries of a hosted service's alerts by forwarding requests to the store. Its database is opened when the
 * first one is saved, and from then on at every start; until then the list is empty.
 */
export async function registerHostedDeliveries(
  app: FastifyInstance,
  { env, canUseKey, store }: HostedDeliveries,
): Promise<void> {
  const forwardTo = (open: HostedStore['openStored']) => async (request: FastifyRequest, reply: FastifyReply) => {
    const opened = await open();
    if (!opened) return reply.callNotFound();
    const response = await opened.inject({
      method: request.method as 'GET',
      url: request.url,
      ...(request.body === undefined || request.body === null ? {} : { payload: request.body }),
    });
    return reply.code(response.statusCode).headers(response.headers).send(response.rawPayload);
  };
  const forward = forwardTo(store.open);
  await app.register(async (scope) => {
    scope.setErrorHandler(handleError);
    scope.addHook('onRequest', async (request) => {
      if (!canUseKey(request)) throw new HttpError('missingKey');
    });
    scope.get('/account/deliveries', async (request, reply) =>
      store.isOpen()
        ? forward(request, reply)
        : { success: true, data: { deliveries: [], formats: listFormats(env) }, meta: { total_count: 0 } },
    );
    scope.post('/account/deliveries', forward);
    scope.all('/account/deliveries/*', forward);
  });
  await app.register(async (scope) => {
    // The button that stops a delivery posts a form.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, _body, done) => done(null));
    const forwardStranger = forwardTo(store.openStored);
    scope.all(`${stopPath}/*`, forwardStranger);
    scope.get(`${feedPath}/*`, forwardStranger);
  });
}
