import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { buildIfStale as BuildIfStale } from './ensure.mjs';

const run = promisify(execFile);

let checkout: string;
beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'fundscope-checkout-'));
  await mkdir(join(checkout, 'node_modules'));
  await mkdir(join(checkout, 'src/gateway/cli'), { recursive: true });
  await cp(join(import.meta.dirname, 'ensure.mjs'), join(checkout, 'src/gateway/cli/ensure.mjs'));
  await writeFile(join(checkout, 'npm.cjs'), `require('node:fs').writeFileSync('installed', 'by us')`);
});
afterEach(() => rm(checkout, { recursive: true, force: true }));

const here = { optional: true, os: [process.platform], cpu: [process.arch] };
const wanted = {
  '': {},
  'node_modules/a': { version: '1.0.0' },
  'node_modules/b-here': { version: '2.0.0', ...here },
  'node_modules/b-elsewhere': { version: '2.0.0', ...here, os: ['plan9'] },
};

/** Runs the check against npm's own list of packages; returns whether it installed. */
async function ensure(installed?: Record<string, object>, env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  await writeFile(join(checkout, 'package-lock.json'), JSON.stringify({ packages: wanted }));
  if (installed) {
    await writeFile(join(checkout, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
  }
  await run(process.execPath, [join(checkout, 'src/gateway/cli/ensure.mjs'), 'deps'], {
    env: { ...process.env, npm_execpath: join(checkout, 'npm.cjs'), ...env },
  });
  return (await readFile(join(checkout, 'installed'), 'utf8').catch(() => '')) === 'by us';
}

const { 'node_modules/a': a, 'node_modules/b-here': b } = wanted;

test('a checkout that npm has installed is not installed again', async () => {
  expect(await ensure({ 'node_modules/a': a, 'node_modules/b-here': b })).toBe(false);
});

test.each([
  ['nothing is installed', undefined],
  ['a package has another version', { 'node_modules/a': { version: '0.9.0' }, 'node_modules/b-here': b }],
  ['the package of this platform is missing', { 'node_modules/a': a }],
])('a checkout in which %s is installed', async (_, installed) => {
  expect(await ensure(installed)).toBe(true);
});

test.each([
  ['knows the versions', '', 'cache '],
  ['is older than the lock file', `if (source === 'cache ') process.exit(1);`, 'cache registry '],
])('the registry is asked only if the cache of npm is not enough: it %s', async (_, end, expected) => {
  await writeFile(
    join(checkout, 'npm.cjs'),
    `const source = process.argv.includes('--prefer-offline') ? 'cache ' : 'registry ';
    require('node:fs').appendFileSync('sources', source);
    ${end}`,
  );
  await ensure(undefined);
  expect(await readFile(join(checkout, 'sources'), 'utf8')).toBe(expected);
});

test.each([
  ['its own', tmpdir(), false],
  ['a temporary one, where its own is closed', '/dev/null/npm', true],
])('npm keeps packages in %s', async (_, cache, isTemporary) => {
  await writeFile(
    join(checkout, 'npm.cjs'),
    `const at = process.argv.indexOf('--cache');
    require('node:fs').writeFileSync('cache', at < 0 ? '' : process.argv[at + 1]);`,
  );
  await ensure(undefined, { npm_config_cache: cache });
  const used = await readFile(join(checkout, 'cache'), 'utf8');
  expect(used !== '').toBe(isTemporary);
  expect(used !== '' && existsSync(used)).toBe(false);
});

/** Runs the check of a Chromium whose script is this; a Playwright that installs nothing notes what it was asked for. */
async function ensureBrowser(script: string): Promise<{ asked: string; errors: string }> {
  const browser = join(checkout, 'chromium');
  await writeFile(browser, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  await mkdir(join(checkout, 'src/tools'), { recursive: true });
  await writeFile(
    join(checkout, 'src/tools/browser.mjs'),
    `export const findBrowser = () => ${JSON.stringify(browser)};`,
  );
  await mkdir(join(checkout, 'node_modules/@playwright/test'), { recursive: true });
  await writeFile(
    join(checkout, 'node_modules/@playwright/test/cli.js'),
    `require('node:fs').writeFileSync('asked', process.argv.slice(2).join(' '));`,
  );
  const errors = await run(process.execPath, [join(checkout, 'src/gateway/cli/ensure.mjs'), 'browser']).then(
    () => '',
    ({ stderr }: { stderr: string }) => stderr,
  );
  return { asked: await readFile(join(checkout, 'asked'), 'utf8').catch(() => ''), errors };
}

test('a Chromium that starts needs nothing', async () => {
  expect(await ensureBrowser('exit 0')).toEqual({ asked: '', errors: '' });
});

test.runIf(process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))(
  'a Chromium that lacks libraries has them installed where this account may do so',
  async () => {
    expect(await ensureBrowser(`test -e '${join(checkout, 'asked')}'`)).toEqual({
      asked: 'install-deps chromium',
      errors: '',
    });
  },
);

test('a Chromium that does not start is named before the journeys', async () => {
  const { errors } = await ensureBrowser('exit 127');
  expect(errors).toBe(
    `${join(checkout, 'chromium')} does not start. As root, run npx playwright install-deps chromium.\n`,
  );
});

/** Runs the build of a checkout whose build script is this code. */
async function build(code: string): Promise<{ server: Promise<void>; dashboard: Promise<void> }> {
  await mkdir(join(checkout, 'src/tools/build'), { recursive: true });
  await writeFile(join(checkout, 'src/tools/build/build.mjs'), code);
  const { buildIfStale } = (await import(join(checkout, 'src/gateway/cli/ensure.mjs'))) as {
    buildIfStale: typeof BuildIfStale;
  };
  return buildIfStale();
}

test('the server can start while the dashboard is built', async () => {
  const { server, dashboard } = await build(`process.send('server'); process.once('disconnect', () => undefined);`);
  let isBuilt = false;
  void dashboard.catch(() => undefined).finally(() => (isBuilt = true));
  await server;
  expect(isBuilt).toBe(false);
});

test('a build that fails is a failure of both', async () => {
  const { server, dashboard } = await build('process.exitCode = 1;');
  await expect(server).rejects.toThrow('The build failed.');
  await expect(dashboard).rejects.toThrow('The build failed.');
});
