import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { choose, readUsed, search, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';

const run = promisify(execFile);
/** The packages that the built program imports, also later on, and that are not installed with it. */
async function listMissingPackages(installed: string): Promise<string[]> {
  const folder = join(installed, 'dist/server');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const imports = texts.flatMap((text) => [
    ...text.matchAll(/^import (?:.* from )?"([^"]+)";|\bimport\("([^"]+)"\)/gm),
  ]);
  const packages = imports
    .map(([, first, later]) => /^(?:@[^/]+\/)?[^/]+/.exec(first ?? later ?? '')?.[0] ?? '')
    .filter((name) => !name.startsWith('.') && !isBuiltin(name));
  expect(packages).toContain('fastify');
  const { resolve: find } = createRequire(join(folder, 'cli.js'));
  const isMissing = (name: string) =>
    !(find.paths(name) ?? []).some((modules) => existsSync(join(modules, name, 'package.json')));
  return [...new Set(packages)].filter(isMissing);
}

const projectDir = resolve(import.meta.dirname, '..');

test('the packed file, installed in an empty folder, searches its sample data and keeps them outside of itself', async ({
  page,
}) => {
  test.setTimeout(420_000);
  const folder = await mkdtemp(join(tmpdir(), 'fundscope packed '));
  // What is packed was built before the journeys.
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: projectDir });
  const [packed = ''] = await readdir(folder);
  await run(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', '--prefix', folder, join(folder, packed)],
    {
      cwd: folder,
    },
  );
  const installed = join(folder, 'node_modules/fundscope');
  expect((await readdir(join(installed, 'src'))).toSorted()).toEqual(['CHANGELOG.md', 'gateway']);
  expect(await readdir(join(folder, 'node_modules'))).not.toContain('react');
  expect(await listMissingPackages(installed)).toEqual([]);

  const data = join(folder, 'data');
  const child = spawn(join(folder, 'node_modules/.bin/fundscope'), ['--json'], {
    env: { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: data, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
  await expect.poll(() => /"url":"([^"]+)"/.exec(printed)?.[1], { timeout: 240_000 }).toBeTruthy();
  await page.goto(/"url":"([^"]+)"/.exec(printed)![1]!);
  await expect(page.getByRole('region', { name: 'New matches' }).getByRole('link').first()).toBeVisible();
  expect(await readdir(data)).toEqual(['fundscope']);

  const paid = watchPaid(page);
  await page.getByRole('link', { name: 'Deals', exact: true }).click();
  await choose(page, 'Round type', 'series a', 'Series A');
  expect(paid).toEqual([]);
  await search(page);
  expect(paid).toHaveLength(1);
  // The account has its figure as soon as the gateway has stored the purchase.
  await expect.poll(() => readUsed(page)).toBe(25);

  child.kill('SIGTERM');
  await once(child, 'exit');
  await rm(folder, { recursive: true, force: true });
});
