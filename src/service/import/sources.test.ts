import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Pool } from '../db/pool.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { createCompany, idOf, loadAs, newer, older } from './testing-records.ts';
import { readProvenance } from './provenance.ts';
import { findRecordSources, findSources, findTitles } from './sources.ts';

const database = openForTests(openTestDatabase);
beforeAll(() => loadBoth(database.sql));

async function loadBoth(sql: Pool): Promise<void> {
  await loadAs(sql, 'older', older, 2013);
  await loadAs(sql, 'newer', [...newer, createCompany('Oak')], 2014);
}

test('every source is listed with its licence, its day and what it gives, alone or with others', async () => {
  expect(await findSources(database.sql)).toMatchObject([
    {
      key: 'older',
      licence: 'Licence of older',
      snapshot: '2013-01-01',
      merges: true,
      companies: 1,
      deals: 2,
      investors: 2,
      people: 1,
    },
    {
      key: 'newer',
      licence: 'Licence of newer',
      snapshot: '2014-01-01',
      companies: 2,
      deals: 2,
      investors: 1,
      people: 1,
    },
  ]);
  expect(await findTitles(database.sql)).toMatchObject([{ title: 'Source older' }, { title: 'Source newer' }]);
});

test.each([
  ['its permalink', 'acorn'],
  ['its id', idOf('older')],
  ['the id that it has in another source', idOf('newer').toUpperCase()],
])('a record of two sources names both with their licences, found by %s', async (_by, name) => {
  expect(await findRecordSources(database.sql, name)).toMatchObject([
    {
      kind: 'company',
      id: idOf('older'),
      name: 'Acorn Labs',
      sources: [
        { key: 'older', licence: 'Licence of older', own_id: idOf('older') },
        { key: 'newer', licence: 'Licence of newer', own_id: idOf('newer'), reason: 'Crunchbase address' },
      ],
    },
  ]);
});

test('a record of one source names that source; an unknown record has none', async () => {
  expect(await findRecordSources(database.sql, 'oak')).toMatchObject([
    { name: 'Oak', sources: [{ key: 'newer', reason: null }] },
  ]);
  expect(await findRecordSources(database.sql, 'elm')).toEqual([]);
  expect(await findRecordSources(database.sql, '00000000-0000-0000-0000-000000000000')).toEqual([]);
});

test('a merged record says of each fact which source it is from, and which of them differ', async () => {
  const [acorn] = await findRecordSources(database.sql, 'acorn');
  expect(acorn!.facts).toContainEqual({ fact: 'Name', from: ['newer'], differs: ['older'] });
  expect(acorn!.facts).toContainEqual({ fact: 'Status', from: ['newer'], differs: ['older'] });
  expect(acorn!.facts).toContainEqual({ fact: 'Founded', from: ['older'], differs: [] });
  const [deal] = await database.sql<{ uuid: string }[]>`
    SELECT d.uuid FROM deals d WHERE EXISTS (SELECT 1 FROM merges m WHERE m.entity = 'deal' AND m.id = d.id)`;
  const found = await readProvenance(database.sql, 'deal', [deal!.uuid]);
  expect(found.get(deal!.uuid)?.facts).toContainEqual({ fact: 'Raised', from: ['older'], differs: [] });
  expect(found.get(deal!.uuid)?.facts.find(({ fact }) => fact === 'Announced')?.differs).toHaveLength(1);
});

test('a record keeps the file and the row that it was first in, also after a merge and another import', async () => {
  const { sql, close } = await openTestDatabase();
  onTestFinished(close);
  await loadBoth(sql);
  const withOrigin = newer.map((record, at) => ({ ...record, origin: { file: 'newer.csv', line: at + 2 } }));
  await loadAs(sql, 'newer', [...withOrigin, createCompany('Oak')], 2014);
  await loadAs(sql, 'third', [createCompany('Fir', { origin: { file: 'third.csv', line: 7 } })], 2015);
  expect((await findRecordSources(sql, 'acorn'))[0]!.sources).toMatchObject([
    { key: 'older', file: null, row: null },
    { key: 'newer', file: 'newer.csv', row: 3 },
  ]);
  expect((await findRecordSources(sql, 'fir'))[0]!.sources).toMatchObject([{ file: 'third.csv', row: 7 }]);
});
