import type { Command } from 'commander';
import { readSentence } from '#ask/read-sentence.ts';
import { measureSentences, readJudged } from '#ask/testing-judge.ts';
import { judgedSentences } from '#ask/testing-sentences.ts';
import { printResult } from '../../gateway/cli/command.ts';
import { openOwnService } from '../../gateway/server/ask-service.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { openTemporaryDatabase } from '../data-folder.ts';

/** The day that the judged sentences refer to. */
const today = '2026-11-21';

/** Adds `bench ask`. */
export function registerAskBench(bench: Command, shutdown: Shutdown): void {
  bench
    .command('ask')
    .description('Read judged sentences as searches: right screens, F1 of the filters, valid bodies, milliseconds')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: true }) => {
      const { sql } = await openTemporaryDatabase(shutdown);
      await loadDemo(sql, { companies: 800, deals: 1500, seed: 7, today });
      const { searches } = openOwnService(
        sql,
        async () => '',
        async () => undefined,
      );
      const read = (text: string) => readSentence(text, today, searches);
      const all = readJudged(judgedSentences);
      const halves = [0, 1].map((half) => all.filter((_one, at) => at % 2 === half));
      const [cold, warm] = [await timeAll(all, read), await timeAll(all, read)];
      const [used, aside] = await Promise.all(halves.map((half) => measureSentences(half, read)));
      const result = { used, aside, milliseconds_first: cold, milliseconds_again: warm };
      const lines = Object.entries({ 'used while it was written': used, 'set aside': aside }).map(
        ([name, figures]) =>
          `${name}: screens ${share(figures?.routes)}, filters F1 ${share(figures?.f1)}, valid ${share(figures?.valid)}\n${figures?.wrong.map((one) => `  ${one}`).join('\n')}`,
      );
      const times = `${cold.toFixed(1)} ms a sentence with its searches by name, ${warm.toFixed(1)} ms when the names are known`;
      printResult(result, [...lines, times], { json });
      await shutdown.run();
    });
}

const share = (value = 0): string => `${(100 * value).toFixed(1)} %`;

/** The mean milliseconds per sentence. */
async function timeAll(
  all: readonly { sentence: string }[],
  read: (text: string) => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  for (const { sentence } of all) await read(sentence);
  return (performance.now() - started) / all.length;
}
