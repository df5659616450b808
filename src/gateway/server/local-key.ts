import type { AddressInfo } from 'node:net';

/** What of a request decides whether the gateway may add its own key. */
export interface InjectionHeaders {
  host?: string | undefined;
  origin?: string | undefined;
  'sec-fetch-site'?: string | string[] | undefined;
  'x-fundscope'?: string | string[] | undefined;
  'x-forwarded-for'?: string | string[] | undefined;
  forwarded?: string | undefined;
}

/**
 * The one rule of the local key: the gateway listens on loopback, `Host` is its own name there, and the request carries
 * `X-Fundscope: 1`, which a page of another origin cannot send without a preflight (refused here). `Origin` and
 * `Sec-Fetch-Site`, where present, must be own. So no image, form or rebound name on a foreign page can spend. What a
 * proxy passes on comes from others, whatever it writes into `Host`.
 */
export function mayUseLocalKey(bound: AddressInfo | string | null, headers: InjectionHeaders): boolean {
  if (!isLoopback(bound)) return false;
  const { host, origin } = headers;
  const site = headers['sec-fetch-site'];
  return (
    isAskedHere(bound, headers) &&
    headers['x-fundscope'] === '1' &&
    (origin === undefined || origin === `http://${host}`) &&
    (site === undefined || site === 'same-origin')
  );
}

/** Whether a request names this gateway as it is named on this machine, and no proxy says that it passed it on. */
export function isAskedHere({ port }: AddressInfo, headers: InjectionHeaders): boolean {
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isPassedOn && headers.host !== undefined && toOwnHosts(port).includes(headers.host);
}

/** Whether the gateway listens where only this machine can reach it. */
export function isLoopback(bound: AddressInfo | string | null): bound is AddressInfo {
  if (bound === null || typeof bound === 'string') return false;
  return bound.address === '::1' || /^127\.\d+\.\d+\.\d+$/.test(bound.address);
}

function toOwnHosts(port: number): string[] {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  // Browsers leave out the port that http has anyway.
  return port === 80 ? names.flatMap((name) => [name, `${name}:80`]) : names.map((name) => `${name}:${port}`);
}
