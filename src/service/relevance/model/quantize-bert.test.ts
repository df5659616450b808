import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openLocalModel } from './local-model.ts';
import { encodeBytes, encodeMessage, encodeNumber, encodeText } from './protobuf.ts';
import { quantizeBert } from './quantize-bert.ts';
import { testRuntime, writeModelFolder } from './testing-onnx.ts';

vi.setConfig({ testTimeout: 120_000 });

const [size, wide, heads, layers, tokens, positions, epsilon] = [16, 32, 2, 2, 6, 8, 1e-12];
type Matrix = { values: number[]; dims: number[] };

/** Weights of a small encoder by name; those of linear layers are inputs by outputs. */
function drawWeights() {
  let state = 1;
  const draw = (scale: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state / 0x40000000 - 1) * scale;
  };
  const all = new Map<string, Matrix>();
  const add = (name: string, dims: number[], scale: number, around = 0) =>
    all.set(name, { dims, values: Array.from({ length: dims.reduce((a, b) => a * b) }, () => around + draw(scale)) });
  const addNorm = (name: string) => (add(`${name}.weight`, [size], 0.1, 1), add(`${name}.bias`, [size], 0.1));
  const addLinear = (name: string, from: number, to: number) => (
    add(name, [from, to], 0.5),
    add(`${name}.bias`, [to], 0.1)
  );
  add('embeddings.word_embeddings.weight', [tokens, size], 1);
  add('embeddings.position_embeddings.weight', [positions, size], 0.2);
  add('embeddings.token_type_embeddings.weight', [2, size], 0.2);
  addNorm('embeddings.LayerNorm');
  for (let layer = 0; layer < layers; layer++) {
    const of = `encoder.layer.${layer}`;
    for (const part of ['query', 'key', 'value']) addLinear(`${of}.attention.self.${part}`, size, size);
    addLinear(`${of}.attention.output.dense`, size, size);
    addNorm(`${of}.attention.output.LayerNorm`);
    addLinear(`${of}.intermediate.dense`, size, wide);
    addLinear(`${of}.output.dense`, wide, size);
    addNorm(`${of}.output.LayerNorm`);
  }
  return all;
}

/** An export as PyTorch writes it: a linear layer's weights are named by a number, and its node by its path. */
function writeExport(weights: ReadonlyMap<string, Matrix>): Buffer {
  const isLinear = (name: string) => !/\.(weight|bias)$/.test(name);
  const toName = (name: string) => (isLinear(name) ? `onnx::MatMul_${name.length}_${name}` : name);
  const tensors = [...weights].map(([name, { values, dims }]) => {
    const raw = Buffer.from(Float32Array.from(values).buffer);
    const shape = dims.map((dim) => encodeNumber(1, dim));
    return encodeMessage(5, [...shape, encodeNumber(2, 1), encodeText(8, toName(name)), encodeBytes(9, raw)]);
  });
  const nodes = [...weights.keys()].filter(isLinear).map((name) => {
    const path = `/${name.replaceAll('.', '/').replace('layer/', 'layer.')}/MatMul`;
    return encodeMessage(1, [
      encodeText(1, 'x'),
      encodeText(1, toName(name)),
      encodeText(3, path),
      encodeText(4, 'MatMul'),
    ]);
  });
  return encodeMessage(7, [...nodes, ...tensors]);
}

/** The encoder in plain arithmetic: the mean of its tokens, of length 1. */
function embed(weights: ReadonlyMap<string, Matrix>, ids: readonly number[]): number[] {
  const get = (name: string) => weights.get(name) ?? { values: [], dims: [] };
  const row = (name: string, at: number) => get(name).values.slice(at * size, (at + 1) * size);
  const linear = (x: number[], name: string) => {
    const { values, dims } = get(name);
    const [, to = 0] = dims;
    return get(`${name}.bias`).values.map((bias, j) =>
      x.reduce((sum, v, i) => sum + v * (values[i * to + j] ?? 0), bias),
    );
  };
  const norm = (x: number[], name: string) => {
    const mean = x.reduce((a, b) => a + b) / size;
    const spread = Math.sqrt(x.reduce((sum, v) => sum + (v - mean) ** 2, 0) / size + epsilon);
    return x.map(
      (v, i) => ((v - mean) / spread) * (get(`${name}.weight`).values[i] ?? 0) + (get(`${name}.bias`).values[i] ?? 0),
    );
  };
  const plus = (a: number[], b: number[]) => a.map((v, i) => v + (b[i] ?? 0));
  // An approximation of the error function; in a cosine it makes no visible difference.
  const gelu = (v: number) => 0.5 * v * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (v + 0.044715 * v ** 3)));
  let hidden = ids.map((id, at) =>
    norm(
      plus(
        plus(row('embeddings.word_embeddings.weight', id), row('embeddings.position_embeddings.weight', at)),
        row('embeddings.token_type_embeddings.weight', 0),
      ),
      'embeddings.LayerNorm',
    ),
  );
  for (let layer = 0; layer < layers; layer++) {
    const of = `encoder.layer.${layer}`;
    const [q = [], k = [], v = []] = ['query', 'key', 'value'].map((part) =>
      hidden.map((x) => linear(x, `${of}.attention.self.${part}`)),
    );
    const width = size / heads;
    hidden = hidden.map((x, at) => {
      const context = Array.from({ length: heads }, (_, head) => {
        const part = (y: number[] = []) => y.slice(head * width, (head + 1) * width);
        const scores = k.map((y) =>
          Math.exp(part(q[at]).reduce((sum, a, i) => sum + a * (part(y)[i] ?? 0), 0) / Math.sqrt(width)),
        );
        const total = scores.reduce((a, b) => a + b);
        return part(v[0]).map((_zero, i) =>
          v.reduce((sum, y, other) => sum + ((scores[other] ?? 0) / total) * (part(y)[i] ?? 0), 0),
        );
      }).flat();
      const attended = norm(
        plus(x, linear(context, `${of}.attention.output.dense`)),
        `${of}.attention.output.LayerNorm`,
      );
      const active = linear(attended, `${of}.intermediate.dense`).map(gelu);
      return norm(plus(attended, linear(active, `${of}.output.dense`)), `${of}.output.LayerNorm`);
    });
  }
  const sum = hidden.reduce((a, b) => plus(a, b));
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

test('an encoder of 8 bits has nearly the vectors of the one with 32 bits, also for texts of several lengths', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fundscope-model-'));
  const words = ['thing', 'zorbel', 'plimsy'];
  await writeModelFolder(
    folder,
    words.map((word) => ({ word, vector: [0] })),
    'last_hidden_state',
  );
  const weights = drawWeights();
  await mkdir(join(folder, 'onnx'), { recursive: true });
  await writeFile(join(folder, 'onnx/model.onnx'), quantizeBert(writeExport(weights), { heads, epsilon }));
  const model = await openLocalModel(folder, testRuntime);
  const texts = ['thing', 'zorbel plimsy thing', 'plimsy plimsy', 'thing zorbel zorbel zorbel plimsy'];
  const vectors = await model.embed(texts, AbortSignal.timeout(60_000));
  await model.close();
  await rm(folder, { recursive: true });
  texts.forEach((text, at) => {
    // The first three tokens are special: one opens a text, one closes it.
    const ids = [1, ...text.split(' ').map((word) => words.indexOf(word) + 3), 2];
    const cosine = embed(weights, ids).reduce((sum, value, i) => sum + value * (vectors[at]?.[i] ?? 0), 0);
    expect(cosine, text).toBeGreaterThan(0.995);
  });
});

test('a file that is not such an encoder is rejected with the missing part', () => {
  expect(() => quantizeBert(Buffer.from([]), { heads, epsilon })).toThrow('The model has no graph.');
  const graph = encodeMessage(7, [encodeText(2, 'empty')]);
  expect(() => quantizeBert(graph, { heads, epsilon })).toThrow('The model has no embeddings.');
});
