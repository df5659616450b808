import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { Refusal } from '../../service/http/errors.ts';

/**
 * Where a request goes at the hosted service: always the path of the endpoint below the configured address. Of the
 * request itself come only ids and the query, neither of which can lead out of it.
 */
export function toTarget(base: URL, endpoint: Endpoint, request: FastifyRequest): URL {
  const params = (request.params ?? {}) as Record<string, string>;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => toPathPart(params[name] ?? ''));
  const target = new URL(base);
  target.pathname = `${base.pathname.replace(/\/$/, '')}${path}`;
  const queryAt = request.url.indexOf('?');
  // The setter escapes what may not stand in a query, a # too.
  target.search = queryAt < 0 ? '' : request.url.slice(queryAt);
  return target;
}

function toPathPart(id: string): string {
  // A dot or an escaped slash could mean another path to the service, or to whatever stands before it.
  if (/^[\w-]{1,200}$/.test(id)) return id;
  throw new Refusal(400, 'INVALID_DEAL_ID', 'The id is not a valid uuid.', { help: 'Send the id of a deal.' });
}
