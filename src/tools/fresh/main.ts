import { Command, Option } from 'commander';
import { runProgram } from '../../gateway/cli/run-program.ts';
import { createShutdown } from '../../gateway/shutdown.ts';
import { toErrorMessage } from '../../service/db/start-error.ts';
import { addToolAction } from '../tool-action.ts';
import { buildBareRoot } from './bare-root.ts';
import { type CaseName, freshCases, runCase } from './cases.ts';

interface Options {
  only: CaseName[] | undefined;
  whole: true | undefined;
}

/** What `npm test` installs, and one part of each kind of its tests. */
const shortTest = [
  'npm run -s pretest',
  'npm run -s check',
  'npm run -s unit -- src/gateway/cli src/gateway/database',
  'npm run -s e2e -- home.test.ts engines.test.ts',
].join(' && ');

const shutdown = createShutdown();
const names = Object.keys(freshCases) as CaseName[];
const program = new Command('fresh')
  .description("Try the README's two commands on a new machine: a bare root folder with Node and npm (Debian, as root)")
  .addOption(new Option('--only <names...>', 'only these cases').choices(names))
  .option('--whole', 'all of npm test, in place of a short part of each kind');
addToolAction(program, shutdown, {
  async run({ only = names, whole }: Options) {
    const bareRoot = await buildBareRoot(shutdown);
    const results = [];
    for (const name of only) {
      console.error(`\n${name}: ${freshCases[name].title}`);
      const closing = createShutdown();
      shutdown.add(() => closing.run());
      const begin = performance.now();
      const failure = await runCase(name, bareRoot, whole ? 'npm test' : shortTest, closing).then(
        () => undefined,
        toErrorMessage,
      );
      results.push({
        name,
        title: freshCases[name].title,
        seconds: Math.round((performance.now() - begin) / 1000),
        failure,
      });
      await closing.run();
    }
    return { results };
  },
  format: ({ results }) =>
    results.map(({ title, seconds, failure }) => `${String(seconds).padStart(5)} s  ${title}: ${failure ?? 'passed'}`),
  countWrong: ({ results }) => results.filter(({ failure }) => failure !== undefined).length,
});
await runProgram(program, shutdown);
