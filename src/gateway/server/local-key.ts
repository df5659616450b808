import type { AddressInfo } from 'node:net';

/** The request headers that decide whether the gateway adds its own key. */
export interface InjectionHeaders {
  host?: string | undefined;
  origin?: string | undefined;
  'sec-fetch-site'?: string | string[] | undefined;
  'x-fundscope'?: string | string[] | undefined;
  'x-forwarded-for'?: string | string[] | undefined;
  forwarded?: string | undefined;
}

/**
 * Whether the gateway may add its key to a request. It listens on loopback, `Host` is its own name there, no proxy
 * forwarded the request, and the request carries `X-Fundscope: 1`, which a page of another origin cannot send without a
 * preflight (rejected here). `Origin` and `Sec-Fetch-Site`, where present, are the page's own. So no image, form or
 * rebound name on a foreign page can spend credits.
 */
export function canUseLocalKey(bound: AddressInfo | string | null, headers: InjectionHeaders): boolean {
  if (!isLoopback(bound)) return false;
  const { host, origin } = headers;
  const site = headers['sec-fetch-site'];
  return (
    isDirectLocalRequest(bound, headers) &&
    headers['x-fundscope'] === '1' &&
    (origin === undefined || origin === `http://${host}`) &&
    (site === undefined || site === 'same-origin')
  );
}

/** Whether a request addresses this gateway by a name of this machine and was not forwarded by a proxy. */
export function isDirectLocalRequest({ port }: AddressInfo, headers: InjectionHeaders): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isForwarded && headers.host !== undefined && listLocalHosts(port).includes(headers.host);
}

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
