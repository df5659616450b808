// @vitest-environment jsdom
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { samples } from '#contract/samples.ts';
import { workspaceFiles } from '#contract/workspace-files.ts';
import { restoreBackup } from './backup.ts';
import { buildCsvZip } from './export-csv.ts';
import { unlockedCompanies, unlockedDeals } from './records/records.ts';

test('the zip of a browser has every file of the command line, with names instead of ids, and reports its progress', async () => {
  const { deal, company } = samples;
  unlockedCompanies.add([{ ...company, name: '=1+1' }], 1);
  const deals = Array.from({ length: 1200 }, (_, at) => ({ ...deal, id: `d${at}`, company_id: company.id }));
  unlockedDeals.add(deals, Date.UTC(2026, 10, 20));
  const work = { statuses: [{ key: ['deal', 'd7', 'note'], at: 7, value: 'Ask Ada, "soon"' }] };
  const head = { format: 'fundscope-backup', version: 2, savedAt: '2026-11-21T00:00:00Z', kinds: {} };
  expect(await restoreBackup(JSON.stringify({ ...head, work }))).toMatchObject({ statuses: 1 });
  const shares: number[] = [];
  const zip = await buildCsvZip((share) => shares.push(share));
  const bytes = await new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(zip);
  });
  const files = unzipSync(new Uint8Array(bytes));
  expect(Object.keys(files)).toEqual([...workspaceFiles.map(({ name }) => `${name}.csv`), 'calls.csv']);
  const read = (name: string) => strFromU8(files[name]!);
  const rows = read('deals.csv').split('2026-11-20T00:00:00.000Z,');
  expect(rows).toHaveLength(1201);
  for (const row of rows.slice(1)) expect(row).toMatch(/^'=1\+1,/);
  expect(read('statuses-and-notes.csv')).toContain(`'=1+1,deal,note,"Ask Ada, ""soon"""`);
  expect(read('deals.csv')).not.toContain(company.id);
  expect(shares.length).toBeGreaterThan(2);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBeLessThanOrEqual(1);
});
