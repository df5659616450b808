import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { projectDir } from '../project.ts';

const run = promisify(execFile);
beforeAll(() => run(process.execPath, [join(projectDir, 'src/gateway/cli/ensure.mjs'), 'build']), 120_000);

const fundscope = (...given: string[]) =>
  run(process.execPath, [join(projectDir, 'dist/server/cli.js'), ...given]).catch(
    (error: { code: number; stderr: string; stdout: string }) => error,
  );

test('every command of the help shows its own', async () => {
  const { stdout } = await fundscope('--help');
  const [, list = ''] = stdout.split('Commands:\n');
  const names = [...list.matchAll(/^ {2}([a-z]+)/gm)].flatMap(([, name]) => name ?? []);
  expect(names.length).toBeGreaterThan(20);
  const commands = names.filter((name) => name !== 'help');
  const helps = await Promise.all(commands.map((name) => fundscope(name, '--help')));
  for (const [at, name] of commands.entries()) expect(helps[at]?.stdout).toContain(`Usage: fundscope ${name}`);
});

test('a misspelt command starts nothing and suggests the right one', async () => {
  expect(await fundscope('acounts', 'list')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^error: unknown command 'acounts'\n\(Did you mean accounts\?\)/) as unknown,
  });
});
