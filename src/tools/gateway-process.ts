import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Shutdown } from '../gateway/shutdown.ts';

/** A gateway as a process of its own; `restart` brings it back after it was killed. */
export interface GatewayProcess {
  url(): string;
  /** Kills it; what it said when it had ended by itself before. */
  kill(): string | undefined;
  restart(): Promise<void>;
}

/** Starts a gateway by the built command line; `closing` stops it. */
export async function startGatewayProcess(
  cli: string,
  env: NodeJS.ProcessEnv,
  shutdown: Shutdown,
): Promise<GatewayProcess> {
  let running = await spawnGateway(cli, env);
  shutdown.add(() => running.stop());
  return {
    url: () => running.url,
    kill() {
      const { child } = running;
      if (child.exitCode !== null || child.signalCode !== null) return running.errors();
      child.kill('SIGKILL');
      return undefined;
    },
    async restart() {
      await running.exit;
      running = await spawnGateway(cli, env);
    },
  };
}

interface Running {
  child: ChildProcess;
  url: string;
  exit: Promise<unknown>;
  /** The end of what it wrote to standard error. */
  errors(): string;
  stop(): Promise<void>;
}

async function spawnGateway(cli: string, env: NodeJS.ProcessEnv): Promise<Running> {
  const child = spawn(process.execPath, [cli, 'start', '--json'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors = `${errors}${text.toString()}`.slice(-2000)));
  const exit = once(child, 'exit');
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    exit.then(() => Promise.reject(new Error(`a gateway ended: ${errors}`))),
  ])) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  const stop = async () => {
    child.kill('SIGTERM');
    await exit;
  };
  return { child, url, exit, errors: () => errors, stop };
}

/** A request of a trial, and how long it waits for its answer. */
export interface GatewayRequest {
  key: string;
  method: 'GET' | 'POST';
  path: string;
  requestId?: string;
  body?: unknown;
  patienceMs: number;
}

/** Sends a request over a connection of its own, so that one that is cut fails for sure; undefined when it did. */
export async function askGateway(
  gateway: GatewayProcess | undefined,
  { key, method, path, requestId, body, patienceMs }: GatewayRequest,
): Promise<IncomingMessage | undefined> {
  const asking = request(`${gateway?.url()}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
    },
    agent: false,
    timeout: patienceMs,
  });
  asking.on('timeout', () => asking.destroy(new Error('no answer')));
  try {
    asking.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    await answer.resume().toArray();
    return answer;
  } catch {
    return undefined;
  }
}
