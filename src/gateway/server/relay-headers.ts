import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { version } from '../project.ts';

/**
 * What a hosted service is told of a request, besides the key: nothing that belongs to one connection, no cookie, no
 * address of the person. `host` is set by whoever connects.
 */
const sent = ['accept', 'accept-encoding', 'accept-language', 'content-type', 'content-length', 'idempotency-key'];

/**
 * What the page is told of an answer. The rest would act on our own origin (cookies, policies, transport rules) or
 * belongs to the connection behind us.
 */
const passed =
  /^(content-(type|length|encoding|language)|retry-after|(x-)?ratelimit-[\w-]+|x-(request-id|ignored-filters|credits?-[\w-]+)|idempotency-replayed|fundscope-relevance|allow|cache-control)$/;

/** The headers under which a request goes on to the hosted service. */
export function toSentHeaders(request: FastifyRequest, authorization: string): Record<string, string> {
  const ofConnection = readConnectionHeaders(request.headers.connection);
  const kept = sent.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' && !ofConnection.has(name) ? [[name, value]] : [];
  });
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    authorization,
    'user-agent': `Fundscope/${version}`,
    'x-request-id': request.id,
  };
}

/** The headers of an answer that the page may see. */
export function toPassedHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const ofConnection = readConnectionHeaders(headers.connection);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => passed.test(name) && !ofConnection.has(name)));
}

/** Headers that `Connection` says are for one connection alone (RFC 9110, 7.6.1). */
function readConnectionHeaders(connection: string | string[] | undefined): Set<string> {
  return new Set(
    String(connection ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  );
}
