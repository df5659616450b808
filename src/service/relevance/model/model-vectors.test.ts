import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '../../db/sql.ts';
import { load } from '../../import/load.ts';
import { fewPlaces, createFeed } from '../../import/testing-records.ts';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { buildIndex } from '../index-builder.ts';
import { createRelevance } from '../search.ts';
import { createEndpointModel } from './endpoint.ts';
import { createModelVectors, type ModelVectors } from './model-vectors.ts';
import { toBytes } from './vectors.ts';

/** A service of the protocol: ships of any name have one direction, every other text has another one. */
const received: { inputs: number; keys: Set<string | undefined> } = { inputs: 0, keys: new Set() };
let isBroken = false;
/** Responses wait for this. */
let gate = Promise.resolve();
let server: Server;
let database: TestDatabase;
const stopping = new AbortController();
const said: string[] = [];
const key = 'secret-key-of-the-test';

const embedText = (text: string): number[] => {
  const isShip = /vessel|frigate|boat/i.test(text);
  const at = Array.from(text).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return Array.from({ length: 500 }, (_, place) =>
    isShip ? Number(place < 250) : Math.sin(at * 7 + place * (at + 1)),
  );
};

const toCompanies = (boat: string) =>
  Array.from({ length: 60 }, (_, at) => ({
    kind: 'company' as const,
    key: `c${at}`,
    permalink: `c${at}`,
    name: `Company ${at}`,
    shortDescription: at === 7 ? boat : `It makes thing number ${at}.`,
  }));

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    const answer = () => {
      received.keys.add(request.headers.authorization);
      if (isBroken || request.url !== '/v1/embeddings') return void response.writeHead(500).end(key);
      const { input, model } = JSON.parse(body) as { input: string[]; model: string };
      received.inputs += input.length;
      const data = input.map((text, index) => ({ object: 'embedding', index, embedding: embedText(text) }));
      response.setHeader('content-type', 'application/json');
      return void response.end(JSON.stringify({ object: 'list', model, data: data.toReversed() }));
    };
    request.on('end', () => void gate.then(answer));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  database = await openTestDatabase();
  await fill('It builds a frigate.');
});
afterAll(async () => {
  stopping.abort();
  await sleep(50);
  await database.close();
  server.close();
});

async function fill(boat: string): Promise<void> {
  await load(database.sql, createFeed('ships', toCompanies(boat)), { gazetteer: fewPlaces });
  await buildIndex(database.sql);
}

function open(name: string): ModelVectors {
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  const model = createModelVectors(createEndpointModel({ url, model: name, key }));
  void model.maintain(database.sql, stopping.signal, (text) => said.push(text));
  return model;
}

async function search(sql: Sql, model: ModelVectors, search_query = 'vessel of thing') {
  const relevance = createRelevance({ model });
  const { companies, rankedBy } = await relevance.rank(sql, { search_query });
  const rows = await sql<{ name: string }[]>`
    SELECT name FROM companies c JOIN ${companies} AS r ON r.company_id = c.id ORDER BY relevance DESC LIMIT 1`;
  return { rankedBy, first: rows[0]?.name };
}

async function untilRankedBy(rankedBy: string, model: ModelVectors): Promise<void> {
  for (let tries = 0; (await search(database.sql, model)).rankedBy !== rankedBy; tries++) {
    if (tries > 100) throw new Error(`never ranked by ${rankedBy}: ${said.join(' ')}`);
    await sleep(50);
  }
}

test('a model ranks once it has read all companies; each text is read once, and after a failure the built-in ranking is used', async () => {
  const model = open('small');
  await untilRankedBy('model small', model);
  expect(await search(database.sql, model)).toEqual({ rankedBy: 'model small', first: 'Company 7' });
  expect([...received.keys]).toEqual([`Bearer ${key}`]);
  // Every company has one of its words, and none is closer to it than to unrelated texts.
  expect(await search(database.sql, model, 'the legend of every thing')).toEqual({ rankedBy: 'model small' });

  const before = received.inputs;
  let letThrough: () => void = () => undefined;
  gate = new Promise((resolve) => (letThrough = resolve));
  await fill('It builds a boat.');
  expect((await search(database.sql, model)).rankedBy).toBe('built-in');
  letThrough();
  await untilRankedBy('model small', model);
  expect(received.inputs).toBe(before + 1);

  isBroken = true;
  expect(await search(database.sql, open('other'))).toMatchObject({ rankedBy: 'built-in' });
  for (let tries = 0; said.length === 0 && tries < 100; tries++) await sleep(50);
  expect(said.join(' ')).toMatch(/answered 500/);
  expect(said.join(' ')).not.toContain(key);
  const stored = await database.sql`SELECT DISTINCT model FROM text_vectors`;
  expect([...stored]).toEqual([{ model: 'small' }]);
});

test('a long vector is shortened and keeps its angles to others approximately', () => {
  const random = (seed: number) =>
    Array.from({ length: 1_536 }, (_, at) => Math.sin((at + 1) * (seed + 1) * 12.9898) % 1);
  const cosine = (a: ArrayLike<number>, b: ArrayLike<number>) => {
    const dot = (x: ArrayLike<number>, y: ArrayLike<number>) =>
      Array.from(x).reduce((sum, v, at) => sum + v * (y[at] ?? 0), 0);
    return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  };
  const [one, other] = [random(1), random(2)];
  const near = one.map((value, at) => value + 0.5 * (other[at] ?? 0));
  expect(toBytes(one)).toHaveLength(384);
  expect(Math.abs(cosine(toBytes(one), toBytes(near)) - cosine(one, near))).toBeLessThan(0.15);
  expect(Math.abs(cosine(toBytes(one), toBytes(other)) - cosine(one, other))).toBeLessThan(0.2);
});
