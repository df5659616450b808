import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { countRequest } from './authenticate.ts';
import type { ServiceOptions } from './options.ts';

/** How long a reader may show what it got without asking again. */
const maxAgeSeconds = 900;

/** Counts a reading of a secret address in the windows of the reader and of the address; returns the load of the records. */
export async function countReading(
  options: ServiceOptions,
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
  kind: string,
): Promise<number | undefined> {
  await countRequest(options, request, reply);
  const address = `${kind} ${hash(request.params.token)}`;
  return (await countRequest(options, request, reply, { address })).generation;
}

/** Sends a text of a secret address, or 304 to a reader that has it already. */
export function sendVersion(request: FastifyRequest, reply: FastifyReply, type: string, text: string): FastifyReply {
  // Weak, because the same text may be sent compressed.
  const tag = `W/"${hash(text)}"`;
  void reply.headers({ etag: tag, 'cache-control': `private, max-age=${maxAgeSeconds}` });
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type(`${type}; charset=utf-8`).send(text);
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Whether a reader has this version already (RFC 9110, section 13.1.2). */
const isKnown = (known: string | undefined, tag: string): boolean =>
  known !== undefined && (known.trim() === '*' || known.split(',').some((one) => one.trim() === tag));
