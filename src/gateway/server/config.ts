import type { AddressInfo } from 'node:net';
import type { Config } from '#contract/config.ts';
import { version } from '../project.ts';
import type { Backend } from './backend.ts';
import { canUseLocalKey } from './local-key.ts';

/** Serves /config.json, which tells the dashboard which backend answers and who holds the API key. */
export function registerConfig(
  { app, service, host, alertAmounts, accountId, readData }: Backend,
  getBoundAddress: () => AddressInfo | string | null,
): void {
  app.get('/config.json', async (request, reply): Promise<Config> => {
    // Whether the dashboard's later requests may use the key; this one may come without X-Fundscope.
    const local = canUseLocalKey(getBoundAddress(), { host: request.headers.host, 'x-fundscope': '1' });
    const held = local && accountId !== null;
    void reply.header('cache-control', 'no-store');
    return {
      service,
      host,
      key: held ? 'gateway' : 'browser',
      account: service === 'own',
      alertAmounts,
      accountId: held ? accountId : null,
      ...(await readData()),
      version,
    };
  });
}
