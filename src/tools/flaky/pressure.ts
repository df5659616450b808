import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackages, programs as debianPrograms } from '../debian.ts';
import { findClockShift } from './clock-shift.ts';

/** What competes with tests, and variables that slow them down or move them elsewhere. */
interface Pressure {
  /** Scripts for Node that run until they are killed. */
  readonly programs: readonly string[];
  /** What has to be installed first. */
  readonly packages?: Parameters<typeof installPackages>[0];
  /** The variables of a round that begins now. */
  readonly buildEnvironment: () => Readonly<Record<string, string>>;
}

const spin = 'for (;;);';
const path = JSON.stringify(join(tmpdir(), 'fundscope-pressure'));
const syncDisk = `
  const { openSync, writeSync, fsyncSync } = require('node:fs');
  const [file, block] = [openSync(${path}, 'w'), Buffer.alloc(2 ** 24)];
  for (;;) { writeSync(file, block, 0, block.length, 0); fsyncSync(file); }`;

const withPrograms = (...programs: string[]): Pressure => ({ programs, buildEnvironment: () => ({}) });
const withVariables = (variables: Record<string, string>): Pressure => ({
  programs: [],
  buildEnvironment: () => variables,
});

/** Every program of a round, PostgreSQL as well, and every page read a clock that soon begins another day. */
const justBefore = (next: Parameters<typeof findClockShift>[0]): Pressure => ({
  programs: [],
  packages: ['libfaketime'],
  buildEnvironment: () => ({
    LD_PRELOAD: debianPrograms.libfaketime,
    // Seconds; journeys shift the clock of pages by as many.
    FAKETIME: `+${findClockShift(next, new Date())}`,
    // Timers measure how long they wait.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NODE_OPTIONS: `--import ${pathToFileURL(resolve('src/tools/flaky/inherit-clock.mjs')).href}`,
  }),
});

/** What a machine can be like while tests run. */
export const pressures = {
  alone: withPrograms(),
  busy: withPrograms(...Array.from({ length: 2 * availableParallelism() }, () => spin)),
  disk: withPrograms(syncDisk, syncDisk),
  browser: withVariables({ FUNDSCOPE_TEST_SLOWDOWN: '6' }),
  zone: withVariables({ TZ: 'Pacific/Kiritimati', FUNDSCOPE_TEST_ZONE: 'Pacific/Kiritimati' }),
  locale: withVariables({ LC_ALL: 'tr_TR.UTF-8', FUNDSCOPE_TEST_LOCALE: 'tr-TR' }),
  midnight: justBefore('day'),
  month: justBefore('month'),
  year: justBefore('year'),
} as const satisfies Record<string, Pressure>;

export type PressureName = keyof typeof pressures;

/** Runs something under a pressure, which ends with it. */
export async function runUnder<T>(
  name: PressureName,
  run: (buildEnvironment: Pressure['buildEnvironment']) => Promise<T>,
): Promise<T> {
  const { programs, packages = [], buildEnvironment }: Pressure = pressures[name];
  installPackages(packages);
  const running: ChildProcess[] = programs.map((script) =>
    spawn(process.execPath, ['-e', script], { stdio: 'ignore' }),
  );
  try {
    return await run(buildEnvironment);
  } finally {
    for (const one of running) one.kill('SIGKILL');
  }
}
