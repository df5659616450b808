import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { parseCount } from '../../gateway/cli/command.ts';
import { runProgram } from '../../gateway/cli/run-program.ts';
import { createShutdown } from '../../gateway/shutdown.ts';
import { addToolAction } from '../tool-action.ts';
import { type PressureName, pressures, runUnder } from './pressure.ts';

interface Options {
  files: string[];
  rounds: number;
  pressure: PressureName | undefined;
  kind: 'unit' | 'e2e' | undefined;
}

/** How often a test failed under a pressure. */
interface Failures {
  pressure: PressureName;
  name: string;
  count: number;
}

const shutdown = createShutdown();
const program = new Command('flaky')
  .description('Run unit tests and journeys in many rounds under pressure, and list what failed in any of them')
  .option('--files <names...>', 'only these test files', [])
  .option('--rounds <n>', 'rounds under each pressure', parseCount, 30)
  .addOption(new Option('--pressure <name>', 'only this pressure').choices(Object.keys(pressures)))
  .addOption(new Option('--kind <kind>', 'only tests of this kind').choices(['unit', 'e2e']));
addToolAction(program, shutdown, {
  async run({ files, rounds, pressure, kind }: Options) {
    const failures: Failures[] = [];
    for (const name of pressure ? [pressure] : (Object.keys(pressures) as PressureName[])) {
      const failed = await runUnder(name, async (buildEnvironment) => {
        const names: string[] = [];
        for (let round = 0; round < rounds; round += 1) {
          if (kind !== 'e2e') names.push(...(await runUnits(files, buildEnvironment())));
          if (kind !== 'unit') names.push(...(await runJourneys(files, buildEnvironment())));
        }
        return names;
      });
      const counts = new Map<string, number>();
      for (const test of failed) counts.set(test, (counts.get(test) ?? 0) + 1);
      failures.push(...[...counts].map(([test, count]) => ({ pressure: name, name: test, count })));
    }
    return { rounds, failures };
  },
  format: ({ rounds, failures }) => [
    ...failures.map(({ pressure, name, count }) => `${pressure.padEnd(9)}${String(count).padStart(3)}  ${name}`),
    `${failures.length} tests failed in any of ${rounds} rounds under a pressure.`,
  ],
  countWrong: ({ failures }) => failures.length,
});
await runProgram(program, shutdown);

type Environment = Readonly<Record<string, string>>;

interface UnitReport {
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
}

/** In a random order of files and tests. Returns the names of failed tests. */
async function runUnits(files: readonly string[], env: Environment): Promise<string[]> {
  const options = ['run', '--sequence.shuffle', ...files];
  const report = await runReported<UnitReport>('vitest', options, 'vitest.json', env);
  return report.testResults.flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName);
    return status !== 'failed' || tests.length > 0 ? tests : [`${name} did not load`];
  });
}

interface JourneySuite {
  title: string;
  suites?: JourneySuite[];
  specs: { title: string; tests: { status: string }[] }[];
}

/** Likewise. */
async function runJourneys(files: readonly string[], env: Environment): Promise<string[]> {
  const seed = String(Math.floor(Math.random() * 2 ** 31));
  const options = ['test', '-c', 'e2e', `--shuffle=${seed}`, ...files];
  const { suites } = await runReported<{ suites: JourneySuite[] }>('playwright', options, 'playwright.json', env);
  return suites.flatMap((suite) => listFailed(suite, ''));
}

function listFailed({ title, suites = [], specs }: JourneySuite, path: string): string[] {
  const failed = specs.flatMap((spec) =>
    spec.tests.filter(({ status }) => status === 'unexpected').map(() => `${path}${title} › ${spec.title}`),
  );
  return [...failed, ...suites.flatMap((suite) => listFailed(suite, `${path}${title} › `))];
}

/** Runs a test runner, whose output is shown, and reads the report that it wrote. */
async function runReported<T>(
  runner: 'vitest' | 'playwright',
  options: readonly string[],
  file: string,
  env: Environment,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'fundscope-flaky-'));
  const child = spawn(join('node_modules/.bin', runner), options, {
    env: { ...process.env, ...env, FUNDSCOPE_TEST_REPORTS: folder },
    // The result alone is on standard output.
    stdio: ['ignore', process.stderr, process.stderr],
  });
  const ended = once(child, 'exit');
  shutdown.add(async () => {
    child.kill();
    await ended;
  });
  await ended;
  const report = JSON.parse(await readFile(join(folder, file), 'utf8')) as T;
  await rm(folder, { recursive: true, force: true });
  return report;
}
