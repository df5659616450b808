import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { migrate, migrations } from '../db/migrations.ts';
import { rebuildSchema } from '../db/restore-schema.ts';
import type { Pool } from '../db/pool.ts';
import { createCompany, createDeal, createInvestor, loadAs, newer, older, createPerson } from './testing-records.ts';

let current: TestDatabase;
let old: TestDatabase;
beforeAll(async () => {
  [current, old] = await Promise.all([openTestDatabase(), openTestDatabase()]);
});
afterAll(() => Promise.all([current.close(), old.close()]));

const readFigures = async (sql: Pool) => ({
  words: await sql`SELECT company_id, words::text FROM company_words ORDER BY 1`,
  deals: await sql`SELECT * FROM person_deals ORDER BY person_id, deal_id`,
  people: await sql`SELECT id, current_company_id, is_investor, total_deal_count, lead_deal_count,
    most_recent_deal_date::text FROM people ORDER BY id`,
});

/** Creates a database at migration 2 with the rows that another one has in the tables of that time. */
async function makeOld(sql: Pool, from: Pool): Promise<void> {
  await sql.begin((tx) => rebuildSchema(tx, migrations, 2));
  const tables = await sql<{ name: string }[]>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'data'`;
  const rows = await Promise.all(
    tables.map(({ name }) => from.unsafe<{ rows: string | null }[]>(`SELECT json_agg(t)::text AS rows FROM ${name} t`)),
  );
  await sql.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx.unsafe(`TRUNCATE ${tables.map(({ name }) => name).join(', ')} CASCADE`);
    for (const [index, { name }] of tables.entries()) {
      const text = rows[index]?.[0]?.rows ?? '[]';
      await tx.unsafe(`INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1::text::json)`, [
        text,
      ]);
    }
  });
}

test('a database without derived figures has the same ones after its upgrade as after a new import', async () => {
  const partner = createPerson('Eve Poe', { worksFor: ['Elm Fund'] });
  await loadAs(current.sql, 'one', [
    ...older,
    ...newer.filter(({ kind, ...record }) => kind === 'person' || ('key' in record && record.key === 'y')),
    createInvestor('Elm Fund'),
    partner,
    createCompany('Oak', { shortDescription: 'Sells oaks.', industries: ['analytics'] }),
    createDeal('o', 'Oak', { investors: [{ key: 'Elm Fund', lead: true, partners: ['Eve Poe'] }] }),
  ]);
  const expected = await readFigures(current.sql);
  expect(expected.words.length * expected.deals.length).toBeGreaterThan(0);
  expect(expected.people.filter((row) => row['is_investor'])).toHaveLength(2);
  await makeOld(old.sql, current.sql);
  await migrate(old.sql);
  expect(await readFigures(old.sql)).toEqual(expected);
});
