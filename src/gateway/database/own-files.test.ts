import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFile, readRegularFile, writeSecret } from './own-files.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fundscope-files-'));
  await writeFile(join(folder, 'victim'), 'before');
});
afterEach(() => rm(folder, { recursive: true }));

test.each<[string, (path: string) => unknown]>([
  ['a symbolic link', (path) => symlink(join(folder, 'victim'), path)],
  ['a second name of a file', (path) => execFileSync('ln', [join(folder, 'victim'), path])],
  ['a folder', (path) => mkdir(path)],
  ['a pipe that nobody writes to', (path) => execFileSync('mkfifo', [path])],
])('%s that replaces a file is neither read nor written', async (_, plant) => {
  const path = join(folder, 'postgres.log');
  await plant(path);
  expect(await readRegularFile(path)).toBe('');
  await expect(openFile(path, 'change')).rejects.toThrow(/ELOOP|EISDIR|not an ordinary/);
  await expect(openFile(path, 'append')).rejects.toThrow(/ELOOP|EISDIR|ENXIO|not an ordinary/);
  expect(await readFile(join(folder, 'victim'), 'utf8')).toBe('before');
});

test('a secret replaces a link instead of following it', async () => {
  const path = join(folder, 'local-key');
  await symlink(join(folder, 'victim'), path);
  await symlink(join(folder, 'victim'), `${path}.${process.pid}`);
  await writeSecret(path, 'vg_secret');
  expect(await readRegularFile(path)).toBe('vg_secret\n');
  expect(await readFile(join(folder, 'victim'), 'utf8')).toBe('before');
});
