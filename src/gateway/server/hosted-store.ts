import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildService } from '../../service/app.ts';
import { openDatabaseServer } from '../database/open-server.ts';
import type { Environment } from '../environment.ts';
import type { Shutdown } from '../shutdown.ts';
import { buildHttpOptions } from './backend.ts';
import { createHostedAlerts, nameHostedAccount } from './hosted-alerts.ts';
import { openLocalAccount } from './local-account.ts';
import { openDeliveries } from './open-deliveries.ts';
import { openGatewayDatabase } from '../database/open-gateway-database.ts';
import type { HostedAccount } from './upstream.ts';

type HostedStoreOptions = HostedAccount & {
  readonly env: Environment;
  readonly onProgress: (text: string) => void;
};

/** What this gateway keeps for the account of a hosted service: deliveries of its alerts, and the workspace. */
export type HostedStore = {
  /** Opens the database where it is not open, and answers with an app that uses an account of its own there. */
  readonly open: () => Promise<FastifyInstance>;
  readonly isOpen: () => boolean;
};

/** Opens the store when it is first used, and from then on at every start. */
export async function createHostedStore(options: HostedStoreOptions, shutdown: Shutdown): Promise<HostedStore> {
  const { env, accountId, onProgress } = options;
  const keyFile = `deliveries-key-${accountId.slice(0, 8).replaceAll(/[^\w]/g, '-')}`;
  let opening: Promise<FastifyInstance> | undefined;
  const open = (): Promise<FastifyInstance> => {
    opening ??= openStore(options, keyFile, shutdown);
    opening.catch((error: Error) => {
      opening = undefined;
      onProgress(`Deliveries and the workspace are not available: ${error.message}`);
    });
    return opening;
  };
  const isStored = await access(join(env.dataDir, keyFile)).then(
    () => true,
    () => false,
  );
  if (isStored) void open().catch(() => undefined);
  return { open, isOpen: () => opening !== undefined };
}

async function openStore(
  { env, upstream, accountId, dispatcher, onProgress }: HostedStoreOptions,
  keyFile: string,
  shutdown: Shutdown,
): Promise<FastifyInstance> {
  const server = await openDatabaseServer(env, shutdown, onProgress);
  const sql = await openGatewayDatabase(server.address(), env, onProgress);
  shutdown.add(() => sql.end({ timeout: 5 }));
  const name = nameHostedAccount(upstream, accountId);
  const account = await openLocalAccount(sql, env.dataDir, { name, file: keyFile, hasDemoAlerts: false });
  const source = createHostedAlerts({ upstream, name, dispatcher });
  const deliveries = openDeliveries({ sql, env, source, onProgress });
  const store = await buildService({
    db: sql,
    localKey: () => account.key,
    deliveries: deliveries.options,
    workspace: env.workspace,
    ...buildHttpOptions(env),
  });
  deliveries.start(store, shutdown);
  await store.ready();
  shutdown.add(() => store.close());
  return store;
}
