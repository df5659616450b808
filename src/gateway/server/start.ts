import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { openDatabaseServer } from '../database/open-server.ts';
import type { Environment } from '../environment.ts';
import { clientDir } from '../project.ts';
import { openTelemetry } from '../telemetry/telemetry.ts';
import type { Shutdown } from '../shutdown.ts';
import { openGateway } from './gateway.ts';
import { explainListenError } from './listen-error.ts';

/**
 * Starts database, API and dashboard. Resolves with the address to open once it answers, with the token that the local
 * key may require; `shutdown` stops everything.
 */
export async function startGateway(
  env: Environment,
  shutdown: Shutdown,
  onProgress: (text: string) => void,
): Promise<string> {
  const tracing = await openTelemetry(process.env, shutdown);
  const database = env.upstream ? undefined : await openDatabaseServer(env, shutdown, onProgress);
  const token = env.localKey === 'token' ? randomBytes(24).toString('base64url') : undefined;
  const app = await openGateway(
    { address: database?.address(), isDiskFull: database?.isDiskFull, env, token, clientDir, tracing, onProgress },
    shutdown,
  );
  try {
    await app.listen({ host: env.host, port: env.port });
  } catch (error) {
    throw explainListenError(error, env);
  }
  return formatUrl(app.server.address()) + (token ? `/?token=${token}` : '');
}

function formatUrl(bound: AddressInfo | string | null): string {
  if (bound === null || typeof bound === 'string') return String(bound);
  return `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`;
}
