import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { config, type Config } from '#contract/config.ts';
import { ApiError } from './api-error.ts';
import { request } from './request.ts';
import { createState } from '../state.ts';
import { siteBase } from './base.ts';
import { isDirect, readDirectService } from './direct.ts';
import { buildDirectConfig } from './direct-config.ts';
import { readKey } from './key.ts';

const connected = createState<Config | undefined>(undefined);
/** What is known to stand behind this page; undefined until it is. */
export const readConnected = connected.read;
/** Calls whenever it becomes known, or another service comes into use. */
export const watchConnected = connected.watch;

/** What stands behind this dashboard, told once by the gateway that serves it; free. */
export const connection = queryOptions({
  queryKey: ['config'],
  // No signal is taken: whose rows this page shows waits for the answer, also when the part that asked first goes away.
  queryFn: async (): Promise<Config> => {
    const known = isDirect ? await buildDirectConfig(readDirectService(), readKey()) : await askGateway();
    connected.write(known);
    return known;
  },
});

async function askGateway(): Promise<Config> {
  const { json } = await request({ url: `${siteBase}/config.json`, timeoutSeconds: 10 });
  const read = config.safeParse(json);
  if (!read.success) throw new ApiError('unreadable', 'The gateway did not say what stands behind it.');
  return read.data;
}

/** Takes another service into use, where the person names it; free. */
export function changeConnection(client: QueryClient, known: Config): void {
  connected.write(known);
  client.setQueryData(connection.queryKey, known);
}
