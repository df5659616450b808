import type { Cell } from '../resource/resource.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ExportManifest, buildExportFiles, buildExportTable } from './export.ts';

const manifest: ExportManifest = {
  query: 'All things.',
  request: { path: '/things', body: {} },
  answered_at: '2026-11-22T00:00:00.000Z',
  saved_at: '2026-11-22T00:00:00.000Z',
  rows: 0,
  rows_loaded: 0,
  rows_matching: null,
  narrowed_by: [],
  credits_of_answer: 0,
  credits_of_this_file: 0,
  source: 'own service',
  licence: 'CC BY 4.0',
};
const cell: fc.Arbitrary<Cell> = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));

test('a JSON file holds every row unchanged, and its source', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { maxLength: 20 }), async (rows) => {
      const sheet = buildExportTable<readonly [Cell, Cell]>(
        [
          ['one', ([one]) => one],
          ['other', ([, other]) => other],
        ],
        rows,
      );
      const [[ending, blob]] = (await buildExportFiles('json', sheet, { ...manifest, rows: rows.length })) as [
        [string, Blob],
      ];
      const file = JSON.parse(await blob.text()) as { manifest: ExportManifest; rows: object[] };
      expect(ending).toBe('json');
      expect(file.rows).toEqual(rows.map(([one, other]) => ({ one, other })));
      expect(file.manifest.rows).toBe(rows.length);
    }),
  );
});

test('a CSV file has its manifest in a second file, so that readers see only rows', async () => {
  const files = await buildExportFiles('csv', { heads: ['name'], rows: [['=1+1'], [-5]] as Cell[][] }, manifest);
  expect(files.map(([ending]) => ending)).toEqual(['csv', 'manifest.json']);
  expect(await files[0]![1].text()).toBe("\uFEFFname\r\n'=1+1\r\n-5\r\n".replace('\uFEFF', ''));
});
