import type { FastifyRequest } from 'fastify';
import { accountEndpoints, endpoints } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { HttpError } from './http-error.ts';
import { convertToRouterPath } from './route.ts';

const routes = ([...endpoints, ...accountEndpoints] as readonly Endpoint[]).map(({ method, root, path }) => {
  const url = `${root ?? '/api/v1'}${path}`.replace(/\/$/, '');
  return { method, url: convertToRouterPath(url), pattern: new RegExp(`^${url.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
});

/**
 * A hook that rejects requests without a route before anything else: 405 with `Allow` if the path has other methods,
 * otherwise 404 (contract 3 and 5). OPTIONS and HEAD are methods like any other.
 */
export async function rejectUnknownRoute(request: FastifyRequest): Promise<void> {
  if (!request.is404) return;
  const path = request.url.split('?', 1)[0]?.replace(/\/$/, '') ?? '';
  const allowed = routes
    .filter(({ method, url, pattern }) => pattern.test(path) && request.server.hasRoute({ method, url }))
    .map(({ method }) => method);
  throw allowed.length === 0 ? new HttpError('routeNotFound') : new HttpError('methodNotAllowed', { allowed });
}
