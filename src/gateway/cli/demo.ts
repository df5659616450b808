import type { Command } from 'commander';
import { demoDefaults, loadDemo } from '../../service/import/demo/load-demo.ts';
import { type OpenDatabase, parseCount, parseDay, printResult, withDatabase } from './command.ts';

type Options = { companies: number; deals: number; seed: number; today?: string; json?: true };

/** Adds `demo`, which fills the database with generated records. */
export function registerDemo(program: Command, openDatabase: OpenDatabase): void {
  program
    .command('demo')
    .description('Load generated demo data; replaces the demo data in the database')
    .option('--companies <n>', 'number of companies', parseCount, demoDefaults.companies)
    .option('--deals <n>', 'number of deals', parseCount, demoDefaults.deals)
    .option('--seed <n>', 'the same seed and day give the same data', parseCount, demoDefaults.seed)
    .option('--today <day>', 'newest day of the data, YYYY-MM-DD (default: today)', parseDay)
    .option('--json', 'print JSON')
    .action(async ({ json, ...size }: Options) => {
      const totals = await withDatabase(openDatabase, async (sql) => {
        await loadDemo(sql, { ...size, onProgress: (text) => console.error(text) });
        const [row] = await sql<Record<string, number>[]>`SELECT deals, companies, investors, people FROM data.totals`;
        return row ?? {};
      });
      const counts = Object.entries(totals).map(([name, count]) => `${count.toLocaleString('en')} ${name}`);
      printResult(totals, `Loaded ${counts.join(', ')}.`, { json });
    });
}
