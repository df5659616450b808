import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Closing } from './closing.ts';

/** A gateway as a process of its own; `restart` brings it back after it was killed. */
export interface GatewayProcess {
  url(): string;
  kill(): void;
  restart(): Promise<void>;
}

/** Starts a gateway by the built command line; `closing` stops it. */
export async function startGatewayProcess(
  cli: string,
  env: NodeJS.ProcessEnv,
  closing: Closing,
): Promise<GatewayProcess> {
  let running = await spawnGateway(cli, env);
  closing.add(() => running.stop());
  return {
    url: () => running.url,
    kill: () => void running.child.kill('SIGKILL'),
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
  return { child, url, exit, stop };
}
