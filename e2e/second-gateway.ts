import { once } from 'node:events';
import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { buildEnvironment, cli, createDataFolder } from './market.ts';

/** A second gateway, next to the one of the fixture. */
export interface SecondGateway {
  url: string;
  /** Everything that it has printed. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts a gateway by the variables that a person would set, in a folder of its own unless they name one. */
export async function startSecondGateway(values: Record<string, string>): Promise<SecondGateway> {
  const ownFolder = values['FUNDSCOPE_DATA'] ? undefined : await createDataFolder();
  const env = { ...buildEnvironment(ownFolder ?? ''), ...values };
  const child = spawn(process.execPath, [cli, 'start', '--json'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const started = await waitForAddress(child, () => output);
  return {
    url: started,
    output: () => output,
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      if (ownFolder) await rm(ownFolder, { recursive: true, force: true });
    },
  };
}

async function waitForAddress(child: ChildProcess, read: () => string): Promise<string> {
  for (;;) {
    const line = /^\{"url":"([^"]+)"\}$/m.exec(read());
    if (line?.[1]) return line[1];
    if (child.exitCode !== null) throw new Error(`the gateway ended: ${read()}`);
    await new Promise((wait) => setTimeout(wait, 50));
  }
}
