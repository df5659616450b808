import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { version } from '../project.ts';

/** Request headers that a hosted service receives: no connection headers, cookies or client address. */
const forwarded = ['accept', 'accept-encoding', 'accept-language', 'content-type', 'content-length', 'idempotency-key'];

/**
 * Response headers that the page receives. All others would act on the gateway's origin (cookies, policies, transport
 * rules) or belong to the connection with the hosted service.
 */
const returned =
  /^(content-(type|length|encoding|language)|retry-after|(x-)?ratelimit-[\w-]+|x-(request-id|ignored-filters|credits?-[\w-]+)|idempotency-replayed|fundscope-relevance|allow|cache-control)$/;

/** The headers of the request to the hosted service. */
export function buildRequestHeaders(request: FastifyRequest, authorization: string): Record<string, string> {
  const ofConnection = parseConnectionHeaders(request.headers.connection);
  const copied = forwarded.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' && !ofConnection.has(name) ? [[name, value]] : [];
  });
  return {
    ...(Object.fromEntries(copied) as Record<string, string>),
    authorization,
    'user-agent': `Fundscope/${version}`,
    'x-request-id': request.id,
  };
}

/** The headers of the hosted service's response that the page may see. */
export function filterResponseHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const ofConnection = parseConnectionHeaders(headers.connection);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => returned.test(name) && !ofConnection.has(name)));
}

/** Headers that `Connection` declares to be hop-by-hop (RFC 9110, 7.6.1). */
function parseConnectionHeaders(connection: string | string[] | undefined): Set<string> {
  return new Set(
    String(connection ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  );
}
