import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import { constants, inflateSync } from 'node:zlib';
import { WebSocket } from 'undici';
import { type DrivenPage, drivePage } from './driven-page.ts';

/** A preference of Firefox, as in about:config. */
type Preferences = Readonly<Record<string, string | number | boolean>>;

/** Firefox asks no server of its own, and saves files without a question. */
const quiet: Preferences = {
  'browser.download.folderList': 2,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-US',
  'services.settings.server': 'http://127.0.0.1:9/',
  'ui.prefersReducedMotion': 1,
};

/** A page of Firefox in a profile of its own. */
export interface FirefoxPage extends DrivenPage {
  /** The errors that its console has shown. */
  errors: readonly string[];
  /** Runs a script in every document of the page before its own. */
  addInitScript(run: () => void): Promise<void>;
  /** Prints the page; returns the number of pages. */
  countPrintedPages(): Promise<number>;
}

/** Starts a Firefox without a window, driven by WebDriver BiDi. */
export async function openFirefox(program: string, preferences: Preferences = {}): Promise<FirefoxPage> {
  const profile = await mkdtemp(join(tmpdir(), 'fundscope-firefox-'));
  const all = { ...quiet, 'browser.download.dir': profile, ...preferences };
  const lines = Object.entries(all).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const child = spawn(program, [...args, '--width', '1440', '--height', '1000'], {
    env: { PATH: process.env['PATH'], HOME: profile, TZ: 'UTC', LANG: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  process.once('exit', () => child.kill());
  const errors: string[] = [];
  const send = await connect(`${await readAddress(child.stderr)}/session`, ({ level, text }) => {
    if (level === 'error') errors.push(text);
  });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree');
  const context = contexts[0]!.context;

  const page = drivePage(
    {
      goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
      reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' })),
      async run(expression) {
        const evaluated = { target: { context }, expression, awaitPromise: true };
        const { result, exceptionDetails } = await send<Evaluated>('script.evaluate', evaluated);
        if (!result) throw new Error(exceptionDetails?.text);
        return result.value;
      },
      perform: async (actions) => void (await send('input.performActions', { context, actions })),
      async close() {
        await send('browser.close');
        await exited;
        await rm(profile, { recursive: true, force: true });
      },
    },
    profile,
  );
  return {
    ...page,
    errors,
    addInitScript: async (run) => void (await send('script.addPreloadScript', { functionDeclaration: run.toString() })),
    async countPrintedPages() {
      const { data } = await send<{ data: string }>('browsingContext.print', { context });
      return countPages(Buffer.from(data, 'base64'));
    },
  };
}

/** The objects of a PDF are in compressed streams; one of them lists the pages. */
function countPages(pdf: Buffer): number {
  const streams = pdf.toString('latin1').matchAll(/\/Type \/ObjStm.*?stream\n/gs);
  const objects = [...streams].map(({ index, 0: head }) =>
    inflateSync(pdf.subarray(index + head.length), { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1'),
  );
  return Number(/\/Type \/Pages\b.*?\/Count (\d+)/s.exec(objects.join('\n'))?.[1]);
}

interface Evaluated {
  result?: { value: string };
  exceptionDetails?: { text: string };
}

function readAddress(output: Readable): Promise<string> {
  // It is read until Firefox ends, so that nothing that it writes stops it.
  const lines = createInterface(output);
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
      if (address) resolve(address);
    });
    lines.on('close', () => reject(new Error('Firefox ended before it could be driven.')));
  });
}

type Send = <Result>(method: string, params?: object) => Promise<Result>;
type LogEntry = { level: string; text: string };
type Message =
  | { id: number; result: never }
  | { id: number; error: string; message: string }
  | { id?: never; method: 'log.entryAdded'; params: LogEntry };
type Response = Exclude<Message, { method: string }>;

async function connect(address: string, onLog: (entry: LogEntry) => void): Promise<Send> {
  const socket = new WebSocket(address);
  await new Promise((done) => socket.addEventListener('open', done, { once: true }));
  const pending = new Map<number, (response: Response) => void>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if ('method' in message) return onLog(message.params);
    pending.get(message.id)?.(message);
    pending.delete(message.id);
  });
  return (method, params = {}) =>
    new Promise((resolve, reject) => {
      const id = (last += 1);
      pending.set(id, (response) => {
        if ('error' in response) reject(new Error(`${method}: ${response.error}, ${response.message}`));
        else resolve(response.result);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
}
