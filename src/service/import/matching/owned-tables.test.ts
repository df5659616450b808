import { expect, test } from 'vitest';
import { openForTests } from '../../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../../testing/database.ts';
import { ownedTables } from '../stored-records.ts';

const database = openForTests(openTestDatabase);

/** Tables that a load derives, ships, or uses itself. */
const notGiven =
  /^(sources|totals|locations|location_.*|industries|industry_.*|company_words|person_deals|merges|put_aside|kept_apart|.*_tags)$/;
/** Derived after the merges. */
const derived = ['companies.latest_deal_id', 'people.current_company_id'];

test('every table that a source fills, and every record that its rows name, is known to the merges', async () => {
  const columns = await database.sql<{ name: string; column: string | null; target: string | null }[]>`
    SELECT t.relname AS name, a.attname AS column, p.relname AS target FROM pg_class t
    LEFT JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype = 'f'
    LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1] LEFT JOIN pg_class p ON p.oid = c.confrelid
    WHERE t.relnamespace = 'data'::regnamespace AND t.relkind = 'r'`;
  const given = columns.filter(({ name }) => !notGiven.test(name));
  const records = ['companies', 'investors', 'people', 'deals'];
  const inDatabase = new Set([
    ...given.map(({ name }) => name),
    ...given
      .filter(({ target }) => target && records.includes(target))
      .map(({ name, column }) => `${name}.${column}`)
      .filter((column) => !derived.includes(column)),
  ]);
  const known = ownedTables
    // These two exist only during a load.
    .filter(({ name }) => !name.endsWith('_places'))
    .flatMap(({ name, column, refs }) => [
      name,
      ...(column === 'id' ? [] : [`${name}.${column}`]),
      ...Object.keys(refs).map((ref) => `${name}.${ref}`),
    ]);
  expect([...inDatabase].toSorted()).toEqual(known.toSorted());
});
