import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { distilWordTable, packWordTable, sumPieces, unpackWordTable } from './word-table.ts';

const pieces = Object.entries({
  '[CLS]': [9, 9, 9, 9],
  '[unused1]': [0, 9, 9, 0],
  ',': [0, 0, 5, 0],
  the: [0, 0, 0, 2],
  ship: [1, 0.1, 0, 0],
  food: [0, 0, 1, 0.2],
  boat: [3, 0, 0.2, 0],
  '##s': [0, 1, 0, 0],
}).map(([piece, vector]) => ({ piece, vector: Float32Array.from(vector) }));
const table = distilWordTable(pieces);
const vectorOf = (...words: string[]) =>
  sumPieces(
    table,
    words.map((word) => pieces.findIndex(({ piece }) => piece === word)),
  );
const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0) / Math.hypot(...a) / Math.hypot(...b);

test('a word table keeps which pieces mean the same to the model, and leaves out its markers', () => {
  expect(cosine(vectorOf('ship'), vectorOf('boat'))).toBeGreaterThan(0.95);
  expect(cosine(vectorOf('ship'), vectorOf('food'))).toBeLessThan(0.1);
  expect([...vectorOf('[CLS]', '[unused1]')]).toEqual([...vectorOf()]);
});

test('the first pieces of a vocabulary, which are the most frequent, count less than later ones, single characters least', () => {
  const lengths = [',', 'the', 'ship', 'boat'].map((word) => Math.hypot(...vectorOf(word)));
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
  expect(cosine(vectorOf('the', ',', 'boat'), vectorOf('boat'))).toBeGreaterThan(0.8);
});

test('the file of a word table is read as it was written, and rejected for another model or if it is incomplete', () => {
  const file = packWordTable('digest', table);
  const read = unpackWordTable(file, 'digest');
  expect(read).toEqual(table);
  expect(packWordTable('digest', read ?? table)).toEqual(file);
  expect(unpackWordTable(file, 'other')).toBeUndefined();
  expect(unpackWordTable(file.subarray(0, -1), 'digest')).toBeUndefined();
  expect(unpackWordTable(file.subarray(0, 5), 'digest')).toBeUndefined();
  expect(unpackWordTable(Buffer.alloc(0), 'digest')).toBeUndefined();
});

test('the repository has no model, no tokenizer and no word table', async () => {
  const root = new URL('../../../../', import.meta.url);
  const folders = ['src/', 'e2e/', 'public/'].map((folder) => readdir(new URL(folder, root), { recursive: true }));
  const names = (await Promise.all(folders)).flat();
  expect(names.length).toBeGreaterThan(1_000);
  expect(names.filter((name) => /\.(onnx|bin|safetensors|gguf)$|(^|\/)(tokenizer|vocab)\./.test(name))).toEqual([]);
});
