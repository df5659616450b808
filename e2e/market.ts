import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const cli = resolve(import.meta.dirname, '../dist/server/cli.js');

/** The newest day of the demo market; journeys that want its newest deals name days before this one. */
export const demoToday = '2026-11-20';

const marketVariable = 'FUNDSCOPE_TEST_MARKET';

/** Makes the demo market once, before any journey: a worker copies its folder in a moment. Returns what removes it. */
export default async function makeMarket(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fundscope-market-'));
  const size = ['--companies', '800', '--deals', '1500'];
  await runCommand(folder, 'demo', ...size, '--seed', '7', '--today', demoToday);
  process.env[marketVariable] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Creates an empty data folder for a gateway. */
export const createDataFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'fundscope-e2e-'));

/** Copies the demo market, with the owners of its files, into a data folder. */
export async function copyMarket(dataDir: string): Promise<void> {
  await run('cp', ['-a', `${process.env[marketVariable]}/.`, dataDir]);
}

/** Zone and language, which `npm run flaky` changes. */
const surroundings = ['TZ', 'LC_ALL'];

/** The variables of a gateway. */
export const buildEnvironment = (dataDir: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(surroundings.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
  PATH: process.env['PATH'],
  PORT: '0',
  FUNDSCOPE_DATA: dataDir,
});

/** Runs a command of the command line on a data folder; returns its standard output. */
export async function runCommand(dataDir: string, ...args: string[]): Promise<string> {
  const options = { env: buildEnvironment(dataDir), maxBuffer: 64 * 1024 * 1024 };
  return (await run(process.execPath, [cli, ...args], options)).stdout;
}
