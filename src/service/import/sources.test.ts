import { beforeAll, expect, test } from 'vitest';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { createCompany, idOf, loadAs, newer, older } from './testing-records.ts';
import { findRecordSources, findSources, findTitles } from './sources.ts';

const database = openForTests(openTestDatabase);
beforeAll(async () => {
  await loadAs(database.sql, 'older', older, 2013);
  await loadAs(database.sql, 'newer', [...newer, createCompany('Oak')], 2014);
});

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
