import type { Pool } from '../../db/pool.ts';
import { demoKey } from '../sources.ts';
import { ImportError } from '../import-error.ts';
import { load, type LoadOptions } from '../load.ts';
import { type DemoSize, generateDemo } from './generate.ts';
import { dayMs, formatDemoDay } from './market.ts';

type DemoOptions = Partial<DemoSize> &
  Pick<LoadOptions, 'signal' | 'onStep'> & {
    onProgress?: (text: string) => void;
    /** The current time, which sets the newest day unless `today` does. */
    now?: Date;
  };

/** Stored with the demo source: its parameters, and whether its days follow the current date. */
type DemoReport = DemoSize & { moves?: boolean };

export const demoDefaults = { companies: 20_000, deals: 45_000, seed: 1 };

/** The last week of an older demo would soon be empty. */
const oldAfterDays = 3;

/** Whether no source has been loaded yet, not even the demo. */
export async function isEmpty(sql: Pool): Promise<boolean> {
  const [row] = await sql<{ empty: boolean }[]>`SELECT NOT EXISTS (SELECT 1 FROM data.sources) AS empty`;
  return row?.empty ?? true;
}

/** Fills the database with a generated market; throws if it has real records. */
export async function loadDemo(sql: Pool, options: DemoOptions): Promise<void> {
  const { onProgress, signal, onStep, now = new Date(), ...wanted } = options;
  const [real] = await sql<{ title: string }[]>`SELECT title FROM data.sources WHERE key <> ${demoKey} LIMIT 1`;
  if (real) {
    throw new ImportError(
      `This database holds real records (${real.title}); demo data is not mixed with them.`,
      'Name another data folder with FUNDSCOPE_DATA, or another database with DATABASE_URL.',
    );
  }
  const size: DemoSize = { today: formatDemoDay(now.getTime()), ...demoDefaults, ...wanted };
  const report: DemoReport = { ...size, moves: wanted.today === undefined };
  onProgress?.(`Generating demo data: ${toText(size.companies)} companies, ${toText(size.deals)} deals ...`);
  const source = { key: demoKey, title: 'Demo data', licence: 'MIT', address: null };
  const feed = { source, records: generateDemo(size), report: () => report };
  await load(sql, feed, { ...(signal ? { signal } : {}), ...(onStep ? { onStep } : {}) });
  onProgress?.('Demo data is ready.');
}

/**
 * Regenerates an old demo, so that its last week is never empty: ids, names and rounds stay, only their dates move. A
 * demo with a fixed day, or with more deals than the default, is left alone. Returns whether anything changed.
 */
export async function renewDemo(sql: Pool, options: DemoOptions): Promise<boolean> {
  const sources = await sql<{ key: string; report: DemoReport }[]>`SELECT key, report FROM data.sources`;
  const [demo, ...others] = sources;
  if (demo?.key !== demoKey || others.length > 0) return false;
  const { moves, companies, deals, seed, today } = demo.report;
  const { now = new Date() } = options;
  const isOld = now.getTime() - Date.parse(today) >= (oldAfterDays + 1) * dayMs;
  if (!moves || !isOld || deals > demoDefaults.deals) return false;
  await loadDemo(sql, { ...options, companies, deals, seed });
  return true;
}

const toText = (count: number) => count.toLocaleString('en');
