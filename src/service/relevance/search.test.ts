import { relevanceBands, sureMatch } from '#contract/relevance.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPool, type Pool } from '../db/pool.ts';
import { isEmpty, loadDemo } from '../import/demo/load-demo.ts';
import { load } from '../import/load.ts';
import type { SourceRecord } from '../import/records.ts';
import { fewPlaces, createFeed } from '../import/testing-records.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { createWordCache } from './word-cache.ts';
import { buildNextStep, buildIndex } from './index-builder.ts';
import { defaultFloor } from './scores.ts';
import { createRelevance } from './search.ts';

const texts = {
  Amp: 'Energy storage for electric vehicles in commercial fleets.',
  Bistro: 'A point of sale for restaurants and cafes.',
  Chalk: 'Live online tutoring for students.',
  Dose: 'Telehealth for patients with diabetes.',
  Elm: 'Rooftop solar panels for apartment buildings.',
  Frond: 'Shift planning software for hospitality.',
  Gauze: 'Billing software for hospitals.',
};

const toCompanies = (all: Record<string, string>): SourceRecord[] =>
  Object.entries(all).map(([name, shortDescription]) => ({
    kind: 'company',
    key: name,
    permalink: name.toLowerCase(),
    name,
    shortDescription,
  }));

const startWithTexts = () =>
  startService({
    async seed(sql) {
      await load(sql, createFeed('texts', toCompanies(texts)), { gazetteer: fewPlaces });
      await buildIndex(sql);
    },
  });
const service = openForTests(startWithTexts);

async function search(search_query: string, min_relevance?: number, { inject } = service) {
  const company = { search_query, ...(min_relevance === undefined ? {} : { min_relevance }) };
  const response = await inject('POST', '/api/v1/companies', { body: { company } });
  const { data, meta } = response.json<{
    data: { companies: { name: string; similarity: number }[] };
    meta: { total_count: number; credits_used: number };
  }>();
  const names = data.companies.map(({ name }) => name);
  return { names, rows: data.companies, meta, rankedBy: response.headers['fundscope-relevance'] };
}

describe('a text of two concepts', () => {
  const demo = openForTests(openTestDatabase);

  test.each([
    ['carbon accounting for food supply chains', /carbon|climate|emission/i, true],
    // The demo has therapy for teenagers and software for farmers, and no company that was asked for.
    ['bank account for teenagers', /teenager/i, false],
    ['payments for farmers', /farmer/i, false],
  ])('finds what has both, and calls what has only one of them uncertain: %s', async (text, about, isSure) => {
    const { sql } = demo;
    if (await isEmpty(sql)) {
      await loadDemo(sql, {
        companies: 2_000,
        deals: 2_000,
        seed: 1,
        today: '2026-03-01',
        onProgress: () => undefined,
      });
      await buildIndex(sql);
    }
    const { companies } = await createRelevance().rank(sql, { search_query: text });
    const found = await sql<{ relevance: number; text: string }[]>`
      SELECT relevance, short_description AS text FROM ${companies} AS r JOIN company_texts USING (company_id)
      ORDER BY relevance DESC LIMIT 3`;
    expect(found.map((row) => about.test(row.text))).toEqual([true, true, true]);
    expect((found[0]?.relevance ?? 0) >= sureMatch).toBe(isSure);
  });

  test('ranks a company with both above those with one, however often they have it', async () => {
    const database = await openTestDatabase();
    onTestFinished(() => database.close());
    const all = {
      Both: 'A bank for companies. It has accounts, cards and an app, and lends money. Some are for farmers.',
      ...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`Bank ${at}`, 'A bank account for everybody.'])),
      One: 'Farmers farm better with sensors for farmers, made by farmers.',
    };
    await load(database.sql, createFeed('two', toCompanies(all)), { gazetteer: fewPlaces });
    await buildIndex(database.sql);
    const { companies } = await createRelevance().rank(database.sql, { search_query: 'bank for farmers' });
    const found = await database.sql<{ name: string; relevance: number }[]>`
      SELECT name, relevance FROM companies c JOIN ${companies} AS r ON r.company_id = c.id ORDER BY relevance DESC`;
    expect(found[0]?.name).toBe('Both');
    expect(found.slice(1).filter(({ relevance }) => relevance >= relevanceBands.related)).toEqual([]);
  });
});

describe('a search text', () => {
  test.each([
    ['finds what it names', 'Bistro', 'Bistro'],
    ['finds what is said in other words', 'batteries for trucks', 'Amp'],
    ['finds what is meant by words that no text has', 'homework help for pupils', 'Chalk'],
    ['is read through a slip of the keyboard', 'restarant', 'Bistro'],
    ['is read with its short forms', 'EV', 'Amp'],
    ['is read with the names of industries', 'photovoltaics', 'Elm'],
  ])('%s: %s', async (_, text, name) => {
    const { names, rankedBy } = await search(text);
    expect(names[0]).toBe(name);
    expect(rankedBy).toBe('built-in');
  });

  test.each([
    ['software that helps hospitals with billing', 'Gauze', 'Frond'],
    ['hospitality', 'Frond', 'Gauze'],
  ])('distinguishes words with the same beginning: %s', async (text, found, other) => {
    const { names } = await search(text);
    expect(names[0]).toBe(found);
    expect(names).not.toContain(other);
  });

  test('that is a general question finds only what has all its words', async () => {
    const [described, general] = [
      await search('patients with diabetes eat breakfast'),
      await search('how do patients with diabetes eat breakfast'),
    ];
    expect(described.names).toEqual(['Dose']);
    expect(general.names).toEqual([]);
    expect((await search('how are students tutored online')).names).toEqual(['Chalk']);
  });

  test('counts the parts of a hyphenated word once, even if no company hyphenates it', async () => {
    const [written, hyphenated] = [await search('rooftop solar panels', 0), await search('rooftop-solar panels', 0)];
    expect(hyphenated.rows).toEqual(written.rows);
  });

  test.each(['zzqx', 'the of and', '?!', 'zzqx qqvv', 'solarsolar'])(
    'that means nothing finds nothing and costs nothing: %s',
    async (text) => {
      const { names, meta } = await search(text, 0);
      expect(names).toEqual([]);
      expect(meta).toMatchObject({ total_count: 0, credits_used: 0 });
    },
  );

  test.each([
    'who painted the ceiling of a chapel',
    'why is the sky blue',
    'how long do elephants live',
    'medieval kings',
  ])('that is about something else finds nothing: %s', async (text) => {
    expect((await search(text)).names).toEqual([]);
  });

  test('ranks by relevance, down to the requested or the default floor', async () => {
    const all = await search('solar energy for electric vehicles', 0);
    const relevances = all.rows.map(({ similarity }) => similarity);
    expect(relevances).toEqual(relevances.toSorted((a, b) => b - a));
    expect(relevances.every((relevance) => relevance > 0 && relevance <= 1)).toBe(true);
    const usual = await search('solar energy for electric vehicles');
    expect(usual.rows).toEqual(all.rows.filter(({ similarity }) => similarity >= defaultFloor));
    const between = (Number(relevances[0]) + Number(relevances[1])) / 2;
    expect((await search('solar energy for electric vehicles', between)).names).toEqual([all.names[0]]);
  });

  test('says what ranked it when a stored response is sent again', async () => {
    const send = () =>
      service.inject('POST', '/api/v1/companies', {
        body: { company: { search_query: 'solar' } },
        headers: { 'idempotency-key': 'twice' },
      });
    await send();
    const { headers } = await send();
    expect(headers).toMatchObject({ 'idempotency-replayed': 'true', 'fundscope-relevance': 'built-in' });
  });
});

const loadChanged = (sql: Pool) =>
  load(sql, createFeed('texts', toCompanies({ ...texts, Fern: 'Heat pumps instead of gas boilers.', Amp: 'Boats.' })), {
    gazetteer: fewPlaces,
  });

test('new records are found by words at once, and by meaning once they are indexed', async () => {
  const changed = await startWithTexts();
  onTestFinished(changed.close);
  const { sql } = changed;
  const searchChanged = (text: string, minRelevance?: number) => search(text, minRelevance, changed);
  await loadChanged(sql);
  expect(await searchChanged('heat pumps')).toMatchObject({ names: ['Fern'], rankedBy: 'words' });
  expect(await searchChanged('furnace')).toMatchObject({ names: [], rankedBy: 'words' });
  expect((await searchChanged(String.raw`heat 'pumps' \x boilers.example/o'gas | & !`, 0)).names).toEqual(['Fern']);
  // Two gateways work on the index at once: either one of them, or one after the other.
  const both = async () => {
    while ((await buildNextStep(sql)) !== 'ready');
  };
  await Promise.all([both(), both()]);
  expect(await searchChanged('furnace')).toMatchObject({ names: ['Fern'], rankedBy: 'built-in' });
  expect((await searchChanged('batteries for trucks')).names).toEqual([]);
  const [twice] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM relevance_words GROUP BY word HAVING sum(companies) > 8`;
  expect(twice).toBeUndefined();
});

test('words in memory rank like those of the database, also of an index that was built again', async () => {
  const { sql, close } = await startWithTexts();
  onTestFinished(close);
  await loadChanged(sql);
  await buildIndex(sql);
  const words = createWordCache();
  await words.update(sql);
  const [fromDatabase, fromMemory] = [createRelevance(), createRelevance({ words })];
  for (const search_query of ['batteries for trucks', 'software for hospitals', 'heat pumps', 'zzqx', 'restarant']) {
    const { found, generation } = await fromMemory.rank(sql, { search_query, min_relevance: 0 });
    expect(words.at(generation ?? -1)).toBeDefined();
    expect(found).toEqual((await fromDatabase.rank(sql, { search_query, min_relevance: 0 })).found);
  }
});

test('words are counted once while memory is too short for them, and read once it is not', async () => {
  const statements: string[] = [];
  const sql = createPool({ ...service.sql.options, onStatement: (text) => statements.push(text) });
  onTestFinished(() => sql.end());
  const [current] = await sql<{ generation: number }[]>`SELECT generation FROM relevance_index`;
  const words = createWordCache();
  const memory = vi.spyOn(process, 'availableMemory').mockReturnValue(1);
  for (let round = 0; round < 3; round += 1) await expect(words.update(sql)).rejects.toThrow('must be free');
  expect(statements.filter((text) => text.includes('sum(companies)'))).toHaveLength(1);
  memory.mockRestore();
  await words.update(sql);
  expect(words.at(current!.generation)).toBeDefined();
});

test('a search text pages through companies as it does together with a filter that all of them satisfy', async () => {
  const find = async (body: object) => {
    const company = { search_query: 'software for solar energy, restaurants and hospitals', min_relevance: 0 };
    const response = await service.inject('POST', '/api/v1/companies', { body: { company, ...body } });
    const { data, meta } = response.json<{ data: { companies: { id: string }[] }; meta: { total_count: number } }>();
    return { companies: data.companies, total: meta.total_count };
  };
  const all = await find({ page_size: 25 });
  const ids = all.companies.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(3);
  for (const page of [0, 1, 40]) {
    const alone = await find({ page, page_size: 2 });
    expect(alone).toEqual({ companies: all.companies.slice(page * 2, page * 2 + 2), total: ids.length });
    expect(await find({ page, page_size: 2, identifiers: { ids } })).toEqual(alone);
  }
});

test('POST /account/matches is free and counts what a search would return in each band', async () => {
  const { key } = await service.createKey({ plan: 'FREE', purchased: 20 });
  for (const search_query of ['batteries for trucks', 'homework help for pupils', 'zzqx']) {
    const body = { company: { search_query, min_relevance: 1 }, page_size: 3 };
    const response = await service.inject('POST', '/account/matches', { body, key });
    expect(response.statusCode, response.body).toBe(200);
    const { rows } = await search(search_query);
    const count = (floor: number) => rows.filter(({ similarity }) => similarity >= floor).length;
    expect(response.json<object>()).toMatchObject({
      data: {
        matches: { strong: count(relevanceBands.strong), related: count(relevanceBands.related), results: rows.length },
      },
    });
  }
  const account = await service.inject('GET', '/account', { key });
  expect(account.json()).toMatchObject({ data: { account: { purchased_credits: 20 } } });
});
