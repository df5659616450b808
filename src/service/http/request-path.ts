import type { FastifyRequest } from 'fastify';
import { HttpError } from './http-error.ts';

/** Dot segments, empty segments, backslashes and control characters: what programs resolve or remove differently. */
const ambiguous = /[\\\p{Cc}]|\/\/|(^|\/)\.{1,2}(\/|$)/u;
/** A path that is percent-encoded more often is ambiguous too. */
const maxDecodings = 3;

/** Whether a path means the same to every program that decodes and normalizes it, such as a proxy in between. */
export function isUnambiguousPath(path: string): boolean {
  let text = path;
  for (let decodings = 0; decodings < maxDecodings; decodings += 1) {
    if (ambiguous.test(text)) return false;
    const decoded = decodePath(text);
    if (decoded === text) return true;
    text = decoded;
  }
  return false;
}

/** A path that cannot be decoded stays as it is; the router rejects it. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A hook that rejects ambiguous paths before any other hook and every handler, below the path of a proxy too. */
export async function rejectAmbiguousPath({ originalUrl }: FastifyRequest): Promise<void> {
  if (!isUnambiguousPath(removeOrigin(originalUrl).split('?', 1)[0] ?? '')) throw new HttpError('routeNotFound');
}

/** The path and query of a request target, which may be a whole address (RFC 9112, 3.2.2). */
export const removeOrigin = (url: string): string => {
  const rest = url.replace(/^https?:\/\/[^/?]+/i, '');
  return rest === url || rest.startsWith('/') ? rest : `/${rest}`;
};

/** The path and query that the routes see: without the path under which a proxy serves the site. */
export function removeBase(base: string, url: string): string {
  if (base === '' || !url.startsWith(base)) return url;
  const rest = url.slice(base.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}
