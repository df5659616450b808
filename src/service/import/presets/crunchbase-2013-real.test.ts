import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openForTests } from '../../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../../testing/database.ts';
import { load } from '../load.ts';
import type { MergeReport } from '../sources.ts';
import { findRealSets } from '../testing-sources.ts';
import { crunchbase2013 } from './crunchbase-2013.ts';
import { openPreset } from './preset.ts';
import { yc } from './yc.ts';

const data = findRealSets();
const told = data ? 'imported the original files' : 'the original files are not here: nothing imported';

const database = openForTests(openTestDatabase);

/** Imports the real files and returns the figures that their READMEs state, from the report and from the database. */
async function importReal(folder: string) {
  const { sql } = database;
  const feed = await openPreset(crunchbase2013, [join(folder, 'crunchbase-oct2013')], {
    investors: join(folder, 'crunchbase-vc-tuples-2014', 'vc-startup-financing-time.tsv.gz'),
    places: join(folder, 'reference'),
  });
  await load(sql, feed);
  const { figures, files, findings } = feed.readReport();
  const [totals] = await sql`SELECT * FROM totals`;
  const [found] = await sql`
    SELECT count(*)::int AS count FROM deals
    WHERE round_type = 'SERIES_A' AND NOT pre AND NOT extension AND date >= '2012-01-01' AND date < '2014-01-01'
      AND id IN (SELECT deal_id FROM deal_location_tags JOIN locations l ON l.id = location_id
        WHERE permalink = 'california-united-states')
      AND id IN (SELECT deal_id FROM deal_industry_tags JOIN industries i ON i.id = industry_id
        WHERE permalink = 'software' AND industry_type = 'SUPER_CATEGORY')`;
  const [placed] = await sql`SELECT count(*)::int AS count FROM companies WHERE state_id IS NOT NULL`;
  const rejected = files.map((file) => file.rejected);
  return {
    figures,
    totals,
    rejected,
    findings,
    softwareRounds: found?.['count'] as number,
    placed: placed?.['count'] as number,
  };
}

let imported: Awaited<ReturnType<typeof importReal>> | undefined;
beforeAll(async () => {
  if (data) imported = await importReal(data);
}, 120_000);

const named = {
  companies: 17_727,
  'distinct rounds': 31_616,
  'rounds with investors, as the source counts': 14_566,
  investors: 4_538,
  'investor rows used': 37_027,
};

test('the original files, where they are at hand, come in with the totals that their READMEs name', async (context) => {
  await context.annotate(told);
  if (!imported) return;

  const { figures, totals, rejected, findings, softwareRounds, placed } = imported;
  expect(figures).toMatchObject(named);
  // Every row on a day with investors is a round with investors, a duplicate of one, or another round of that day.
  const parts = [
    'of these: distinct rounds that have them now',
    'of these: duplicates that were merged',
    'of these: rounds whose day gave them to another',
  ];
  expect(parts.reduce((sum, part) => sum + (figures[part] ?? 0), 0)).toBe(14_566);
  expect(totals).toMatchObject({ companies: 17_727, deals: 31_616, investors: 4_538, people: 0 });
  expect(rejected).toEqual([0, 0, 0, 0, 0]);
  expect(softwareRounds).toBe(185);
  const counted = Object.fromEntries(findings.map(({ reason, count }) => [reason, count]));
  expect(counted).toMatchObject({
    'funding_total_usd is not the sum of its rows': 67,
    'funding_rounds is not the number of its rows': 132,
    'company has no round': 105,
    'startup is not in the main set': 20_837,
  });
  expect(placed).toBe(17_727 - 247);
});

test('their companies also get the founders of Y Combinator’s directory, if the files are available', async (context) => {
  await context.annotate(told);
  if (!data) return;
  const { sql } = database;
  let merges: MergeReport | undefined;
  await load(sql, await openPreset(yc, [join(data, 'yc-companies-2024')]), {
    onMerges: (found) => void (merges = found),
  });
  // 253 pairs share a slug. Genius.com of 2005 is not Genius of 2009; two rows of the directory share a slug twice, and
  // only for Cloudant does the name tell which is meant.
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
