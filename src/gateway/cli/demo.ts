import { InvalidArgumentError, type Command } from 'commander';
import { parseUtcDay } from '#contract/scalars.ts';
import type { OpenDb } from '../../service/import/run-import.ts';
import { demoDefaults, loadDemo } from '../../service/import/demo/load-demo.ts';

type Options = { companies: number; deals: number; seed: number; today?: string; json?: true };

/** Adds `demo`, which fills the database with invented records. */
export function registerDemo(program: Command, openDb: OpenDb): void {
  program
    .command('demo')
    .description('Fill the database with an invented market; replaces the demo data that is there')
    .option('--companies <n>', 'how many companies', toCount, demoDefaults.companies)
    .option('--deals <n>', 'how many deals', toCount, demoDefaults.deals)
    .option('--seed <n>', 'the same seed and day give the same data', toCount, demoDefaults.seed)
    .option('--today <day>', 'newest day, YYYY-MM-DD; today when not given', toDay)
    .option('--json', 'print what was made as JSON')
    .action(async ({ json, ...size }: Options) => {
      const { sql, close } = await openDb();
      try {
        await loadDemo(sql, { ...size, onProgress: (text) => process.stderr.write(`${text}\n`) });
        const [totals] = await sql<
          Record<string, number>[]
        >`SELECT deals, companies, investors, people FROM data.totals`;
        const text = Object.entries(totals ?? {}).map(([name, count]) => `${count.toLocaleString('en')} ${name}`);
        process.stdout.write(json ? `${JSON.stringify(totals)}\n` : `Made ${text.join(', ')}.\n`);
      } finally {
        await close();
      }
    });
}

function toCount(text: string): number {
  if (!/^\d{1,8}$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('It is a whole number from 1 to 99999999.');
  return Number(text);
}

function toDay(text: string): string {
  if (parseUtcDay(text) !== text) throw new InvalidArgumentError('It is a day, written YYYY-MM-DD.');
  return text;
}
