import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountEndpoints, endpoints } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { Refusal } from './errors.ts';

const patterns = ([...endpoints, ...accountEndpoints] as readonly Endpoint[]).map(({ method, root, path }) => ({
  method,
  pattern: new RegExp(`^${`${root ?? '/api/v1'}${path}`.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** 404 for an address that no route answers. */
export const noSuchEndpoint = () =>
  new Refusal(404, 'NOT_FOUND', 'There is no such endpoint.', { help: 'Check the path and the method.' });

/**
 * Refuses what no route answers, before anything else is looked at: 405 with `Allow` where the path has other
 * methods, 404 otherwise (contract 3 and 5). OPTIONS and HEAD are methods like any other.
 */
export async function refuseUnrouted(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.is404) return;
  const path = request.url.split('?', 1)[0]?.replace(/\/$/, '') ?? '';
  const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  if (methods.length === 0) {
    throw noSuchEndpoint();
  }
  void reply.header('allow', methods.join(', '));
  throw new Refusal(405, 'METHOD_NOT_ALLOWED', `This endpoint answers ${methods.join(' and ')} only.`, {
    help: `Use ${methods.join(' or ')}.`,
  });
}
