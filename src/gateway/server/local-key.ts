import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Environment } from '../environment.ts';

/** The parts of a request that decide whether the gateway adds its own key. */
type LocalRequest = Pick<IncomingMessage, 'httpVersion' | 'headers'>;

/** Who may use the gateway's key on this machine. */
export interface LocalAccess {
  /** Whether the gateway adds its key to this request. */
  canUseKey(request: LocalRequest): boolean;
  /** Whether it would add its key to later requests of the page that sends this one, which may lack X-Fundscope. */
  isOffered(request: LocalRequest): boolean;
}

/** Decides by the mode in FUNDSCOPE_LOCAL_KEY; behind a trusted proxy nobody may use the key. */
export function createLocalAccess(
  { localKey, trustProxy }: Pick<Environment, 'localKey' | 'trustProxy'>,
  getBoundAddress: () => AddressInfo | string | null,
  token: string | undefined,
): LocalAccess {
  const isAllowed = ({ headers }: LocalRequest): boolean => {
    if (trustProxy || localKey === 'off') return false;
    return localKey === 'on' || (token !== undefined && isSameSecret(readCookie(headers), token));
  };
  return {
    canUseKey: (request) => isAllowed(request) && canUseLocalKey(getBoundAddress(), request),
    isOffered: (request) => {
      const bound = getBoundAddress();
      return isAllowed(request) && isLoopback(bound) && isDirectLocalRequest(bound, request);
    },
  };
}

/**
 * Whether a request comes from the gateway's own page on this machine. The gateway listens on loopback, `Host` is its
 * own name there, no proxy left a header, and the page sent its own origin in `X-Fundscope`, which a page of another
 * origin cannot send without a preflight (rejected here) and which behind a proxy is the proxy's origin.
 * `Sec-Fetch-Site` is `same-origin`; `Origin`, if present, is the page's own.
 */
export function canUseLocalKey(bound: AddressInfo | string | null, request: LocalRequest): boolean {
  if (!isLoopback(bound) || !isDirectLocalRequest(bound, request)) return false;
  const { host, origin, 'sec-fetch-site': site, 'x-fundscope': page } = request.headers;
  const own = `http://${host}`;
  return page === own && site === 'same-origin' && (origin === undefined || origin === own);
}

/** Whether a request addresses this gateway by a name of this machine and has no headers of a proxy. */
export function isDirectLocalRequest({ port }: AddressInfo, { httpVersion, headers }: LocalRequest): boolean {
  // nginx uses HTTP/1.0 to its backends by default; no browser does.
  const isForwarded = httpVersion === '1.0' || Object.keys(headers).some((name) => proxyHeader.test(name));
  return !isForwarded && headers.host !== undefined && listLocalHosts(port).includes(headers.host);
}

const proxyHeader =
  /^(x-forwarded|forwarded$|via$|x-real-ip$|x-client-ip$|x-cluster-client-ip$|true-client-ip$|cf-|x-envoy)/;

/** Whether only this machine can reach the address that the gateway listens on. */
export function isLoopback(bound: AddressInfo | string | null): bound is AddressInfo {
  if (bound === null || typeof bound === 'string') return false;
  return bound.address === '::1' || /^127\.\d+\.\d+\.\d+$/.test(bound.address);
}

function listLocalHosts(port: number): string[] {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  // Browsers omit the default port.
  return port === 80 ? names.flatMap((name) => [name, `${name}:80`]) : names.map((name) => `${name}:${port}`);
}

/** Converts an address that contains the token (`/?token=...`) to a cookie and the same address without it. */
export function registerToken(app: FastifyInstance, token: string): void {
  app.addHook('onRequest', async (request, reply) => {
    const url = new URL(request.url, 'http://localhost');
    const given = url.searchParams.get('token');
    if (given === null || url.pathname.startsWith('/api/')) return undefined;
    url.searchParams.delete('token');
    if (isSameSecret(given, token)) {
      void reply.header('set-cookie', `${cookieName}=${token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000`);
    }
    return reply.redirect(`${url.pathname}${url.search}`, 303);
  });
}

const cookieName = 'fundscope-token';

const readCookie = ({ cookie = '' }: IncomingHttpHeaders): string =>
  cookie.match(new RegExp(`(?:^|; )${cookieName}=([^;]*)`))?.[1] ?? '';

/** Compares secrets in constant time. Their hashes are compared, because timingSafeEqual needs inputs of equal length. */
export const isSameSecret = (given: string, expected: string): boolean => timingSafeEqual(hash(given), hash(expected));

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
