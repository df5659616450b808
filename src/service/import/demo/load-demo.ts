import type { Sql } from '../../db/open.ts';
import { demoKey } from '../build-next.ts';
import { ImportError } from '../import-error.ts';
import { load, type LoadOptions } from '../load.ts';
import { generateDemo, type DemoSize } from './generate.ts';

export type DemoOptions = Partial<DemoSize> &
  Pick<LoadOptions, 'signal' | 'onStep'> & { onProgress?: (text: string) => void };

export const demoDefaults = { companies: 20_000, deals: 45_000, seed: 1 };

/** Whether no source has been loaded yet, not even the demo. */
export async function isEmpty(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ empty: boolean }[]>`SELECT NOT EXISTS (SELECT 1 FROM data.sources) AS empty`;
  return row?.empty ?? true;
}

/** Fills the database with an invented market; refuses where real records are, which it would mix with. */
export async function loadDemo(sql: Sql, { onProgress, signal, onStep, ...wanted }: DemoOptions = {}): Promise<void> {
  const [real] = await sql<{ title: string }[]>`SELECT title FROM data.sources WHERE key <> ${demoKey} LIMIT 1`;
  if (real) {
    throw new ImportError(
      `This database holds real records (${real.title}); demo data is not mixed with them.`,
      'Name another data folder with FUNDSCOPE_DATA, or another database with DATABASE_URL.',
    );
  }
  const size = { today: new Date().toISOString().slice(0, 10), ...demoDefaults, ...wanted };
  onProgress?.(`Making demo data: ${toText(size.companies)} invented companies, ${toText(size.deals)} deals ...`);
  const source = { key: demoKey, title: 'Demo data, invented', licence: 'MIT', address: null };
  const options = { ...(signal ? { signal } : {}), ...(onStep ? { onStep } : {}) };
  await load(sql, { source, records: generateDemo(size), report: () => size }, options);
  onProgress?.('Demo data is ready.');
}

const toText = (count: number) => count.toLocaleString('en');
