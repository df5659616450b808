// Loaded by every Node process of a round: what it starts reads the shifted clock, too, whatever variables that is given.
import { ChildProcess } from 'node:child_process';

const clock = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC'];
const forNode = 'NODE_OPTIONS=';
const loadThis = `--import ${import.meta.url}`;
/** @type {{ spawn(this: ChildProcess, options: { file: string, envPairs?: string[] }): number }} */
const prototype = /** @type {any} */ (ChildProcess.prototype);
const { spawn } = prototype;

prototype.spawn = function spawnWithClock(options) {
  const pairs = options.envPairs ?? [];
  const others = pairs.filter((pair) => ![...clock, 'NODE_OPTIONS'].some((name) => pair.startsWith(`${name}=`)));
  const given = pairs.find((pair) => pair.startsWith(forNode)) ?? forNode;
  const shifted = [
    ...clock.map((name) => `${name}=${process.env[name]}`),
    given.includes(loadThis) ? given : `${given} ${loadThis}`,
  ];
  // Chromium and Firefox spin when their clock is shifted so; journeys shift what pages of Chromium read.
  const isBrowser = /chrom|firefox/i.test(options.file);
  return spawn.call(this, { ...options, envPairs: isBrowser ? others : [...others, ...shifted] });
};
