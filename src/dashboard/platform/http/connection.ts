import { z } from 'zod';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Config, config } from '#contract/config.ts';
import { hasMemberKey } from '#contract/members.ts';
import { createState } from '../state.ts';
import { readStored, writeStored } from '../storage/storage.ts';
import { ApiError } from './api-error.ts';
import { request } from './request.ts';
import { readKey, useHasKey } from './key.ts';
import type { DirectService } from './direct-config.ts';

/** Whether this page was built for a host without a gateway. The user then enters the service's URL and the key. */
export const isDirect = import.meta.env.MODE === 'direct';

const directService = z.object({ address: z.string(), alertAmounts: z.enum(['usd', 'millions']) });

const service = createState(isDirect ? readStoredService() : undefined);

function readStoredService(): DirectService | undefined {
  try {
    return directService.parse(JSON.parse(readStored('service') ?? ''));
  } catch {
    return undefined;
  }
}

/** The service that the user entered; undefined before that, and on pages with a gateway. */
export const readDirectService = service.read;
export const useEnteredService = service.use;

/** Switches to a service, or to none. Its URL is not secret and is stored on this device. */
export function storeDirectService(next: DirectService | undefined): void {
  service.write(next);
  writeStored('service', next && JSON.stringify(next));
}

/**
 * The base path of this site, such as `/fundscope`, without a trailing slash; empty at the root of its host and in
 * workers. The gateway writes it into the page.
 */
export const siteBase =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[name="fundscope-base"]')?.content ?? '');

/** The origin that this page was loaded from; empty outside a browser. */
export const siteOrigin = typeof location === 'undefined' ? '' : location.origin;

/** The current route as path and query. A page without a gateway has its routes after the # of its URL. */
export function readPlace(): string {
  const { pathname, search, hash } = window.location;
  return isDirect ? hash.slice(1) || '/' : `${pathname}${search}`;
}

const connected = createState<Config | undefined>(undefined);
/** The service behind this page; undefined until it is known. */
export const readConnected = connected.read;
export const useConnected = connected.use;

/** Whether the service counts the matches of a search for free. */
export const useIsCounted = (): boolean => useConnected()?.facets === true;
/** Calls back whenever it becomes known or changes. */
export const watchConnected = connected.watch;

/** Whether this page may add credits to its account: only with the local key, on the machine of the service. */
export function useOwnCredits(): boolean {
  const isOffered = connected.use()?.credits === true;
  return !useHasKey() && isOffered;
}

/**
 * Whether the gateway keeps a workspace for this browser's account, as far as its key shows; `off` if it keeps none.
 */
type WorkspaceUse = 'off' | 'no key' | 'shared';

/** In front of a hosted service only the gateway's key has a workspace: a key of that service has its own account. */
function findWorkspaceUse(known: Config | undefined, key: string | undefined): WorkspaceUse {
  if (!known?.workspace) return 'off';
  if (key === undefined) return known.key === 'gateway' ? 'shared' : 'no key';
  return known.service === 'own' || hasMemberKey(key) ? 'shared' : 'off';
}

export const readWorkspaceUse = (): WorkspaceUse => findWorkspaceUse(connected.read(), readKey());

/** Whether this browser shares a workspace with others, as React state. */
export function useSharesWorkspace(): boolean {
  useHasKey();
  return findWorkspaceUse(connected.use(), readKey()) === 'shared';
}

/** The service behind this page, read once from the gateway; free. */
export const connection = queryOptions({
  queryKey: ['config'],
  // No signal: the account needs the result even after the component that requested it first has unmounted.
  queryFn: async (): Promise<Config> => {
    const known = await readConfig();
    connected.write(known);
    return known;
  },
});

/** Asks which service the page searches, and where its key is; without a gateway, the page knows it itself. Free. */
export const readConfig = (): Promise<Config> => (isDirect ? describeDirectService() : requestConfig());

/** Loaded only by pages without a gateway. */
async function describeDirectService(): Promise<Config> {
  const { buildDirectConfig } = await import('./direct-config.ts');
  return buildDirectConfig(readDirectService(), readKey());
}

async function requestConfig(): Promise<Config> {
  const { json } = await request({ url: `${siteBase}/config.json`, timeoutSeconds: 10 });
  const read = config.safeParse(json);
  if (!read.success) throw new ApiError('unreadable', 'The gateway sent no readable configuration.');
  return read.data;
}

/** Switches to another service that the user entered. */
export function changeConnection(client: QueryClient, known: Config): void {
  connected.write(known);
  client.setQueryData(connection.queryKey, known);
}
