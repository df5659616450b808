import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { registerStored } from '../../service/app.ts';
import { createServiceOptions } from '../../service/create-options.ts';
import { type AdmissionOptions, authenticate } from '../../service/http/authenticate.ts';
import { HttpError } from '../../service/http/http-error.ts';
import type { KeyOwner } from '../../service/http/rate-limit.ts';
import type { Tracing } from '../../service/http/tracing.ts';
import { recordRelayedCharge } from '../../service/workspace/relayed-purchases.ts';
import type { ReportedCharge } from '#contract/charge.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { openGatewayDatabase } from '../database/open-gateway-database.ts';
import type { Environment, Upstream } from '../environment.ts';
import type { Shutdown } from '../shutdown.ts';
import { type Backend, buildHttpOptions } from './backend.ts';
import { createHostedAlerts, describeHostedAccount } from './hosted-alerts.ts';
import { openLocalAccount } from './local-account.ts';
import { openDeliveries } from './open-deliveries.ts';
import { openForRequests } from './request-connections.ts';
import { createProxyDispatcher, deriveAccountId, openUpstream, relayLimits } from './upstream.ts';
import type { Pool } from '../../service/db/pool.ts';
import { createBrowserKeys } from './browser-keys.ts';
import { createHostedBackend } from './hosted-backend.ts';

/** What a gateway in front of a hosted service needs to open. */
type HostedServiceOptions = {
  /** Connection string of the database. */
  readonly address: string;
  /** Whether the disk of its server is full, if known. */
  readonly isDiskFull?: (() => Promise<boolean>) | undefined;
  readonly env: Environment;
  readonly upstream: Upstream;
  readonly canUseKey: (request: FastifyRequest) => boolean;
  /** Where the spans of requests are sent; nowhere by default. */
  readonly tracing?: Tracing | undefined;
  readonly onProgress: (text: string) => void;
};

/**
 * Opens the database, in which the gateway stores the workspaces of its key's account and of browsers with keys of their
 * own, and the deliveries of its account; builds the app that serves them and relays everything else.
 */
export async function openHostedBackend(options: HostedServiceOptions, shutdown: Shutdown): Promise<Backend> {
  const { env, upstream, canUseKey, onProgress } = options;
  const sql = await openGatewayDatabase(env.databaseDirectUrl ?? options.address, env, onProgress);
  shutdown.add(() => sql.end({ timeout: 5 }));
  const relay = { ...buildHttpOptions(env), ...(options.tracing ? { tracing: options.tracing } : {}), canUseKey };
  const dispatcher = createProxyDispatcher();
  const stored = await openStored({ ...options, dispatcher }, await openForRequests(sql, env, shutdown), shutdown);
  const backend = openUpstream(upstream, { ...relay, dispatcher, ...stored.relay });
  await stored.serve(backend);
  return backend;
}

type StoreOptions = HostedServiceOptions & { readonly dispatcher: Dispatcher };

/** What the gateway stores: the parts of the relay that depend on it, and its own routes. */
async function openStored(
  options: StoreOptions,
  { db }: Awaited<ReturnType<typeof openForRequests>>,
  shutdown: Shutdown,
) {
  const { env, upstream, dispatcher, canUseKey, isDiskFull, onProgress } = options;
  const own = await openOwnAccount(options, db);
  const {
    options: shared,
    purchasing,
    attachTo,
  } = createServiceOptions({
    db,
    ...(own ? { localKey: (request) => (canUseKey(request) ? own.key : undefined) } : {}),
    hosted: { accountId: own?.accountId, browserKeys: createBrowserKeys({ db, upstream, dispatcher }) },
    backend: createHostedBackend({ db, ...upstream, dispatcher, limits: relayLimits }),
    ...(isDiskFull ? { isDiskFull } : {}),
  });
  const deliveries = own && openDeliveries({ sql: db, env, source: own.source, onProgress });
  return {
    relay: own ? { admitMember: createAdmitMember(shared), recordCharge: createRecordCharge(db, own.accountId) } : {},
    serve: async ({ app }: Backend): Promise<void> => {
      await registerStored(app, shared, purchasing, deliveries?.options);
      attachTo(app);
      deliveries?.start(app, shutdown);
    },
  };
}

/** The account of the gateway's own key, with its alerts; undefined without one. */
async function openOwnAccount({ env, upstream, dispatcher }: StoreOptions, db: Pool) {
  const { key } = upstream;
  if (key === undefined) return undefined;
  const kind = describeHostedAccount(upstream, deriveAccountId(upstream.url, key));
  const account = await openLocalAccount(db, env.dataDir, kind);
  return { ...account, source: createHostedAlerts({ upstream: { ...upstream, key }, name: kind.name, dispatcher }) };
}

/** Admits requests with the key of a member; throws for every other key. */
function createAdmitMember(options: AdmissionOptions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<KeyOwner> => {
    try {
      return await authenticate(options, request, reply, undefined);
    } catch (error) {
      // Nothing was sent, whatever is wrong with the database.
      throw error instanceof HttpError ? error : new HttpError('databaseUnavailable');
    }
  };
}

/** Records what other programs are charged with the gateway's key. */
const createRecordCharge =
  (db: Pool, accountId: string) =>
  async ({ id: endpoint }: Endpoint, { state, billedTenths: tenths }: ReportedCharge): Promise<void> => {
    if (state === 'rejected' || tenths === 0) return;
    // The request goes on while the database is unavailable.
    await recordRelayedCharge(db, accountId, { endpoint, state, tenths, now: new Date() }).catch(() => undefined);
  };
