import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing-database.ts';
import { openCrunchbase2013 } from '../crunchbase-2013/source.ts';
import { load } from '../load.ts';
import { findRealSets } from '../testing-sources.ts';
import { openYc } from '../yc/source.ts';
import type { MergeReport } from './merge-report.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const data = findRealSets();

test('companies of Crunchbase in 2013 gain the founders of Y Combinator’s directory, where the files are at hand', async (context) => {
  await context.annotate(data ? 'imported the original files' : 'the original files are not here: nothing imported');
  if (!data) return;
  const { sql } = database;
  await load(sql, openCrunchbase2013({ folder: join(data, 'crunchbase-oct2013'), places: join(data, 'reference') }));
  let merges: MergeReport | undefined;
  await load(sql, await openYc(join(data, 'yc-companies-2024')), { onMerges: (found) => void (merges = found) });
  // 253 pairs have one slug; Genius.com of 2005 is not Genius of 2009, and two rows of the directory share a slug twice, and only Cloudant's name tells which is meant.
  expect(merges?.counts).toEqual([
    { entity: 'company', reason: 'Crunchbase address', count: 23 },
    { entity: 'company', reason: 'Crunchbase address and name', count: 226 },
    { entity: 'company', reason: 'name and city', count: 9 },
  ]);
  const [found] = await sql`
    SELECT count(DISTINCT c.id)::int AS founded, (SELECT companies FROM totals) AS companies
    FROM companies c JOIN employments e ON e.company_id = c.id JOIN deals d ON d.company_id = c.id`;
  expect(found).toEqual({ founded: 251, companies: 17_727 + 4_663 - 258 });
}, 180_000);
