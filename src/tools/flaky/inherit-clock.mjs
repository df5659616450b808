// Loaded by every Node process of a round: what it starts reads the shifted clock, too, whatever variables that is given.
import { ChildProcess } from 'node:child_process';

const names = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC', 'NODE_OPTIONS'];
/** @type {{ spawn(this: ChildProcess, options: { file: string, envPairs?: string[] }): number }} */
const prototype = /** @type {any} */ (ChildProcess.prototype);
const { spawn } = prototype;

prototype.spawn = function spawnWithClock(options) {
  const given = (options.envPairs ?? []).filter((pair) => !names.some((name) => pair.startsWith(`${name}=`)));
  // Chromium spins when its clock is shifted so; journeys shift what its pages read.
  const added = /chrom/i.test(options.file) ? [] : names.map((name) => `${name}=${process.env[name]}`);
  return spawn.call(this, { ...options, envPairs: [...given, ...added] });
};
