// Starts Fundscope as a new user would: as root and as others, in closed, read-only, oddly named and deeply nested
// folders. Needs root, because it creates two users and removes them.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * @typedef {{ name: string, uid?: number | undefined, folder?: string, mode?: number, umask?: string, checkout?: boolean, data?: string }} Trial
 * A way to start: who, in which folder of which mode, whether from a checkout or a package, and a named data folder.
 */

const projectDir = join(import.meta.dirname, '../..');
if (process.getuid?.() !== 0) {
  console.error('Run this as root: it tries other users.');
  process.exit(1);
}
const base = mkdtempSync(join(tmpdir(), 'fundscope-folders-'));
chmodSync(base, 0o755);
const users = ['fundscope-first', 'fundscope-second'];
const [first, second] = users.map((name) => {
  execFileSync('useradd', ['--no-create-home', '--shell', '/usr/sbin/nologin', name]);
  return Number(execFileSync('id', ['-u', name], { encoding: 'utf8' }));
});

/** Installs the package and copies the checkout once; every trial gets links to their files. */
function prepare() {
  const run = (/** @type {string} */ command, /** @type {string[]} */ ...args) =>
    execFileSync(command, args, { cwd: projectDir, stdio: ['ignore', 'ignore', 'inherit'] });
  run('npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', base);
  const [packed = ''] = readdirSync(base);
  run(
    'npm',
    'install',
    '--silent',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--prefix',
    join(base, 'package'),
    join(base, packed),
  );
  mkdirSync(join(base, 'checkout'));
  run('sh', '-c', `git archive HEAD | tar -x -C '${base}/checkout'`);
  run('cp', '-a', '--parents', 'dist', 'node_modules', join(base, 'checkout'));
}

/** @param {Trial} trial */
async function start({ name, uid = 0, folder = name, mode = 0o755, umask = '022', checkout = false, data }) {
  const started = performance.now();
  const home = join(base, 'homes', folder);
  mkdirSync(dirname(home), { recursive: true });
  execFileSync('cp', ['-al', join(base, checkout ? 'checkout' : 'package'), home]);
  if (!checkout) chownSync(home, uid, uid);
  chmodSync(home, mode);
  const ownHome = join(base, 'homes', `${folder} home`);
  mkdirSync(ownHome, { mode: 0o700 });
  chownSync(ownHome, uid, uid);
  const cli = join(home, checkout ? '' : 'node_modules/fundscope', 'src/gateway/cli/fundscope.mjs');
  const child = spawn('/bin/sh', ['-c', `umask ${umask}; exec "$0" "$@"`, process.execPath, cli, 'start', '--json'], {
    cwd: '/',
    env: {
      PATH: process.env['PATH'],
      HOME: checkout ? ownHome : home,
      PORT: '0',
      ...(data ? { FUNDSCOPE_DATA: join(home, data) } : {}),
    },
    uid,
    gid: uid,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  if (child.exitCode !== null) throw new Error(`${name}: exited with ${child.exitCode}.\n${said}`);
  const { url } = JSON.parse(String(line));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  await checkPage(name, url);
  if (said.includes('chmod')) throw new Error(`${name}: asks to change permissions.\n${said}`);
  console.log(`${name}: ${seconds} s`);
  return async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    const moved = /^The database is in (\/\S+),/m.exec(said)?.[1];
    if (moved) rmSync(moved, { recursive: true });
  };
}

/**
 * The page must be served whatever a program accepts.
 * @param {string} name @param {string} url
 */
async function checkPage(name, url) {
  for (const accept of ['*/*', 'text/html', 'application/json']) {
    const response = await fetch(url, { headers: { accept } });
    const page = await response.text();
    if (response.status !== 200 || !page.includes('<div id="root"')) {
      throw new Error(`${name}: GET / with Accept: ${accept} is ${response.status}, ${page.slice(0, 200)}`);
    }
  }
}

/** A user who cannot build is told in one sentence who can. */
function checkUnbuilt() {
  const checkout = join(base, 'unbuilt');
  execFileSync('cp', ['-al', join(base, 'checkout'), checkout]);
  rmSync(join(checkout, 'dist'), { recursive: true });
  const cli = join(checkout, 'src/gateway/cli/fundscope.mjs');
  const { status, stderr } = spawnSync(process.execPath, [cli, 'start'], { uid: first, encoding: 'utf8' });
  const lines = stderr.trim().split('\n');
  if (status !== 1 || lines.length !== 1 || !stderr.includes('Run npm start once as its owner.')) {
    throw new Error(`A checkout that is not built, exit ${status}:\n${stderr}`);
  }
}

/** @type {Trial[]} */
const trials = [
  { name: 'root, in a folder that only root may enter', folder: 'root', mode: 0o700 },
  { name: 'root, a checkout that only root may enter', checkout: true, mode: 0o700 },
  { name: 'root, data below a folder that only root may enter', mode: 0o700, data: 'data' },
  { name: 'root, umask 077', umask: '077' },
  { name: 'a user, umask 077', uid: first, umask: '077' },
  { name: 'a user, a checkout that only root may write to', uid: first, checkout: true },
  { name: 'a user, spaces and letters of other alphabets', uid: first, folder: 'Données de Zoë, 資金 и деньги' },
  { name: 'a user, a path of over 200 characters', uid: first, folder: `${'long-'.repeat(20)}/${'path-'.repeat(20)}` },
];

try {
  prepare();
  checkUnbuilt();
  for (const trial of trials) await (await start(trial))();
  const shared = { checkout: true, umask: '027' };
  const stops = await Promise.all([
    start({ ...shared, name: 'two users at the same time, the first', uid: first }),
    start({ ...shared, name: 'two users at the same time, the second', uid: second }),
  ]);
  await Promise.all(stops.map((stop) => stop()));
} finally {
  for (const name of users) execFileSync('userdel', [name], { stdio: 'ignore' });
  rmSync(base, { recursive: true, force: true });
}
