// Runs before anything is installed, so it may import nothing but Node itself.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectDir = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const stampFile = join(projectDir, 'node_modules/.fundscope-installed');

/** Installs the dependencies, unless what is installed is what the lock file and this Node ask for. */
export function installIfStale() {
  const hash = createHash('sha256').update(readFileSync(join(projectDir, 'package-lock.json')));
  const stamp = hash.update(`${process.version} ${process.platform} ${process.arch}`).digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  say('Installing the dependencies. This takes about half a minute the first time.');
  // Under NODE_ENV=production npm would leave out what the build needs.
  npm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stampFile, stamp);
}

const sources = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'tailwind.config.ts',
  'package.json',
  'package-lock.json',
];

/** Builds dashboard and server, unless the build is newer than everything it is made from. */
export function buildIfStale() {
  const built = [join(projectDir, 'dist/client/index.html'), join(projectDir, 'dist/server/cli.js')];
  if (!isStale(built)) return;
  say('Building the dashboard and the server.');
  build();
  build('--ssr');
}

/** Builds the tools of development, unless the build is newer than everything it is made from. */
function buildToolsIfStale() {
  if (!isStale([join(projectDir, 'dist/tools/bench.js'), join(projectDir, 'dist/tools/screenshots.js')])) return;
  say('Building the development tools.');
  build('--ssr', '--mode', 'tools');
}

/** @param {string[]} built */
function isStale(built) {
  const newest = Math.max(...sources.map((name) => readNewest(join(projectDir, name))));
  return !built.every((file) => existsSync(file) && statSync(file).mtimeMs >= newest);
}

/** @param {string[]} args */
function build(...args) {
  run(process.execPath, [join(projectDir, 'node_modules/vite/bin/vite.js'), 'build', ...args, '--logLevel', 'warn']);
}

/** Makes sure that there is a browser for the tests. */
async function installBrowser() {
  const { findBrowser } = await import(new URL('../../tools/browser.mjs', import.meta.url).href);
  if (findBrowser()) return;
  say('Installing a Chromium for the tests.');
  run(process.execPath, [join(projectDir, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'], false);
  if (!findBrowser() && process.getuid?.() === 0) {
    run('apt-get', ['update', '-qq'], false);
    const install = ['install', '-y', '-qq', '--no-install-recommends', 'fonts-liberation'];
    run('apt-get', [...install, 'chromium-headless-shell'], false);
    if (!findBrowser()) run('apt-get', [...install, 'chromium'], false);
  }
  if (!findBrowser()) {
    fail(
      'There is no Chromium, and none could be installed. Install Chromium or Chrome, or name one with CHROME_PATH.',
    );
  }
}

/**
 * The time of the newest change below a path, folders included, because a deleted file shows only there.
 * @param {string} path
 * @returns {number}
 */
function readNewest(path) {
  if (!existsSync(path)) return 0;
  const info = statSync(path);
  if (!info.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : info.mtimeMs;
  return readdirSync(path).reduce((newest, name) => Math.max(newest, readNewest(join(path, name))), info.mtimeMs);
}

/** @param {string[]} args */
function npm(args) {
  const cli = process.env['npm_execpath'];
  if (cli) run(process.execPath, [cli, ...args]);
  else run('npm', args);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {boolean} [must]
 */
function run(command, args, must = true) {
  // What these programs say is progress; standard output belongs to the command that runs after them.
  const { status, error } = spawnSync(command, args, { cwd: projectDir, stdio: ['ignore', 2, 2] });
  if (must && status !== 0) fail(`${[command, ...args].join(' ')} failed${error ? `: ${error.message}` : ''}.`);
}

/** @param {string} text */
function say(text) {
  console.error(text);
}

/**
 * @param {string} text
 * @returns {never}
 */
function fail(text) {
  say(text);
  process.exit(1);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const wanted = new Set(process.argv.slice(2));
  if (wanted.has('deps')) installIfStale();
  if (wanted.has('build')) buildIfStale();
  if (wanted.has('tools')) buildToolsIfStale();
  if (wanted.has('browser')) await installBrowser();
}
