import { Command } from 'commander';
import { afterEach, expect, test, vi } from 'vitest';
import { createShutdown } from '../shutdown.ts';
import { runProgram } from './run-program.ts';

afterEach(() => {
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

test('a command that loses its database ends with two lines, not with the error of the driver', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'fundscope']);
  const error = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
  await runProgram(
    new Command().action(() => Promise.reject(error)),
    createShutdown(),
  );
  expect(process.exitCode).toBe(1);
  expect(said.mock.calls).toEqual([
    [
      'The database ended the connection: terminating connection due to administrator command.\nRun the command again once it answers.',
    ],
  ]);
});
