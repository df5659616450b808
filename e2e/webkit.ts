import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePorts } from '../src/tools/free-ports.ts';
import { type DrivenPage, drivePage } from './driven-page.ts';

/** Starts the browser of WebKitGTK in a display of its own, which is in memory, driven by W3C WebDriver. */
export async function openWebKit(driver: string): Promise<DrivenPage> {
  const home = await mkdtemp(join(tmpdir(), 'fundscope-webkit-'));
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(display.stdio[3]!, 'data')) as [Buffer];
  const [port] = await findFreePorts(1);
  const service = spawn(driver, [`--port=${port}`], {
    env: { PATH: process.env['PATH'], HOME: home, TZ: 'UTC', LANG: 'C.UTF-8', DISPLAY: `:${number.toString().trim()}` },
    stdio: 'ignore',
  });
  process.once('exit', () => [service, display].forEach((one) => one.kill()));
  await waitForPort(port!);
  const root = `http://127.0.0.1:${port}/session`;
  const { sessionId } = await send<{ sessionId: string }>('POST', root, { capabilities: {} });
  const session = `${root}/${sessionId}`;
  const post = <Result>(path: string, body: object) => send<Result>('POST', `${session}${path}`, body);
  await post('/window/rect', { x: 0, y: 0, width: 1440, height: 1000 });
  return drivePage(
    {
      goto: (url) => post('/url', { url }),
      reload: () => post('/refresh', {}),
      async run(expression) {
        const script = `${expression}.then((text) => arguments[0]({ text }), (error) => arguments[0]({ error: String(error) }))`;
        const { text, error } = await post<Ran>('/execute/async', { script, args: [] });
        if (text === undefined) throw new Error(error);
        return text;
      },
      perform: (actions) => post('/actions', { actions }),
      async close() {
        await send('DELETE', session);
        for (const one of [service, display]) {
          one.kill();
          await once(one, 'exit');
        }
        await rm(home, { recursive: true, force: true });
      },
    },
    home,
  );
}

interface Ran {
  text?: string;
  error?: string;
}

async function waitForPort(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(20);
  }
}

async function send<Result>(method: string, address: string, body?: object): Promise<Result> {
  const response = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: Result & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${address}: ${value.error}, ${value.message}`);
  return value;
}
