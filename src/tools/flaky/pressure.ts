import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Programs that compete with tests, and settings that slow them down. */
interface Pressure {
  /** Scripts for Node that run until they are killed. */
  readonly programs: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const spin = 'for (;;);';
const path = JSON.stringify(join(tmpdir(), 'fundscope-pressure'));
const syncDisk = `
  const { openSync, writeSync, fsyncSync } = require('node:fs');
  const [file, block] = [openSync(${path}, 'w'), Buffer.alloc(2 ** 24)];
  for (;;) { writeSync(file, block, 0, block.length, 0); fsyncSync(file); }`;

/** What a machine can be like while tests run. */
export const pressures = {
  alone: { programs: [], env: {} },
  busy: { programs: Array.from({ length: 2 * availableParallelism() }, () => spin), env: {} },
  disk: { programs: [syncDisk, syncDisk], env: {} },
  browser: { programs: [], env: { FUNDSCOPE_TEST_SLOWDOWN: '6' } },
} as const satisfies Record<string, Pressure>;

export type PressureName = keyof typeof pressures;

/** Runs something under a pressure, which ends with it. */
export async function runUnder<T>(name: PressureName, run: (env: Pressure['env']) => Promise<T>): Promise<T> {
  const { programs, env }: Pressure = pressures[name];
  const running: ChildProcess[] = programs.map((script) =>
    spawn(process.execPath, ['-e', script], { stdio: 'ignore' }),
  );
  try {
    return await run(env);
  } finally {
    for (const one of running) one.kill('SIGKILL');
  }
}
