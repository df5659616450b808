import type { AddressInfo } from 'node:net';
import { StartError } from '../../service/db/start-error.ts';
import type { Closing } from '../shutdown.ts';
import type { Environment } from '../environment.ts';
import { openGateway } from './gateway.ts';
import { clientDir } from '../project.ts';
import { openServer } from '../database/open-server.ts';

/** Starts the whole product and returns its address once it answers; `closing` stops it. */
export async function startGateway(
  env: Environment,
  closing: Closing,
  onProgress: (text: string) => void,
): Promise<string> {
  // Where a hosted service answers, nothing of our own is opened.
  const server = env.upstream ? undefined : await openServer(env, closing, onProgress);
  const app = await openGateway({ address: server?.address(), env, clientDir, onProgress }, closing);
  try {
    await app.listen({ host: env.host, port: env.port });
  } catch (error) {
    throw toListenError(error, env);
  }
  return toUrl(app.server.address());
}

function toUrl(bound: AddressInfo | string | null): string {
  if (bound === null || typeof bound === 'string') return String(bound);
  return `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`;
}

function toListenError(error: unknown, { host, port }: Environment): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    EADDRINUSE: 'another program listens there',
    EADDRNOTAVAIL: 'this machine does not have that address',
    EACCES: 'this user may not use that port',
    ENOTFOUND: 'there is no such host',
  };
  const reason = code && reasons[code];
  if (!reason) return error;
  return new StartError(
    `Fundscope cannot listen on ${host} port ${port}, because ${reason}.`,
    'Choose another with PORT or HOST, for example PORT=4311 npm start.',
    { cause: error },
  );
}
