import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeModelFolder } from '../../service/relevance/model/testing-onnx.ts';
import { readEnvironment } from '../environment.ts';
import { linkRuntime } from '../models/testing-runtime.ts';
import { openSearchModel } from './local-service.ts';

let folder: string;
// Each model compiles the runtime again, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fundscope-model-'));
  await linkRuntime(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function open(path: string) {
  const said: string[] = [];
  const model = await openSearchModel(readEnvironment({ EMBEDDINGS_LOCAL: path, FUNDSCOPE_DATA: folder }), (line) =>
    said.push(line),
  );
  return { model, said };
}

const write = (path: string) => writeModelFolder(path, [{ word: 'thing', vector: [1, 0] }], 'last_hidden_state');

test('a folder with a model is used without a message', async () => {
  const path = join(folder, 'works');
  await write(path);
  expect(await open(path)).toMatchObject({ model: { name: expect.stringMatching(/^works-[0-9a-f]{12}$/) }, said: [] });
});

test.each([
  ['no folder', async () => undefined, 'no model.onnx'],
  [
    'no tokenizer',
    async (path: string) => write(path).then(() => rm(join(path, 'tokenizer.json'))),
    'no tokenizer.json',
  ],
  [
    'a model that is none',
    async (path: string) => write(path).then(() => writeFile(join(path, 'onnx/model.onnx'), 'x'.repeat(99))),
    'protobuf',
  ],
  [
    'a tokenizer that is none',
    async (path: string) => write(path).then(() => writeFile(join(path, 'tokenizer.json'), '{')),
    'JSON',
  ],
  [
    'settings that are none',
    async (path: string) => write(path).then(() => writeFile(join(path, 'sentence_bert_config.json'), '[]')),
    'sentence_bert_config.json',
  ],
  [
    'a folder in the place of the model',
    async (path: string) => mkdir(join(path, 'model.onnx'), { recursive: true }),
    'no model.onnx',
  ],
])('%s falls back to the built-in ranking, and one line says why', async (name, prepare, why) => {
  const path = join(folder, name);
  await prepare(path);
  const { model, said } = await open(path);
  expect(model).toBeUndefined();
  expect(said).toEqual([expect.stringContaining(why)]);
  expect(said[0]).toMatch(/^Using the built-in semantic search, because EMBEDDINGS_LOCAL cannot be used: /);
});

test('a model is behind an address or in a folder', () => {
  expect(readEnvironment({}).embeddings).toBeUndefined();
  expect(readEnvironment({ EMBEDDINGS_LOCAL: 'models/small' }).embeddings).toEqual({
    folder: expect.stringMatching(/^\/.*\/models\/small$/),
  });
  const remote = { EMBEDDINGS_URL: 'https://api.example.com/v1', EMBEDDINGS_MODEL: 'small' };
  expect(readEnvironment(remote).embeddings).toMatchObject({ model: 'small' });
  expect(() => readEnvironment({ ...remote, EMBEDDINGS_LOCAL: 'models/small' })).toThrow(
    /^EMBEDDINGS_LOCAL .*EMBEDDINGS_URL/,
  );
  expect(() => readEnvironment({ EMBEDDINGS_KEY: 'secret', EMBEDDINGS_LOCAL: 'm' })).toThrow(/^EMBEDDINGS_LOCAL /);
  expect(() => readEnvironment({ EMBEDDINGS_KEY: 'secret', EMBEDDINGS_LOCAL: 'm' })).not.toThrow(/secret/);
});
