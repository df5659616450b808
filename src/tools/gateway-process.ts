import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { cliFile } from '../gateway/project.ts';
import type { Shutdown } from '../gateway/shutdown.ts';

/** A gateway in its own process. `restart` starts it again after `kill`. */
export interface GatewayProcess {
  url(): string;
  pid(): number;
  /** Kills it with SIGKILL. If it had already exited by itself, returns its error output. */
  kill(): string | undefined;
  restart(): Promise<void>;
  /** Its exit code or signal and its error output if it has exited; undefined while it runs. */
  readExit(): string | undefined;
  /** Stops it with SIGTERM and waits for its exit. */
  stop(): Promise<void>;
}

/** Starts a gateway from the built command line; `shutdown` stops it. */
export async function startGatewayProcess(env: NodeJS.ProcessEnv, shutdown: Shutdown): Promise<GatewayProcess> {
  let running = await spawnGateway(env);
  shutdown.add(() => running.stop());
  return {
    url: () => running.url,
    pid: () => running.child.pid ?? 0,
    stop: () => running.stop(),
    readExit: () => running.readExit(),
    kill() {
      const output = running.readExit();
      if (output === undefined) running.child.kill('SIGKILL');
      return output;
    },
    async restart() {
      await running.exit;
      running = await spawnGateway(env);
    },
  };
}

interface Running {
  child: ChildProcess;
  url: string;
  exit: Promise<unknown>;
  /** Its exit code or signal and the last 2,000 characters of standard error, once it has exited. */
  readExit(): string | undefined;
  stop(): Promise<void>;
}

async function spawnGateway(env: NodeJS.ProcessEnv): Promise<Running> {
  const child = spawn(process.execPath, [cliFile, 'start', '--json'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => {
    errors = `${errors}${text.toString()}`.slice(-2000);
  });
  const exit = once(child, 'exit');
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    exit.then(() => Promise.reject(new Error(`a gateway exited: ${errors}`))),
  ])) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  const stop = async () => {
    child.kill('SIGTERM');
    await exit;
  };
  const readExit = () => {
    const reason = child.exitCode ?? child.signalCode;
    return reason === null ? undefined : `${reason} ${errors}`;
  };
  return { child, url, exit, readExit, stop };
}

/** A request of a trial. */
interface GatewayRequest {
  key: string;
  method: 'GET' | 'POST';
  path: string;
  requestId?: string;
  body?: unknown;
  timeoutMs: number;
}

/** Sends a request over a new connection. Returns undefined if no response arrived. */
export async function sendToGateway(
  gateway: Pick<GatewayProcess, 'url'> | undefined,
  { key, method, path, requestId, body, timeoutMs }: GatewayRequest,
): Promise<IncomingMessage | undefined> {
  const sending = request(`${gateway?.url()}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
    },
    agent: false,
    timeout: timeoutMs,
  });
  sending.on('timeout', () => sending.destroy(new Error('timeout')));
  try {
    sending.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    await response.resume().toArray();
    return response;
  } catch {
    return undefined;
  }
}
