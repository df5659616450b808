import type { Command } from 'commander';
import { readSentence } from '#ask/read-sentence.ts';
import { measureSentences, readJudged } from '#ask/testing-judge.ts';
import { judgedSentences } from '#ask/testing-sentences.ts';
import { openOwnService } from '../../gateway/server/ask-service.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { openTemporaryDatabase } from '../data-folder.ts';
import { addToolAction } from '../tool-action.ts';

/** The day that the judged sentences refer to. */
const today = '2026-11-21';

/** Adds `bench ask`. */
export function registerAskBench(bench: Command, shutdown: Shutdown): void {
  const command = bench
    .command('ask')
    .description('Read judged sentences as searches: right screens, F1 of the filters, valid bodies, milliseconds');
  addToolAction(command, shutdown, { run: () => runAskBench(shutdown), format: formatFigures });
}

async function runAskBench(shutdown: Shutdown) {
  const { sql } = await openTemporaryDatabase(shutdown);
  await loadDemo(sql, { companies: 800, deals: 1500, seed: 7, today });
  const { searches } = openOwnService(
    sql,
    async () => '',
    async () => undefined,
  );
  const read = (text: string) => readSentence(text, today, searches);
  const all = readJudged(judgedSentences);
  const [milliseconds_first, milliseconds_again] = [await timeAll(all, read), await timeAll(all, read)];
  const measureHalf = (half: number) =>
    measureSentences(
      all.filter((_one, at) => at % 2 === half),
      read,
    );
  return { used: await measureHalf(0), aside: await measureHalf(1), milliseconds_first, milliseconds_again };
}

type AskFigures = Awaited<ReturnType<typeof runAskBench>>;

const formatFigures = ({ used, aside, milliseconds_first, milliseconds_again }: AskFigures): string[] => [
  ...Object.entries({ 'used while it was written': used, 'set aside': aside }).map(
    ([name, { routes, f1, valid, wrong }]) =>
      `${name}: screens ${share(routes)}, filters F1 ${share(f1)}, valid ${share(valid)}\n${wrong.map((one) => `  ${one}`).join('\n')}`,
  ),
  `${milliseconds_first.toFixed(1)} ms a sentence with its searches by name, ${milliseconds_again.toFixed(1)} ms when the names are known`,
];

const share = (value: number): string => `${(100 * value).toFixed(1)} %`;

/** The mean milliseconds per sentence. */
async function timeAll(
  all: readonly { sentence: string }[],
  read: (text: string) => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  for (const { sentence } of all) await read(sentence);
  return (performance.now() - started) / all.length;
}
