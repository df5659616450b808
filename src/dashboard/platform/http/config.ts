import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { config, type Config } from '#contract/config.ts';
import { ApiError } from './api-error.ts';
import { request } from './request.ts';
import { createState } from '../state.ts';
import { siteBase } from './base.ts';
import { isDirect, readDirectService } from './direct.ts';
import { readKey } from './key.ts';

const connected = createState<Config | undefined>(undefined);
/** The service behind this page; undefined until it is known. */
export const readConnected = connected.read;
/** Calls back whenever it becomes known or changes. */
export const watchConnected = connected.watch;

/** The service behind this page, read once from the gateway; free. */
export const connection = queryOptions({
  queryKey: ['config'],
  // No signal: the account needs the result even after the component that requested it first has unmounted.
  queryFn: async (): Promise<Config> => {
    const known = isDirect ? await describeDirectService() : await requestConfig();
    connected.write(known);
    return known;
  },
});

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

/** Switches to another service, where the user names it. */
export function changeConnection(client: QueryClient, known: Config): void {
  connected.write(known);
  client.setQueryData(connection.queryKey, known);
}
