import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { checkDisk, readDiskNeed, formatDiskNeed } from './disk-space.ts';
import { load } from './load.ts';
import { fewPlaces, createFeed } from './testing-records.ts';
import { createSourceFolder, type SourceFolder } from './testing-sources.ts';

let folder: SourceFolder;
const database = openForTests(openTestDatabase);
beforeAll(async () => {
  folder = await createSourceFolder();
});
afterAll(() => folder.remove());

test('the estimate grows with the files, compressed ones more, and with the records of other sources', async () => {
  const { sql } = database;
  const nothing = await readDiskNeed(sql, 'one', []);
  const plain = await folder.write('a.csv', randomBytes(1_000_000));
  const packed = await folder.write('packed/b.csv.gz', randomBytes(1_000_000));
  const needs = await Promise.all([[plain], [packed], [folder.folder]].map((paths) => readDiskNeed(sql, 'one', paths)));
  const [ofPlain, ofPacked, ofBoth] = needs.map(({ bytes }) => bytes - nothing.bytes);
  expect(ofPlain).toBeGreaterThan(10e6);
  expect(ofPacked).toBe(4 * (ofPlain ?? 0));
  expect(ofBoth).toBe(5 * (ofPlain ?? 0));

  const companies = Array.from({ length: 15_000 }, (_none, number) => ({
    kind: 'company' as const,
    key: `${number}`,
    permalink: `company-${number}`,
    name: `Company ${number}`,
    address: randomBytes(3_000).toString('base64'),
  }));
  await load(sql, createFeed('two', companies), { gazetteer: fewPlaces });
  expect((await readDiskNeed(sql, 'one', [])).bytes).toBeGreaterThan(nothing.bytes + 5e6);
  expect((await readDiskNeed(sql, 'two', [])).bytes).toBe(nothing.bytes);
});

test('the free disk space of our own server is known and reported', async () => {
  const need = await readDiskNeed(database.sql, 'one', []);
  expect(need.freeBytes).toBeGreaterThan(0);
  expect(formatDiskNeed({ ...need, bytes: 240e6, freeBytes: 3.2e9 })).toBe(
    'This needs about 240 MB on the disk of the database, half of it only during the import; 3.2 GB are free.',
  );
});

test('a load is rejected if the disk is certainly too small, but not if its size is unknown', () => {
  const need = { bytes: 4e9, minBytes: 1e9 };
  expect(() => checkDisk({ ...need, freeBytes: 500e6 })).toThrow(
    'The disk of the database has 500 MB left; this import needs at least 1.0 GB. Nothing changed.',
  );
  expect(() => checkDisk({ ...need, freeBytes: 1e9 })).not.toThrow();
  expect(() => checkDisk({ ...need, freeBytes: undefined })).not.toThrow();
});
