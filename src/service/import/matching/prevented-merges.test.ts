import { beforeEach, describe, expect, test } from 'vitest';
import { openForTests } from '../../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../../testing/database.ts';
import { empty, idOf, loadAs, newer, older, readFacts, slug } from '../testing-records.ts';

const database = openForTests(openTestDatabase);
beforeEach(() => empty(database.sql));

describe('merges are prevented', () => {
  const counts = async () => (await database.sql`SELECT companies, deals FROM totals`)[0];
  const apart = { companies: 2, deals: 4 };

  test('entirely for a source imported with that option, until it is imported without it', async () => {
    await loadAs(database.sql, 'older', older, 2013);
    await loadAs(database.sql, 'newer', newer, 2014, { merge: false });
    expect(await counts()).toEqual(apart);
    await loadAs(database.sql, 'older', older, 2013);
    expect(await counts()).toEqual(apart);
    await loadAs(database.sql, 'newer', newer, 2014);
    expect(await counts()).toEqual({ companies: 1, deals: 3 });
  });

  test.each<[string, [string, string]]>([
    ['their ids', [idOf('older'), idOf('newer')]],
    ['a Crunchbase slug and a domain', [slug, 'acorn.com']],
    ['the one slug that both have', [slug, slug]],
  ])('one pair by %s, and the next import remembers', async (_by, pair) => {
    await loadAs(database.sql, 'older', older, 2013);
    await loadAs(database.sql, 'newer', newer, 2014, { keepApart: [pair] });
    expect(await counts()).toEqual(apart);
    await loadAs(database.sql, 'older', older, 2013);
    expect(await counts()).toEqual(apart);
    await loadAs(database.sql, 'older', older, 2013, { keepApart: [] });
    expect(await counts()).toEqual({ companies: 1, deals: 3 });
  });

  test('after they were made: each record is restored', async () => {
    await loadAs(database.sql, 'older', older, 2013);
    const before = await readFacts(database.sql);
    await loadAs(database.sql, 'newer', newer, 2014);
    await loadAs(database.sql, 'newer', newer, 2014, { keepApart: [[idOf('older'), idOf('newer')]] });
    const after = await readFacts(database.sql);
    expect(after['companies']).toEqual(expect.arrayContaining(before['companies'] ?? []));
    expect(after['deals']).toEqual(expect.arrayContaining(before['deals'] ?? []));
  });
});
