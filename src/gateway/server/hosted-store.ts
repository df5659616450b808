import { randomUUID } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildService } from '../../service/app.ts';
import { HttpError } from '../../service/http/http-error.ts';
import {
  createRunningPurchases,
  type RelayedOutcome,
  type RunningPurchases,
} from '../../service/workspace/running-purchases.ts';
import { openDatabaseServer } from '../database/open-server.ts';
import type { Environment } from '../environment.ts';
import type { Shutdown } from '../shutdown.ts';
import { buildHttpOptions } from './backend.ts';
import { createHostedAlerts, nameHostedAccount } from './hosted-alerts.ts';
import { openLocalAccount } from './local-account.ts';
import { openDeliveries } from './open-deliveries.ts';
import { openGatewayDatabase } from '../database/open-gateway-database.ts';
import type { FollowPurchase } from './relay.ts';
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
  /** Follows purchases that the workspace has reserved, and counts what other programs are charged. */
  readonly followPurchase: FollowPurchase;
};

/** Opens the store when it is first used, and from then on at every start. */
export async function createHostedStore(options: HostedStoreOptions, shutdown: Shutdown): Promise<HostedStore> {
  const { env, accountId, onProgress } = options;
  const keyFile = `deliveries-key-${accountId.slice(0, 8).replaceAll(/[^\w]/g, '-')}`;
  let opening: Promise<OpenStore> | undefined;
  const openOnce = (): Promise<OpenStore> => {
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
  if (isStored) void openOnce().catch(() => undefined);
  return {
    open: async () => (await openOnce()).app,
    isOpen: () => opening !== undefined,
    followPurchase: async (request) => {
      const id = request.headers['idempotency-key'];
      // With a key of its own a request is of another account.
      const opened = request.headers.authorization === undefined ? await opening?.catch(() => undefined) : undefined;
      return opened && follow(opened, typeof id === 'string' ? id : undefined);
    },
  };
}

type OpenStore = { readonly app: FastifyInstance; readonly accountId: string; readonly purchases: RunningPurchases };

async function follow({ accountId, purchases }: OpenStore, id: string | undefined) {
  const end = id === undefined ? undefined : await purchases.beginRelayed(accountId, id).catch(letPass);
  return async (outcome: RelayedOutcome): Promise<void> => {
    if (end) return end(outcome, new Date());
    const tenths = typeof outcome === 'object' ? outcome.tenths : 0;
    if (tenths > 0) await purchases.noteRelayed(accountId, randomUUID(), tenths, new Date()).catch(() => undefined);
  };
}

/** Requests go on while the database is unavailable; those whose purchase was given up do not. */
function letPass(error: unknown): undefined {
  if (error instanceof HttpError) throw error;
  return undefined;
}

async function openStore(
  { env, upstream, accountId, dispatcher, onProgress }: HostedStoreOptions,
  keyFile: string,
  shutdown: Shutdown,
): Promise<OpenStore> {
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
  const purchases = createRunningPurchases(sql);
  shutdown.add(async () => purchases.close());
  return { app: store, accountId: account.accountId, purchases };
}
