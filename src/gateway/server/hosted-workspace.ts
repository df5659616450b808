import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasMemberKey, joinWorkspace } from '#contract/members.ts';
import { maxChangeBytes, workspaceEventsPath } from '#contract/workspace.ts';
import { handleError, HttpError } from '../../service/http/http-error.ts';
import type { HostedStore } from './hosted-store.ts';

type HostedWorkspace = {
  readonly canUseKey: (request: FastifyRequest) => boolean;
  readonly store: Pick<HostedStore, 'open' | 'openStored'>;
};

/**
 * Serves the workspace of the gateway's own key in front of a hosted service: to this machine, as the first owner, and
 * to members with the keys that they got here.
 */
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
      // Before a body is read.
      const requireKey = async (request: FastifyRequest): Promise<void> => {
        const { authorization } = request.headers;
        if (authorization === undefined && !canUseKey(request)) throw new HttpError('missingKey');
        if (authorization !== undefined && !hasMemberKey(authorization)) throw new HttpError('unknownKey');
      };
      scope.all('/*', { onRequest: requireKey }, async (request, reply) => {
        const { authorization } = request.headers;
        const found = authorization === undefined ? await store.open() : await store.openStored();
        if (!found) throw new HttpError('unknownKey');
        return forward(found, request, reply, { url: request.url, authorization });
      });
      // Somebody who joins has no key yet. Without any text in this header the store would take them for this machine.
      scope.post(joinWorkspace.path, async (request, reply) => {
        const found = await store.openStored();
        if (!found) throw new HttpError('invitationEnded');
        const url = `${joinWorkspace.root}${joinWorkspace.path}`;
        return forward(found, request, reply, { url, authorization: 'none' });
      });
    },
    { prefix: '/workspace' },
  );
}

type Forwarded = { readonly url: string; readonly authorization: string | undefined };

async function forward(
  store: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { url, authorization }: Forwarded,
): Promise<FastifyReply> {
  const { 'content-type': type, 'content-encoding': encoding, 'accept-encoding': accepted } = request.headers;
  const answer = await store.inject({
    method: request.method as 'GET',
    url,
    remoteAddress: request.ip,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(type ? { 'content-type': type } : {}),
      ...(encoding ? { 'content-encoding': encoding } : {}),
      ...(accepted ? { 'accept-encoding': accepted } : {}),
    },
    ...(request.body instanceof Buffer ? { payload: request.body } : {}),
    payloadAsStream: true,
  });
  // Also if the browser disconnected while the store was opened. Other requests end by themselves.
  if (url.startsWith(workspaceEventsPath)) finished(reply.raw, () => answer.raw.res.destroy());
  return reply.code(answer.statusCode).headers(answer.headers).send(answer.stream());
}
