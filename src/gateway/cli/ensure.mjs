// Runs before anything is installed, so it imports nothing but Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectDir = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const stampFile = join(projectDir, 'node_modules/.fundscope-installed');

/** Installs the dependencies, unless they match the lock file and this Node version. */
export function installIfStale() {
  const hash = createHash('sha256').update(readFileSync(join(projectDir, 'package-lock.json')));
  const stamp = hash.update(`${process.version} ${process.platform} ${process.arch}`).digest('hex');
  if (existsSync(stampFile) ? readFileSync(stampFile, 'utf8') === stamp : isInstalled()) return;
  failIfReadOnly('installed');
  print('Installing the dependencies. This takes about half a minute the first time.');
  // Without --include=dev, npm omits the build tools under NODE_ENV=production.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--no-update-notifier'];
  // As a user without a home folder, npm could keep nothing.
  const ownCache = isClosed(process.env['npm_config_cache'] ?? '.') && mkdtempSync(join(tmpdir(), 'fundscope-npm-'));
  if (ownCache) args.push('--cache', ownCache);
  // npm's cache can do without the registry if it knows the versions in the lock file; an older one cannot.
  const isDone =
    npm([...args, '--prefer-offline', '--fetch-retry-mintimeout=500', '--loglevel=silent']) ||
    npm([...args, '--loglevel=error']);
  if (ownCache) rmSync(ownCache, { recursive: true, force: true });
  if (!isDone) fail(`npm ${args.join(' ')} failed.`);
  writeFileSync(stampFile, stamp);
}

/** Whether npm itself installed what the lock file lists, as `npm ci` and `npm install` do. */
function isInstalled() {
  const installedFile = join(projectDir, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return false;
  /** @type {(file: string) => Record<string, { version?: string, optional?: true, os?: string[], cpu?: string[], libc?: string[] }>} */
  const read = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const installed = read(installedFile);
  return Object.entries(read(join(projectDir, 'package-lock.json'))).every(([path, wanted]) => {
    const { version, optional, os, cpu, libc } = wanted;
    const isForUs = os?.includes(process.platform) && cpu?.includes(process.arch) && !libc;
    return path === '' || installed[path]?.version === version || (optional && !isForUs);
  });
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

/**
 * Builds server and dashboard, unless the build is newer than all of its sources. The promises resolve when each is
 * built: the server is first, so that a gateway can load its data while the dashboard is built.
 * @returns {{ server: Promise<void>, dashboard: Promise<void> }}
 */
export function buildIfStale() {
  const built = [join(projectDir, 'dist/client.zip'), join(projectDir, 'dist/server/cli.js')];
  if (!isStale(built)) return { server: Promise.resolve(), dashboard: Promise.resolve() };
  failIfReadOnly('built');
  print('Building the server and the dashboard.');
  const build = join(projectDir, 'src/tools/build/build.mjs');
  const child = spawn(process.execPath, [build, '--logLevel', 'warn'], { stdio: ['ignore', 2, 2, 'ipc'] });
  process.once('exit', () => child.kill());
  /** @type {Promise<void>} */
  const dashboard = new Promise((done, reject) => {
    child.once('exit', (code) => (code === 0 ? done() : reject(new Error('The build failed.'))));
  });
  /** @type {Promise<void>} */
  const message = new Promise((done) => child.once('message', () => done()));
  const server = Promise.race([message, dashboard]);
  // Prevents an unhandled rejection; a later await still sees the failure.
  dashboard.catch(() => undefined);
  return { server, dashboard };
}

/** Builds what only the published package needs, unless the build is newer than all of its sources. */
function buildPackageIfStale() {
  if (!isStale([join(projectDir, 'dist/package/client.js'), join(projectDir, 'dist/package/types/client/client.d.ts')]))
    return;
  print('Building the client for other programs.');
  run(process.execPath, [join(projectDir, 'src/tools/build/build-package.mjs')]);
}

/** Builds the development tools, unless the build is newer than all of its sources. */
function buildToolsIfStale() {
  const built = ['bench', 'chaos', 'cluster', 'flaky', 'fresh', 'proxies', 'screenshots'].map((name) =>
    join(projectDir, `dist/tools/${name}.js`),
  );
  if (!isStale(built)) return;
  print('Building the development tools.');
  const vite = join(projectDir, 'node_modules/vite/bin/vite.js');
  run(process.execPath, [vite, 'build', '--ssr', '--mode', 'tools', '--logLevel', 'warn']);
}

const browsers = new URL('../../tools/browser.mjs', import.meta.url).href;

/** @param {string[]} built */
function isStale(built) {
  const newest = Math.max(...sources.map((name) => readNewest(join(projectDir, name))));
  return !built.every((file) => existsSync(file) && statSync(file).mtimeMs >= newest);
}

/** Installs a Chromium for the tests, unless there is one, and the libraries that it needs. */
async function installBrowser() {
  const { findBrowser } = await import(browsers);
  /** @param {string} command */
  const playwright = (command) =>
    run(process.execPath, [join(projectDir, 'node_modules/@playwright/test/cli.js'), command, 'chromium'], false);
  if (!findBrowser()) {
    print('Installing a Chromium for the tests.');
    playwright('install');
  }
  if (!findBrowser()) installPackages('fonts-liberation', 'chromium-headless-shell');
  if (!findBrowser()) installPackages('fonts-liberation', 'chromium');
  const path = findBrowser();
  if (!path) {
    fail('There is no Chromium, and none could be installed. Install Chromium or Chrome, or set CHROME_PATH to one.');
  }
  // The one that Playwright downloads needs libraries that a new machine lacks.
  const starts = () => spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;
  if (starts()) return;
  if (mayInstallPackages()) playwright('install-deps');
  if (!starts()) fail(`${path} does not start. As root, run npx playwright install-deps chromium.`);
}

/** Installs the other browsers for the tests, unless they are there; where that is not possible, their journeys are skipped. */
async function installOtherBrowsers() {
  const { findFirefox, findWebKit } = await import(browsers);
  if (!findFirefox()) installPackages('firefox-esr');
  if (!findFirefox()) print('Journeys in Firefox are skipped. Install firefox-esr, or set FIREFOX_PATH to a Firefox.');
  if (!findWebKit()) installPackages('webkit2gtk-driver', 'xvfb');
  if (!findWebKit()) print('Journeys in WebKit are skipped. Install the Debian packages webkit2gtk-driver and xvfb.');
}

const isRoot = process.getuid?.() === 0;

/** Whether apt is there and this account may use it without a password. */
function mayInstallPackages() {
  const maySudo = () => spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  return existsSync('/usr/bin/apt-get') && (isRoot || maySudo());
}

/**
 * Installs packages of Debian, as root or with a sudo that asks for no password.
 * @param {string[]} names
 */
function installPackages(...names) {
  if (!mayInstallPackages()) return;
  print(`Installing ${names.join(' and ')} for the tests.`);
  /** @param {string[]} args */
  const apt = (...args) => {
    // Nobody can answer a question of a package.
    const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    return isRoot ? run('env', command.slice(1), false) : run('sudo', ['-n', ...command], false);
  };
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...names);
}

/**
 * The newest modification time below a path. Folders count too, because a deleted file changes only its folder.
 * @param {string} path
 * @returns {number}
 */
function readNewest(path) {
  if (!existsSync(path)) return 0;
  const info = statSync(path);
  if (!info.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : info.mtimeMs;
  return readdirSync(path).reduce((newest, name) => Math.max(newest, readNewest(join(path, name))), info.mtimeMs);
}

/**
 * Returns whether it succeeded.
 * @param {string[]} args
 */
function npm(args) {
  const cli = process.env['npm_execpath'];
  return (cli ? run(process.execPath, [cli, ...args], false) : run('npm', args, false)) === 0;
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {boolean} [must]
 */
function run(command, args, must = true) {
  // Progress goes to standard error; standard output belongs to the command that runs next.
  const { status, error } = spawnSync(command, args, { cwd: projectDir, stdio: ['ignore', 2, 2] });
  if (must && status !== 0) fail(`${[command, ...args].join(' ')} failed${error ? `: ${error.message}` : ''}.`);
  return status;
}

/** @param {string} done What has to be done in the folder. */
function failIfReadOnly(done) {
  if (!isClosed(projectDir)) return;
  fail(`${projectDir} has to be ${done} first, but this account cannot write there. Run npm start once as its owner.`);
}

/**
 * Whether this account cannot write to a folder, or cannot create it.
 * @param {string} folder
 * @returns {boolean}
 */
function isClosed(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    return code !== 'ENOENT' || folder === dirname(folder) || isClosed(dirname(folder));
  }
}

/** @param {string} text */
function print(text) {
  console.error(text);
}

/**
 * @param {string} text
 * @returns {never}
 */
function fail(text) {
  print(text);
  process.exit(1);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const wanted = new Set(process.argv.slice(2));
  if (wanted.has('deps')) installIfStale();
  if (wanted.has('build')) await buildIfStale().dashboard.catch((error) => fail(error.message));
  if (wanted.has('package')) buildPackageIfStale();
  if (wanted.has('tools')) buildToolsIfStale();
  if (wanted.has('browser')) await installBrowser();
  if (wanted.has('other-browsers')) await installOtherBrowsers();
}
