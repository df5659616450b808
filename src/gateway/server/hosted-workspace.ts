import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxChangeBytes, workspaceEventsPath } from '#contract/workspace.ts';
import { handleError, HttpError } from '../../service/http/http-error.ts';
import type { HostedStore } from './hosted-store.ts';

type HostedWorkspace = {
  readonly canUseKey: (request: FastifyRequest) => boolean;
  readonly store: HostedStore;
};

/** Serves the workspace of the gateway's own key in front of a hosted service. */
export async function registerHostedWorkspace(
  app: FastifyInstance,
  { canUseKey, store }: HostedWorkspace,
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.setErrorHandler(handleError);
      // The store decompresses and checks bodies.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxChangeBytes }, (_, body, done) =>
        done(null, body),
      );
      scope.addHook('onRequest', async (request) => {
        if (!canUseKey(request)) throw new HttpError('missingKey');
      });
      scope.all('/*', async (request, reply) => {
        const { 'content-type': type, 'content-encoding': encoding, 'accept-encoding': accepted } = request.headers;
        const leaving = new AbortController();
        reply.raw.once('close', () => leaving.abort());
        const answer = await (
          await store.open()
        ).inject({
          method: request.method as 'GET',
          url: request.url,
          headers: {
            ...(type ? { 'content-type': type } : {}),
            ...(encoding ? { 'content-encoding': encoding } : {}),
            ...(accepted ? { 'accept-encoding': accepted } : {}),
          },
          ...(request.body instanceof Buffer ? { payload: request.body } : {}),
          payloadAsStream: true,
          // Of a stream that never ends; other requests end by themselves.
          ...(request.url.startsWith(workspaceEventsPath) ? { signal: leaving.signal } : {}),
        });
        return reply.code(answer.statusCode).headers(answer.headers).send(answer.stream());
      });
    },
    { prefix: '/workspace' },
  );
}
