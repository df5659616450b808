import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listen } from '../../testing/gateway.ts';
import { registerHealthCommand } from '../cli/health.ts';
import { registerInstall } from '../cli/install.ts';
import { cliFile, version } from '../project.ts';
import { buildSystemdUnit } from './systemd-unit.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fundscope-install-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** The output of a command with these variables. */
async function run(values: Record<string, string>, ...words: string[]): Promise<string> {
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value);
  const program = new Command().exitOverride();
  registerInstall(program);
  registerHealthCommand(program);
  let printed = '';
  vi.spyOn(console, 'log').mockImplementation((text: string) => void (printed += `${text}\n`));
  await program.parseAsync(words, { from: 'user' });
  return printed;
}

/** The settings of a unit by name; every line must be a section, a setting or a comment. */
function parseUnit(text: string): Map<string, string[]> {
  const settings = new Map<string, string[]>();
  for (const line of text.split('\n').filter((each) => !/^(|#.*|\[(Unit|Service|Install)\])$/.test(each))) {
    const [, name = '', value = ''] = /^([A-Z][A-Za-z]+)=(.*)$/.exec(line) ?? [];
    expect(name, line).not.toBe('');
    settings.set(name, [...(settings.get(name) ?? []), value]);
  }
  return settings;
}

test('the unit runs the Node and the program that printed it, with their address and a folder of its own', async () => {
  const unit = parseUnit(await run({ HOST: '127.0.0.2', PORT: '4555' }, 'install', '--systemd'));
  expect(unit.get('ExecStart')).toEqual([`"${process.execPath}" "${cliFile}" start`]);
  expect(unit.get('ExecStartPost')).toEqual([`"${process.execPath}" "${cliFile}" health --wait 600`]);
  const data = `/var/lib/${unit.get('StateDirectory')?.[0]}`;
  expect(unit.get('Environment')).toEqual(['"HOST=127.0.0.2"', '"PORT=4555"', `"FUNDSCOPE_DATA=${data}"`]);
  expect(unit.get('KillMode')).toEqual(['mixed']);
  // Node needs both: without them the system kills it at startup.
  expect(unit.has('MemoryDenyWriteExecute')).toBe(false);
  expect(unit.get('SystemCallFilter')).toEqual(['@system-service @pkey']);
});

test('the unit of a user has the data folder of the user, and nothing that needs root', async () => {
  const unit = parseUnit(await run({ FUNDSCOPE_DATA: folder }, 'install', '--systemd', '--user'));
  expect(unit.get('Environment')).toContain(`"FUNDSCOPE_DATA=${folder}"`);
  expect(unit.get('WantedBy')).toEqual(['default.target']);
  expect(['User', 'StateDirectory', 'ProtectSystem', 'CapabilityBoundingSet'].filter((name) => unit.has(name))).toEqual(
    [],
  );
});

const systemdAnalyze = '/usr/bin/systemd-analyze';
test.runIf(existsSync(systemdAnalyze))('systemd accepts the units, also with unusual characters in paths', async () => {
  const odd = join(folder, 'a $b %n "c" \\d');
  const node = join(folder, 'my %n', 'node');
  await mkdir(dirname(node));
  await symlink(process.execPath, node);
  for (const userDataDir of [undefined, odd]) {
    const file = join(folder, 'fundscope.service');
    const given = { node, cli: join(odd, 'cli.js'), host: '::1', port: 4310, userDataDir };
    await writeFile(file, buildSystemdUnit(given));
    const { stdout, stderr } = await promisify(execFile)(systemdAnalyze, ['verify', '--man=no', file]);
    expect(stdout + stderr).not.toContain('fundscope.service');
  }
});

test('the Containerfile has one port, one volume and a supported Node, and runs as an unprivileged user', async () => {
  const text = await run({ PORT: '4555' }, 'install', '--container');
  const [steps, ...stages] = text.replaceAll('\\\n', ' ').split(/^FROM /m);
  const instructions = stages.flatMap((stage) => stage.trim().split('\n').slice(1)).filter(Boolean);
  const read = (name: string) => instructions.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  expect(stages.map((stage) => stage.split('\n', 1)[0])).toEqual([
    `docker.io/library/node:${process.versions.node.split('.')[0]}-bookworm-slim AS package`,
    `docker.io/library/node:${process.versions.node.split('.')[0]}-bookworm-slim`,
  ]);
  expect(steps).toContain(`makes fundscope-${version}.tgz`);
  expect(steps).toContain('-p 127.0.0.1:4555:4555 -v fundscope:/data');
  expect(steps).toContain('--read-only');
  expect(read('COPY')).toBe(`fundscope-${version}.tgz /tmp/`);
  expect(read('EXPOSE')).toBe('4555');
  expect(read('ENV')).toContain('PORT=4555 FUNDSCOPE_DATA=/data');
  expect([read('USER'), read('VOLUME'), read('STOPSIGNAL')]).toEqual(['node', '/data', 'SIGTERM']);
  const health = read('HEALTHCHECK')?.split(' CMD ')[1];
  expect([health, read('ENTRYPOINT'), read('CMD')].map((list) => JSON.parse(list!) as string[])).toEqual([
    ['fundscope', 'health'],
    ['fundscope'],
    ['start'],
  ]);
  expect(
    instructions.every((line) =>
      /^(COPY|RUN|ENV|USER|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT|CMD) /.test(line),
    ),
  ).toBe(true);
});

test.each([[[]], [['--container', '--systemd']], [['--container', '--user']], [['--user']]])(
  'install %j says what to give',
  async (options) => {
    await expect(run({}, 'install', ...options)).rejects.toMatchObject({ name: 'StartError' });
  },
);

test('health waits for the gateway, succeeds if it is healthy, and fails otherwise', async () => {
  let answers = 0;
  const server = createServer((request, response) => {
    answers += 1;
    response.writeHead(request.url === '/healthz' && answers > 2 ? 200 : 503).end();
  });
  const PORT = String(await listen(server));
  await expect(run({ PORT }, 'health')).rejects.toThrow(`http://127.0.0.1:${PORT} answers 503`);
  expect(await run({ PORT }, 'health', '--wait', '60')).toBe('ok\n');
  expect(await run({ PORT, HOST: '0.0.0.0' }, 'health', '--json')).toBe('{"ok":true,"status":200}\n');
  server.close();
  server.closeAllConnections();
  await expect(run({ PORT }, 'health')).rejects.toThrow('does not answer');
});
