import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Behind } from './backend.ts';
import type { Closing } from '../shutdown.ts';
import { registerConfig } from './config.ts';
import type { Environment } from '../environment.ts';
import { toHttpOptions } from './http-options.ts';
import { mayUseLocalKey } from './local-key.ts';
import { registerMetrics } from './metrics.ts';
import { openOwnService } from './local-service.ts';
import { registerPages } from './static.ts';
import { openUpstream } from './upstream.ts';

/** What a gateway stands on. */
export interface GatewayOptions {
  /** The connection string of the database; undefined where a hosted service answers. */
  address: string | undefined;
  env: Environment;
  /** Where the process listens when it is not the app itself that does. */
  readBound?: () => AddressInfo | string | null;
  /** The folder of the built dashboard; undefined where Vite serves it. */
  clientDir?: string | undefined;
  /** Is told in a sentence what takes long. */
  onProgress(text: string): void;
}

const DRAIN_MS = 10_000;

/**
 * Builds the app that serves the dashboard and answers its questions, from our own service or from a hosted one; it
 * does not listen. `closing` lets running requests finish, then closes the app and what it stands on.
 */
export async function openGateway(options: GatewayOptions, closing: Closing): Promise<FastifyInstance> {
  // Asked at every request: before the app listens there is no answer, and the system may choose the port.
  const readBound = options.readBound ?? (() => app.server.address());
  const { env } = options;
  const behind = await openBehind(
    options,
    (request) => !env.trustProxy && mayUseLocalKey(readBound(), request.headers),
    closing,
  );
  const { app } = behind;
  registerConfig(behind, env.trustProxy ? () => null : readBound);
  registerMetrics(behind, readBound, env);
  if (options.clientDir) await registerPages(app, options.clientDir, env.base);
  await app.ready();
  closing.add(() => drain(app));
  return app;
}

async function openBehind(
  { address, env, onProgress }: GatewayOptions,
  mayUseKey: (request: FastifyRequest) => boolean,
  closing: Closing,
): Promise<Behind> {
  const { upstream } = env;
  if (upstream) {
    onProgress(`A hosted service answers: ${upstream.url.host}`);
    if (isOpenToReaders(upstream.url)) onProgress('Its address is plain http: whoever is on the way can read the key.');
    return openUpstream(upstream, { ...toHttpOptions(env), mayUseKey });
  }
  if (address === undefined) throw new Error('a gateway needs a database or a hosted service');
  return openOwnService({ address, env, mayUseKey, onProgress }, closing);
}

/** Whether what is sent there crosses a network in clear text. */
const isOpenToReaders = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && !/^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname);

/** Lets running requests finish, but not for ever: what still runs after that is cut off. */
async function drain(app: FastifyInstance): Promise<void> {
  const cutting = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  // A connection whose last request finishes while the app closes would be kept alive for a next one.
  const tidying = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close();
  clearTimeout(cutting);
  clearInterval(tidying);
}
