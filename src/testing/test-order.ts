import { statSync } from 'node:fs';
import type { TestSequencer, TestSpecification, Vitest } from 'vitest/node';

/** Waits for rate windows and killed servers, 95 s on an idle machine, and uses little processor time. */
const longest = '/tools/bench/ledger.test.ts';

/**
 * Runs the longest file first, in parallel with others that compute, and those of the service before those of the
 * dashboard, which are short, so that all workers finish together. Vitest alone sorts projects by name. Those of a
 * project are in a random order with `--sequence.shuffle`.
 */
export class LongestFirst implements TestSequencer {
  readonly #isRandom: boolean;

  constructor({ config }: Vitest) {
    this.#isRandom = Boolean(config.sequence.shuffle);
  }

  /** The suite is never split across machines. */
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }

  sort(files: TestSpecification[]): TestSpecification[] {
    const size = new Map(
      files.map(({ moduleId }) => [moduleId, this.#isRandom ? Math.random() : statSync(moduleId).size]),
    );
    const getSize = ({ moduleId }: TestSpecification) => size.get(moduleId) ?? 0;
    return files.toSorted((a, b) => rank(a) - rank(b) || getSize(b) - getSize(a));
  }
}

/** The files of a project stay together, because each project has its own workers. */
function rank({ project, moduleId }: TestSpecification): number {
  if (moduleId.endsWith(longest)) return -1;
  return ['service', 'dashboard', 'document'].indexOf(project.name);
}
