import { randomUUID } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { buildService } from '../../service/app.ts';
import { HttpError } from '../../service/http/http-error.ts';
import { createAdmission, type KeyOwner } from '../../service/http/rate-limit.ts';
import { type AdmissionOptions, authenticate } from '../../service/http/route.ts';
import { createSteadyClock } from '../../service/http/steady-clock.ts';
import {
  createRunningPurchases,
  type RelayedOutcome,
  type RunningPurchases,
} from '../../service/workspace/running-purchases.ts';
import { openDatabaseServer } from '../database/open-server.ts';
import type { Environment } from '../environment.ts';
import { createShutdown, type Shutdown } from '../shutdown.ts';
import { buildHttpOptions } from './backend.ts';
import { createHostedAlerts, describeHostedAccount } from './hosted-alerts.ts';
import { type AccountKind, openLocalAccount } from './local-account.ts';
import { openDeliveries } from './open-deliveries.ts';
import { openGatewayDatabase } from '../database/open-gateway-database.ts';
import type { FollowPurchase } from './relay.ts';
import type { HostedAccount } from './upstream.ts';

type HostedStoreOptions = HostedAccount & {
  readonly env: Environment;
  readonly onProgress: (text: string) => void;
};

/** What this gateway stores for the account of a hosted service: deliveries of its alerts, and the workspace. */
export type HostedStore = {
  /** Opens the database if it is not open; returns an app that uses its own account there. */
  readonly open: () => Promise<FastifyInstance>;
  readonly isOpen: () => boolean;
  /** As `open`, if any gateway or command has opened it before; a stranger's request does not create one. */
  readonly openStored: () => Promise<FastifyInstance | undefined>;
  /** Admits a request with the key of a member, which becomes its `keyOwner`; throws for every other key. */
  readonly admitMember: (request: FastifyRequest, reply: FastifyReply) => Promise<KeyOwner>;
  /** Follows purchases that the workspace has reserved, and counts what other programs are charged. */
  readonly followPurchase: FollowPurchase;
};

/** Opens the store at its first use, and from then on at every start. */
export async function createHostedStore(options: HostedStoreOptions, shutdown: Shutdown): Promise<HostedStore> {
  const { env, accountId, onProgress } = options;
  const kind = describeHostedAccount(options.upstream, accountId);
  let opening: Promise<OpenStore> | undefined;
  const openOnce = (): Promise<OpenStore> =>
    (opening ??= openStore(options, kind, shutdown).catch((error: Error) => {
      opening = undefined;
      onProgress(`Deliveries and the workspace are not available: ${error.message}`);
      throw error;
    }));
  const openStored = async (): Promise<OpenStore | undefined> => {
    // A database of your own may have been opened from another data folder.
    const isStored =
      opening !== undefined || env.databaseUrl !== undefined || (await isFile(join(env.dataDir, kind.file)));
    return isStored ? openOnce() : undefined;
  };
  void openStored().catch(() => undefined);
  return {
    open: async () => (await openOnce()).app,
    isOpen: () => opening !== undefined,
    openStored: async () => (await openStored())?.app,
    admitMember: async (request, reply) => {
      try {
        const opened = await openStored();
        if (opened) await authenticate(opened.admission, request, reply, undefined);
      } catch (error) {
        // Nothing was sent, whatever is wrong with the database.
        throw error instanceof HttpError ? error : new HttpError('databaseUnavailable');
      }
      if (!request.keyOwner) throw new HttpError('unknownKey');
      return request.keyOwner;
    },
    followPurchase: async (request) => {
      const id = request.headers['idempotency-key'];
      const opened = await opening?.catch(() => undefined);
      return opened && follow(opened, typeof id === 'string' ? id : undefined);
    },
  };
}

const isFile = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

type OpenStore = {
  readonly app: FastifyInstance;
  readonly accountId: string;
  readonly purchases: RunningPurchases;
  readonly admission: AdmissionOptions;
};

async function follow({ accountId, purchases }: OpenStore, id: string | undefined) {
  const end = id === undefined ? undefined : await purchases.beginRelayed(accountId, id).catch(ignoreUnavailable);
  return async (outcome: RelayedOutcome): Promise<void> => {
    if (end) return end(outcome, new Date());
    const tenths = typeof outcome === 'object' ? outcome.tenths : 0;
    if (tenths > 0) await purchases.recordRelayed(accountId, randomUUID(), tenths, new Date()).catch(() => undefined);
  };
}

/** Requests continue while the database is unavailable, except those whose purchase was abandoned. */
function ignoreUnavailable(error: unknown): undefined {
  if (error instanceof HttpError) throw error;
  return undefined;
}

/** Opens everything, or nothing. */
async function openStore(options: HostedStoreOptions, kind: AccountKind, shutdown: Shutdown): Promise<OpenStore> {
  const own = createShutdown();
  shutdown.add(() => own.run());
  try {
    const opened = await openParts(options, kind, own);
    // Again, because event streams must end before the gateway, which is registered by now, waits for them.
    shutdown.add(() => own.run());
    return opened;
  } catch (error) {
    await own.run();
    throw error;
  }
}

async function openParts(
  { env, upstream, dispatcher, onProgress }: HostedStoreOptions,
  kind: AccountKind,
  shutdown: Shutdown,
): Promise<OpenStore> {
  const server = await openDatabaseServer(env, shutdown, onProgress);
  const sql = await openGatewayDatabase(server.address(), env, onProgress);
  shutdown.add(() => sql.end({ timeout: 5 }));
  const account = await openLocalAccount(sql, env.dataDir, kind);
  const source = createHostedAlerts({ upstream, name: kind.name, dispatcher });
  const deliveries = openDeliveries({ sql, env, source, onProgress });
  const store = await buildService({
    db: sql,
    localKey: () => account.key,
    hostedAccount: account.accountId,
    deliveries: deliveries.options,
    workspace: env.workspace,
    ...buildHttpOptions(env),
  });
  deliveries.start(store, shutdown);
  await store.ready();
  shutdown.add(() => store.close());
  const purchases = createRunningPurchases(sql);
  shutdown.add(async () => purchases.close());
  const admission = {
    admit: createAdmission(sql),
    limiterClock: createSteadyClock(),
    hostedAccount: account.accountId,
  };
  return { app: store, accountId: account.accountId, purchases, admission };
}
