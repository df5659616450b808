import type { Config } from '#contract/config.ts';
import { version } from '../project.ts';
import type { Backend } from './backend.ts';
import type { LocalAccess } from './local-key.ts';

/** Serves /config.json, which tells the dashboard which backend it uses and who has the API key. */
export function registerConfig(
  { app, service, host, alertAmounts, accountId, readData }: Backend,
  access: LocalAccess,
): void {
  app.get('/config.json', async (request, reply): Promise<Config> => {
    const { metered, ...data } = await readData();
    const held = accountId !== null && access.isOffered(request.raw);
    void reply.header('cache-control', 'no-store');
    return {
      service,
      host,
      key: held ? 'gateway' : 'browser',
      account: service === 'own',
      names: service === 'own',
      facets: service === 'own',
      credits: service === 'own' && held,
      metered: metered || !held,
      deliveries: held,
      alertAmounts,
      accountId: held ? accountId : null,
      ...data,
      version,
    };
  });
}
