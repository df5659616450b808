import { once } from 'node:events';
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';

const cli = resolve(import.meta.dirname, '../dist/server/cli.js');

/** A second gateway, next to the one of the fixture. */
export interface SecondGateway {
  url: string;
  /** Everything that it has printed. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts a gateway by the variables that a person would set. */
export async function startSecondGateway(values: Record<string, string>): Promise<SecondGateway> {
  const env = { PATH: process.env['PATH'], PORT: '0', ...values };
  const child = spawn(process.execPath, [cli, 'start', '--json'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const started = await waitForAddress(child, () => output);
  return {
    url: started,
    output: () => output,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
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
