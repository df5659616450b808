import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Pool } from '../db/pool.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { openRowWriter } from './copy-rows.ts';

let sql: Pool;
const database = openForTests(openTestDatabase);
beforeAll(async () => {
  sql = database.sql;
  await sql`CREATE TABLE public.odd (id int, text text, list text[], number double precision, yes boolean)`;
});

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '\\N',
    '\\.',
    '\\',
    'a\tb',
    'a\r\nb',
    '"',
    '{}',
    'NULL',
    "'; DROP TABLE odd; --",
    '',
    'Zoë 😀',
    '\u2028',
  ),
);

describe('rows by COPY', () => {
  test('are read back unchanged, whatever their text; only NUL is left out', async () => {
    const row = fc.record({
      text: fc.option(oddText),
      list: fc.option(fc.array(oddText, { maxLength: 4 })),
      number: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
      yes: fc.option(fc.boolean()),
    });
    const withoutNul = (value: string) => value.replaceAll('\0', '');
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (rows) => {
        await sql`TRUNCATE public.odd`;
        const writer = openRowWriter(sql, 2);
        rows.forEach((values, id) => writer.write('public.odd', { id, ...values }));
        await writer.finish();
        const found = await sql`SELECT text, list, number, yes FROM public.odd ORDER BY id`;
        expect(found.map((values) => ({ ...values }))).toEqual(
          rows.map(({ text, list, number, yes }) => ({
            text: text === null ? null : withoutNul(text),
            list: list === null ? null : list.map(withoutNul),
            // PostgreSQL and JSON have no negative zero.
            number: number === null ? null : number + 0,
            yes,
          })),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('that do not fit in one batch arrive all', async () => {
    await sql`TRUNCATE public.odd`;
    const writer = openRowWriter(sql, 2);
    for (let id = 0; id < 30_000; id += 1) {
      writer.write('public.odd', { id, text: 'x'.repeat(200) });
      await writer.pressure();
    }
    expect(await writer.finish()).toEqual(new Map([['public.odd', 30_000]]));
    const [row] = await sql`SELECT count(*)::int AS rows, count(DISTINCT id)::int AS ids FROM public.odd`;
    expect(row).toEqual({ rows: 30_000, ids: 30_000 });
  });

  test.each(['1\tgood\nx\tbad\n', 'x\tbad\n', '1\tgood\textra\n'])(
    'that the database rejects are an error with its reason, not an endless wait: %j',
    async (text) => {
      const lane = await sql.reserve();
      const copy = lane.copyIn('COPY public.odd (id, text) FROM STDIN', [Buffer.from(text)]);
      await expect(copy).rejects.toThrow(/invalid input|extra data/);
      lane.release();
    },
  );

  test('that the database rejects fail the writer, and leave its connections in order', async () => {
    const writer = openRowWriter(sql, 2);
    writer.write('public.odd', { id: 'no number' });
    await expect(writer.finish()).rejects.toThrow('invalid input syntax for type integer');
    const again = openRowWriter(sql, 2);
    again.write('public.odd', { id: 1 });
    expect(await again.finish()).toEqual(new Map([['public.odd', 1]]));
  });

  test('are stored all or none, and replace the rows of a table that was expected to be empty', async () => {
    await sql`TRUNCATE public.odd`;
    await sql`INSERT INTO public.odd (id) VALUES (1), (2)`;
    const count = async () => (await sql`SELECT FROM public.odd`).length;
    const broken = openRowWriter(sql, 2, { empty: true });
    for (let id = 0; id < 3_000; id += 1) broken.write('public.odd', { id, text: 'x'.repeat(1_000) });
    broken.write('public.odd', { id: 'no number', text: null });
    await expect(broken.finish()).rejects.toThrow('invalid input syntax');
    expect(await count()).toBe(2);
    const writer = openRowWriter(sql, 2, { empty: true });
    writer.write('public.odd', { id: 3 });
    await writer.finish();
    expect(await count()).toBe(1);
    writer.write('public.odd', { id: 4 });
    expect(await writer.finish()).toEqual(new Map([['public.odd', 2]]));
    expect(await count()).toBe(2);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('never contain %s as an amount', (number) => {
    expect(() => openRowWriter(sql, 1).write('public.odd', { number })).toThrow(RangeError);
  });
});
