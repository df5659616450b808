import type { AddressInfo } from 'node:net';
import type { Config } from '#contract/config.ts';
import type { Behind } from './backend.ts';
import { mayUseLocalKey } from './local-key.ts';
import { version } from '../project.ts';

/** Serves /config.json: what stands behind the dashboard at the address at which it was asked for. */
export function registerConfig(
  { app, service, host, alertAmounts, accountId, readData }: Behind,
  readBound: () => AddressInfo | string | null,
): void {
  app.get('/config.json', async (request, reply): Promise<Config> => {
    // Not the answer for this request, which may come without X-Fundscope, but for the dashboard's requests after it.
    const local = mayUseLocalKey(readBound(), { host: request.headers.host, 'x-fundscope': '1' });
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
