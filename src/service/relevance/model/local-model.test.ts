import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { currentGeneration } from '../../db/permalinks.ts';
import { load } from '../../import/load.ts';
import { fewPlaces, createFeed } from '../../import/testing-records.ts';
import { startService } from '../../../testing/service.ts';
import { buildIndex } from '../index-builder.ts';
import { createRelevance } from '../search.ts';
import { openLocalModel, startModelWorker } from './local-model.ts';
import { createModelVectors } from './model-vectors.ts';
import { type Output, testRuntime, writeModelFolder } from './testing-onnx.ts';

/** Two words that never occur in the same text, and have the same meaning only to this model. */
const words = [
  { word: 'thing', vector: [1, 0, 0] },
  { word: 'zorbel', vector: [0, 4, 0] },
  { word: 'plimsy', vector: [0, 4, 0] },
];
const thing = { text: 'thing', summary: '' };
const inTime = AbortSignal.timeout(600_000);
let folder: string;
// Each model compiles the runtime again, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fundscope-model-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function openModel(name: string, output: Output = 'last_hidden_state') {
  await writeModelFolder(join(folder, name), words, output);
  return openLocalModel(join(folder, name), testRuntime);
}

/** Opens a model in threads of the built program. */
async function openInThreads(name: string) {
  await writeModelFolder(join(folder, name), words, 'last_hidden_state');
  const file = new URL('../../../../dist/server/sentence-model.js', import.meta.url);
  return openLocalModel(join(folder, name), testRuntime, (priority) => startModelWorker(file, priority));
}

test('a search finds what only the model in the folder knows, says so in its header, and keeps vectors by model', async () => {
  const model = createModelVectors(await openModel('tiny model'));
  expect(model.name).toMatch(/^tiny_model-[0-9a-f]{12}$/);
  const stopping = new AbortController();
  const service = await startService({
    relevance: createRelevance({ model }),
    async seed(sql) {
      const companies = Array.from({ length: 60 }, (_, at) => ({
        kind: 'company' as const,
        key: `c${at}`,
        permalink: `c${at}`,
        name: `Company ${at}`,
        shortDescription: at === 7 ? 'It builds a zorbel.' : `It makes thing number ${at}.`,
      }));
      await load(sql, createFeed('things', companies), { gazetteer: fewPlaces });
      await buildIndex(sql);
    },
  });
  const search = async () => {
    const response = await service.inject('POST', '/api/v1/companies', {
      body: { company: { search_query: 'plimsy thing' } },
    });
    const { data } = response.json<{ data: { companies: { name: string }[] } }>();
    return { names: data.companies.map(({ name }) => name), rankedBy: response.headers['fundscope-relevance'] };
  };
  try {
    const before = await search();
    expect(before.rankedBy).toBe('built-in');
    expect(before.names).not.toContain('Company 7');

    const said: string[] = [];
    // Progress is reported on slow machines only.
    void model.maintain(service.sql, stopping.signal, (line) => line.includes(' has read ') || said.push(line));
    const [current] = await service.sql<
      { generation: number }[]
    >`SELECT ${currentGeneration(service.sql)} AS generation`;
    // No searches before: on a slow machine there would be more than the rate limit allows.
    await vi.waitUntil(() => model.at(current?.generation ?? 0), { timeout: 100_000 });
    const found = await search();
    expect(said).toEqual([]);
    expect(found.rankedBy).toBe(`model ${model.name}`);
    expect(found.names[0]).toBe('Company 7');
    const stored = await service.sql`SELECT DISTINCT model FROM text_vectors`;
    expect([...stored]).toEqual([{ model: model.name }]);
  } finally {
    stopping.abort();
    await sleep(50);
    await service.close();
  }
});

describe('a vector of a text', () => {
  const round = (vectors: number[][]) => vectors.map((vector) => vector.map((value) => Math.round(value * 1e4) / 1e4));

  test('is the mean of its tokens, of length 1, whatever longer text is in its batch', async () => {
    const model = await openModel('means');
    const texts = ['zorbel', 'Thing zorbel plimsy', 'thing '.repeat(40), 'nobody knows', ''];
    const [one, mixed, ...rest] = round(await model.embed(texts, inTime));
    expect(one).toEqual([0, 1, 0]);
    expect(mixed).toEqual([0.124, 0.9923, 0]);
    expect(rest).toEqual([
      [1, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
    for (const text of texts)
      expect(round(await model.embed([text], inTime))).toEqual([
        round(await model.embed(texts, inTime))[texts.indexOf(text)],
      ]);
  });

  test('is the model’s own vector of the whole text, if it has one', async () => {
    const model = await openModel('whole', 'sentence_embedding');
    expect(round(await model.embed(['plimsy thing', 'thing thing'], inTime))).toEqual([
      [0.2425, 0.9701, 0],
      [1, 0, 0],
    ]);
  });

  test('is its first token, if the model was trained that way', async () => {
    await openModel('first');
    await mkdir(join(folder, 'first/1_Pooling'));
    await writeFile(join(folder, 'first/1_Pooling/config.json'), '{"pooling_mode_cls_token": true}');
    const model = await openLocalModel(join(folder, 'first'), testRuntime);
    expect(round(await model.embed(['zorbel'], inTime))).toEqual([[0, 0, 0]]);
  });

  test('leaves out what is longer than the model reads', async () => {
    await openModel('short');
    await writeFile(join(folder, 'short/sentence_bert_config.json'), '{"max_seq_length": 8}');
    const model = await openLocalModel(join(folder, 'short'), testRuntime);
    expect(round(await model.embed([`${'thing '.repeat(6)}zorbel`], inTime))).toEqual([[1, 0, 0]]);
    expect(round(await model.embed([`${'thing '.repeat(5)}zorbel`], inTime))).not.toEqual([[1, 0, 0]]);
  });

  test('of a record counts its summary twice, wherever it is, if the model reads that far', async () => {
    const model = await openModel('summary');
    await writeFile(join(folder, 'summary/sentence_bert_config.json'), '{"max_seq_length": 8}');
    const cut = await openLocalModel(join(folder, 'summary'), testRuntime);
    const [text, summary] = ['thing zorbel thing thing', 'zorbel'];
    const whole = [3 / 5, 4 / 5, 0];
    const expected = [whole[0], Number(whole[1]) + 2, 0].map((value) => Number(value) / Math.hypot(3 / 5, 4 / 5 + 2));
    expect(round((await model.embedRecords?.([{ text, summary }], inTime)) ?? [])).toEqual(round([expected]));
    const beyond = [{ text: `${'thing '.repeat(6)}zorbel`, summary: 'zorbel' }];
    expect(round((await cut.embedRecords?.(beyond, inTime)) ?? [])).toEqual([[1, 0, 0]]);
    await model.close();
    await cut.close();
  });

  test('is not waited for once it is not needed', async () => {
    const model = await openModel('late');
    const stopping = new AbortController();
    const embedding = model.embed(['thing'], stopping.signal);
    stopping.abort();
    await expect(embedding).rejects.toThrow('took too long');
  });
});

test('a thread that ended is restarted, and a changed model file is rejected', async () => {
  const model = await openInThreads('again');
  await model.close();
  expect(await model.embed(['thing'], inTime)).toEqual([[1, 0, 0]]);
  await model.close();
  await writeModelFolder(join(folder, 'again'), words, 'sentence_embedding');
  await expect(model.embed(['thing'], inTime)).rejects.toThrow('The model file was changed.');
});

test('texts of records are embedded by a thread of lower priority, which does not hold up searches', async () => {
  const model = await openInThreads('apart');
  const records = model.embedRecords?.(
    Array.from({ length: 32 }, () => ({ text: 'thing '.repeat(200), summary: '' })),
    inTime,
  );
  expect(await model.embed(['thing'], inTime)).toEqual([[1, 0, 0]]);
  expect(await records).toHaveLength(32);
  if (process.platform === 'linux') {
    const threads = await readdir('/proc/self/task');
    const stats = await Promise.all(
      threads.map((thread) => readFile(`/proc/self/task/${thread}/stat`, 'utf8').catch(() => '')),
    );
    // The 17th field after the name, which is in brackets.
    const niceness = stats.map((line) => Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[16]));
    expect(niceness).toContain(19);
    expect(niceness).toContain(getPriority());
  }
  await model.close();
  expect(await model.embedRecords?.([thing], inTime)).toEqual([[1, 0, 0]]);
  await model.close();
});

test('a model that is closed while working completes every request first, and can be used again', async () => {
  const model = await openInThreads('closed');
  const embedding = model
    .embed(
      Array.from({ length: 512 }, () => 'thing '.repeat(200)),
      inTime,
    )
    .then(
      () => 'done',
      (error: Error) => error.message,
    );
  await model.close();
  expect(await embedding).toMatch(/^done$|It was closed/);
  expect(await model.embed(['thing'], inTime)).toEqual([[1, 0, 0]]);
  await model.close();
});

test('a model that is closed while the thread for records starts waits for that thread, and takes no text after an abort', async () => {
  const model = await openInThreads('starting');
  let answered = false;
  const embedding = model.embedRecords?.([thing], inTime).finally(() => (answered = true));
  await model.close();
  expect(answered).toBe(true);
  await embedding;
  const stopping = new AbortController();
  stopping.abort(new Error('Nobody waits any more.'));
  await expect(model.embed(['thing'], stopping.signal)).rejects.toThrow('Nobody waits any more.');
  await model.close();
});

test('two models of one folder name have two names', async () => {
  const first = await openModel('same');
  const second = await openModel('same', 'sentence_embedding');
  expect(second.name).not.toBe(first.name);
});
