import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { companyColumns } from './columns.ts';
import { openCrunchbase2013 } from './source.ts';
import { makeTestFiles, type TestFiles } from './testing-files.ts';

let files: TestFiles;
beforeEach(async () => {
  files = await makeTestFiles();
  await files.companies([{ permalink: '/company/acorn', name: 'Acorn' }]);
  await files.rounds([]);
});
afterEach(() => files.remove());

describe('a file', () => {
  test('with other columns is refused by name, with the columns it must have', async () => {
    await files.write('crunchbase-rounds.csv', 'name,amount\rAcorn,5');
    await expect(files.read()).rejects.toMatchObject({
      message: 'crunchbase-rounds.csv has other columns than expected. It begins with: name,amount',
      remedy: expect.stringContaining('company_permalink') as string,
    });
  });

  test('that is cut off in its gzip data is refused', async () => {
    const whole = gzipSync(`${companyColumns.join()}\r${'x'.repeat(17).split('').join()}`);
    await files.write('crunchbase-companies.csv.gz', whole.subarray(0, whole.length - 12));
    await expect(files.read()).rejects.toThrow(/^crunchbase-companies.csv.* is no whole gzip file/);
  });

  test('that is empty is refused', async () => {
    await files.write('crunchbase-rounds.csv', '');
    await expect(files.read()).rejects.toThrow('crunchbase-rounds.csv is empty.');
  });

  test('with a quote that never ends is refused with its line', async () => {
    await files.companies(['"never closed', ...Array.from({ length: 90_000 }, () => 'a row of no sense')]);
    await expect(files.read()).rejects.toThrow(/^crunchbase-companies.csv.* cannot be read as a table: .*line/);
  });

  test('that is not there is told before anything is read', () => {
    expect(() => openCrunchbase2013({ folder: '/nowhere' })).toThrow('/nowhere holds neither crunchbase-companies.csv');
    expect(() => openCrunchbase2013({ folder: files.folder, investors: '/nowhere' })).toThrow(
      'There is no file /nowhere.',
    );
    expect(() => openCrunchbase2013({ folder: files.folder, places: files.folder })).toThrow('world-cities.csv');
  });

  test('may have any line end', async () => {
    const row = (slug: string) =>
      companyColumns.map((column) => (column === 'permalink' ? `/company/${slug}` : '')).join();
    await files.write('crunchbase-companies.csv', [companyColumns.join(), row('a'), row('b'), ''].join('\r\n'));
    await rm(join(files.folder, 'crunchbase-companies.csv.gz'));
    const { companies } = await files.read();
    expect(companies.map(({ key }) => key)).toEqual(['a', 'b']);
  });
});
