import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { createBits, addBit } from './bits.ts';
import { findSimilarNames, indexNames } from './name-trigrams.ts';

const database = openForTests(openTestDatabase);

const drawName = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'z', '0', '9', ' ', 'é', '語'), maxLength: 12 });
/** Names of rows; a row without one is absent. */
const drawNames = fc.array(fc.option(drawName, { freq: 5 }), { minLength: 1, maxLength: 40 });

function indexDrawn(names: readonly (string | null)[]) {
  const present = createBits(names.length);
  for (const [row, name] of names.entries()) if (name !== null) addBit(present, row);
  const lines = names.map((name) => (name === null ? '' : `${name}\n`)).join('');
  return indexNames(Buffer.from(lines), { rows: names.length, present });
}

/** Of the names that the index compares. */
async function readSimilarities(names: readonly (string | null)[], name: string): Promise<number[]> {
  const rows = await database.sql<{ similarity: number }[]>`
    SELECT similarity(one, ${name})::float8 FROM unnest(${names}::text[]) AS one WHERE one ~ '^[a-z0-9 ]*$'`;
  return rows.map(({ similarity }) => similarity);
}

it('finds the names that pg_trgm finds the most similar, with all equally similar ones', async () => {
  await fc.assert(
    fc.asyncProperty(drawNames, drawName, fc.integer({ min: 1, max: 10 }), async (names, name, max) => {
      const index = indexDrawn(names);
      if (!index) throw new Error('few names have other letters');
      const found = findSimilarNames(index, name, { similarities: [0.6, 0.3], max });
      if (!/^[a-z0-9 ]*$/.test(name)) {
        expect(found).toBeUndefined();
        return;
      }
      const rows = await database.sql<{ row: number }[]>`
        SELECT at::int - 1 AS row FROM (
          SELECT at, rank() OVER (ORDER BY similarity(name, ${name}) DESC) FROM unnest(${names}::text[]) WITH ORDINALITY AS named (name, at)
          WHERE name ~ '^[a-z0-9 ]*$' AND similarity(name, ${name}) >= ${found?.similarity ?? 0}::float8
        ) AS ranked WHERE rank <= ${max} ORDER BY at`;
      const others = names.flatMap((one, row) => (one === null || /^[a-z0-9 ]*$/.test(one) ? [] : [row]));
      const highest = Math.max(0, ...(await readSimilarities(names, name)));
      expect(found?.similarity).toBe(highest >= 0.6 ? 0.6 : 0.3);
      expect(found?.rows.toSorted((x, y) => x - y)).toEqual(
        [...rows.map(({ row }) => row), ...others].toSorted((x, y) => x - y),
      );
    }),
  );
});

it('finds names far apart from each other', () => {
  const rows = 70_000;
  const names = Array.from({ length: rows }, (_, row) => ([0, 200, rows - 1].includes(row) ? 'anvil' : 'birch'));
  const index = indexDrawn(names);
  expect(index && findSimilarNames(index, 'anvl', { similarities: [0.3], max: 10 })?.rows).toEqual([0, 200, rows - 1]);
});
