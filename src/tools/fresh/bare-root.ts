import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { projectDir } from '../../gateway/project.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { StartError } from '../../service/db/start-error.ts';
import { installPackages } from '../debian.ts';
import { findFreePorts } from '../free-ports.ts';

const run = promisify(execFile);

/** Who types the commands. The plain user has no right to install packages. */
export type UserName = 'root' | 'analyst';

const homes = { root: '/root', analyst: '/home/analyst' } as const satisfies Record<UserName, string>;
const analystId = 1000;

/** A clean clone in a root folder with nothing but Debian's essential packages, apt, Node and npm. */
export interface FreshClone {
  /** Runs shell commands in the clone, as its owner by default. Throws with the last lines of output if they fail. */
  run(script: string, user?: UserName): Promise<void>;
  /** Runs `npm start` until its page and its data are there, and stops it. Throws likewise. */
  startAndStop(): Promise<void>;
}

/** Builds the root folder that clones are copied to; `shutdown` deletes it. Throws a StartError if that is impossible. */
export async function buildBareRoot(shutdown: Shutdown): Promise<string> {
  installPackages(['bubblewrap', 'mmdebstrap']);
  if (process.getuid?.() !== 0) {
    throw new StartError('Only root can build a root folder with several users.', 'Run it with sudo.');
  }
  const folder = join(await createFolder(shutdown), 'root');
  // The release of this machine, whose libraries its Node may need.
  const release = /^VERSION_CODENAME=(.*)$/m.exec(await readFile('/etc/os-release', 'utf8'))?.[1] ?? 'stable';
  await run('mmdebstrap', ['--quiet', '--mode=root', '--variant=apt', release, folder]);
  await appendFile(join(folder, 'etc/passwd'), `analyst:x:${analystId}:${analystId}::${homes.analyst}:/bin/sh\n`);
  await appendFile(join(folder, 'etc/group'), `analyst:x:${analystId}:\n`);
  await mkdir(join(folder, homes.analyst));
  await mkdir(join(folder, 'usr/lib/node_modules'));
  for (const name of ['npm', 'npx']) {
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(folder, 'usr/bin', name));
  }
  await run('chown', [String(analystId), join(folder, homes.analyst)]);
  return folder;
}

/** Clones the last commit below the home of `owner` in a copy of the bare root; `shutdown` deletes it. */
export async function cloneInBareRoot(
  bareRoot: string,
  { owner, folder, env }: { owner: UserName; folder: string; env: NodeJS.ProcessEnv },
  shutdown: Shutdown,
): Promise<FreshClone> {
  const root = join(await createFolder(shutdown), 'root');
  await run('cp', ['-a', bareRoot, root]);
  const home = homes[owner];
  const clone = join(home, folder);
  await run('git', ['clone', '-q', '--depth=1', `file://${projectDir}`, join(root, clone)]);
  if (owner !== 'root') await run('chown', ['-R', `${analystId}:${analystId}`, join(root, home)]);
  const options = await listOptions(root, clone);

  const open = (script: string, user: UserName, extra: NodeJS.ProcessEnv = {}) => {
    const variables = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: homes[user] };
    const args = user === 'root' ? [] : ['setpriv', `--reuid=${analystId}`, `--regid=${analystId}`, '--clear-groups'];
    const child = spawn('bwrap', [...options, ...args, 'sh', '-ec', script], {
      env: { ...variables, ...env, ...extra },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    shutdown.add(async () => void child.kill('SIGKILL'));
    return { child, finish: finish(child) };
  };
  return {
    run: (script, user = owner) => open(script, user).finish,
    async startAndStop() {
      const [port] = await findFreePorts(1);
      const { child, finish: stopped } = open(startUntilInput, owner, { PORT: String(port) });
      await Promise.race([waitForRows(`http://127.0.0.1:${port}`, child), stopped]);
      child.stdin?.end('\n');
      await stopped;
    },
  };
}

/** A shell starts nothing in the background with its own standard input, so that is the third file here. */
const startUntilInput = `
  exec 3<&0
  npm start 3<&- & started=$!
  { read -r line <&3; kill $started; } &
  wait $started`;

/** A mount namespace with the root folder, in which nothing of this machine is visible but Node, npm and the network. */
async function listOptions(root: string, folder: string): Promise<string[]> {
  const npm = dirname(dirname(await realpath(process.env['npm_execpath'] ?? '/usr/bin/npm')));
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  return [
    ['--bind', root, '/', '--proc', '/proc', '--dev', '/dev', '--perms', '1777', '--tmpfs', '/dev/shm'],
    ['--ro-bind', process.execPath, '/usr/bin/node', '--ro-bind', npm, '/usr/lib/node_modules/npm'],
    ['--ro-bind', '/etc/resolv.conf', '/etc/resolv.conf', '--ro-bind', '/etc/hosts', '/etc/hosts'],
    authorities
      ? ['--ro-bind', authorities, '/etc/authorities.pem', '--setenv', 'NODE_EXTRA_CA_CERTS', '/etc/authorities.pem']
      : [],
    ['--unshare-pid', '--unshare-ipc', '--die-with-parent', '--cap-add', 'ALL', '--chdir', folder],
  ].flat();
}

/** Waits until a gateway serves its page and finds deals, or has ended. */
async function waitForRows(url: string, gateway: ChildProcess): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-fundscope': url, 'sec-fetch-site': 'same-origin' };
  const isReady = async () => {
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    const rows = await fetch(`${url}/api/v1/deals`, { method: 'POST', headers, body: '{"page_size":1}' });
    const { meta } = (await rows.json()) as { meta?: { total_count: number } };
    return page.ok && meta !== undefined && meta.total_count > 0;
  };
  while (gateway.exitCode === null && !(await isReady().catch(() => false))) await sleep(200);
}

/** Shows the output and waits for the end; throws with the last lines if it failed. */
async function finish(child: ChildProcess): Promise<void> {
  let output = '';
  const show = (bytes: Buffer) => {
    process.stderr.write(bytes);
    output = `${output}${bytes.toString()}`.slice(-4000);
  };
  child.stdout?.on('data', show);
  child.stderr?.on('data', show);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(output.trim().split('\n').slice(-12).join('\n'));
}

async function createFolder(shutdown: Shutdown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fundscope-fresh-'));
  shutdown.add(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
