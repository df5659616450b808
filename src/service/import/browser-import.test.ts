import { expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { createBrowserImports } from './browser-import.ts';

const database = openForTests(openTestDatabase);

const today = '2026-11-21';
const send = (name: string, ...lines: string[]) => ({
  name,
  content: Buffer.from(lines.join('\n')).toString('base64'),
});
const readTotals = async () => (await database.sql`SELECT deals, companies FROM totals`)[0];
const readDeals = () =>
  database.sql`SELECT total_round_raised::float8 AS raised, date::date::text AS date FROM deals ORDER BY total_round_raised`;

test(
  'a file is checked, corrected, imported and undone, and only the import writes',
  { timeout: 120_000 },
  async () => {
    const imports = createBrowserImports(database.sql);
    const before = await readTotals();
    const file = send('rounds.csv', 'Firm,When,Kind,Volume', 'Oak,03/04/2021,Seed,1.5', 'Elm,05/06/2021,Series A,12');
    const first = await imports.check(file, undefined, today);
    expect(first).toMatchObject({ name: 'rounds.csv', counts: { rows: 2, companies: 2, deals: 2 } });
    const correction = {
      columns: { Volume: 'raised', Firm: 'name' },
      multiplier: 'million',
      currency: 'USD',
      order: 'day-first',
    } as const;
    const corrected = await imports.check({ file: first.file }, correction, today);
    expect(corrected.columns.map(({ name, field }) => [name, field])).toEqual([
      ['Firm', 'name'],
      ['When', 'date'],
      ['Kind', 'round_type'],
      ['Volume', 'raised'],
    ]);
    expect(corrected.sums).toEqual([{ year: '2021', currency: 'USD', deals: 2, amount: 13_500_000 }]);
    expect(await readTotals()).toEqual(before);
    expect(await imports.read()).toMatchObject({ state: 'none', undo: false });
    expect(await imports.start(corrected.file)).toMatchObject({ state: 'running' });
    await vi.waitFor(async () => expect(await imports.read()).toMatchObject({ state: 'done', undo: true }), {
      timeout: 60_000,
      interval: 100,
    });
    expect((await imports.read()).message).toBe('Imported 2 rounds, 2 companies and 0 investors.');
    expect(await readDeals()).toEqual([
      { raised: 1_500_000, date: '2021-04-03' },
      { raised: 12_000_000, date: '2021-06-05' },
    ]);
    expect(await imports.undo()).toMatchObject({
      state: 'none',
      undo: false,
      message: 'The data before the import is back.',
    });
    expect(await readTotals()).toEqual(before);
    expect(await imports.undo()).toMatchObject({ state: 'none', undo: false, message: null });
  },
);

test('what is no list of rounds is rejected with the reason, and so is a file that is gone', async () => {
  const imports = createBrowserImports(database.sql);
  const weather = send('../weather.csv', 'day,temperature', '2023-01-02,4');
  await expect(imports.check(weather, undefined, today)).rejects.toThrow('weather.csv is no list of funding rounds');
  await expect(imports.check({ file: 'gone' }, undefined, today)).rejects.toThrow('The file is no longer here.');
  expect(await imports.start('gone')).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('Choose it again') as string,
  });
});

test('the columns of a list of investors are named and can be corrected', async () => {
  const imports = createBrowserImports(database.sql);
  const file = send(
    'vcs.csv',
    'VC firm,Website,Contact,Stage focus,Town',
    'Birch Capital,birch.example,hello@birch.example,Seed,Oslo',
    'Fir Ventures,fir.example,hi@fir.example,Series A,Bergen',
  );
  const named = async (columns?: Record<string, 'investor.email' | 'investor.city' | null>) => {
    const found = await imports.check(file, columns && { columns }, today);
    return { fields: Object.fromEntries(found.columns.map(({ name, field }) => [name, field])), counts: found.counts };
  };
  const guessed = await named();
  expect(guessed.fields).toMatchObject({ 'VC firm': 'investor.name', Website: 'investor.domain', Contact: null });
  expect(guessed.counts).toMatchObject({ investors: 2, deals: 0 });
  const corrected = await named({ Contact: 'investor.email', Town: 'investor.city', Website: null });
  expect(corrected.fields).toMatchObject({ Contact: 'investor.email', Town: 'investor.city', Website: null });
  expect(corrected.counts).toMatchObject({ investors: 2 });
});
