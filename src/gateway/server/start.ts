import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { DatabaseServer } from '../database/server.ts';
import type { Environment } from '../environment.ts';
import { dashboardArchive } from '../project.ts';
import { openTelemetry } from '../telemetry/telemetry.ts';
import type { Shutdown } from '../shutdown.ts';
import { readDashboardFiles } from './dashboard-files.ts';
import { openGateway } from './gateway.ts';
import { explainListenError } from './listen-error.ts';

/** The options of a gateway. */
interface StartOptions {
  env: Environment;
  /** The server of its database. */
  database: DatabaseServer;
  /** Resolves when the dashboard is built, if a build is still running. */
  dashboard?: Promise<void> | undefined;
  /** Receives one sentence for each slow step. */
  onProgress(text: string): void;
}

/**
 * Starts API and dashboard. Resolves, once they respond, with the address to open, including the token if the local key
 * requires one; `shutdown` stops everything.
 */
export async function startGateway(
  { env, database, dashboard, onProgress }: StartOptions,
  shutdown: Shutdown,
): Promise<string> {
  const tracing = await openTelemetry(process.env, shutdown);
  const token = env.localKey === 'token' ? randomBytes(24).toString('base64url') : undefined;
  const readDashboard = async () => {
    await dashboard;
    return readDashboardFiles(dashboardArchive);
  };
  const app = await openGateway(
    { address: database.address(), isDiskFull: database.isDiskFull, env, token, readDashboard, tracing, onProgress },
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
