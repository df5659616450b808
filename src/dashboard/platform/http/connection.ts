import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Config, config } from '#contract/config.ts';
import { createState } from '../state.ts';
import { ApiError } from './api-error.ts';
import { request } from './request.ts';
import { useHasKey } from './key.ts';

/**
 * The base path of this site, such as `/fundscope`, without a trailing slash; empty at the root of its host. The
 * gateway writes it into the page.
 */
export const siteBase =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[name="fundscope-base"]')?.content ?? '');

/** The origin that this page was loaded from; empty outside a browser. */
export const siteOrigin = typeof location === 'undefined' ? '' : location.origin;

/** The current route as path and query, below the base of the site. */
export function readPlace(): string {
  const { pathname, search } = window.location;
  return `${pathname.slice(siteBase.length)}${search}`;
}

const connected = createState<Config | undefined>(undefined);
/** The service behind this page; undefined until it is known. */
export const readConnected = connected.read;
export const useConnected = connected.use;

/** Whether calls are charged: as the configuration said, or since then the account. */
const metered = createState(true);
export const readIsMetered = metered.read;
export const useIsMetered = metered.use;
export const reportMetered = metered.write;

/** Whether the service counts the matches of a search for free. */
export const useIsCounted = (): boolean => useConnected()?.facets === true;
/** Calls back whenever it becomes known or changes. */
export const watchConnected = connected.watch;

/** Whether this page may add credits to its account: only with the local key, on the machine of the service. */
export function useOwnCredits(): boolean {
  const isOffered = connected.use()?.credits === true;
  return !useHasKey() && isOffered;
}

/** The service behind this page, read once from the gateway; free. */
export const connection = queryOptions({
  queryKey: ['config'],
  // No signal: the account needs the result even after the component that requested it first has unmounted.
  queryFn: async (): Promise<Config> => {
    const known = await readConfig();
    takeOver(known);
    return known;
  },
});

function takeOver(known: Config): void {
  metered.write(known.metered);
  connected.write(known);
}

/** Asks which service the page searches, and where its key is. Free. */
export async function readConfig(): Promise<Config> {
  const { json } = await request({ url: `${siteBase}/config.json`, timeoutSeconds: 10 });
  const read = config.safeParse(json);
  if (!read.success) throw new ApiError('unreadable', 'The gateway sent no readable configuration.');
  return read.data;
}

/** Takes over a configuration that was read again. */
export function changeConnection(client: QueryClient, known: Config): void {
  takeOver(known);
  client.setQueryData(connection.queryKey, known);
}
