import type { FastifyInstance } from 'fastify';
import { buildService } from '../../service/app.ts';
import type { Pool } from '../../service/db/pool.ts';
import type { Environment, Upstream } from '../environment.ts';
import { buildHttpOptions } from './backend.ts';
import { openLocalAccount } from './local-account.ts';
import { openUpstream } from './upstream.ts';

/** The service behind a session on standard input and output: an app that handles requests, and the key that pays. */
export type AssistantService = {
  readonly app: FastifyInstance;
  readonly key: string | undefined;
  /** Whether it returns names for free. */
  readonly hasNames: boolean;
  /** The address of the dashboard. */
  readonly publicUrl: string;
  close(): Promise<void>;
};

/** The local service in this process, with the key of the local account. */
export async function openOwnAssistant(
  sql: Pool,
  env: Environment,
  closeDatabase: () => Promise<void>,
): Promise<AssistantService> {
  const { key } = await openLocalAccount(sql, env.dataDir);
  const app = await buildService({ db: sql, ...buildHttpOptions(env) });
  return { app, key, hasNames: true, publicUrl: env.publicUrl, close: () => app.close().then(closeDatabase) };
}

/** A hosted service under its own address and key. */
export function openHostedAssistant(upstream: Upstream, env: Environment): AssistantService {
  const { app } = openUpstream(upstream, { ...buildHttpOptions(env), canUseKey: () => false });
  return { app, key: upstream.key, hasNames: false, publicUrl: env.publicUrl, close: () => app.close() };
}
