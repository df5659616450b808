// Runs in a thread of its own, so that no request waits for the model. Node starts it from this file in a checkout's
// tests, where TypeScript does not run, and from the file that the build makes of it.
import { Tokenizer } from '@huggingface/tokenizers';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

/** @type {{ folder: import('./local-folder.ts').ModelFolder, priority: 'usual' | 'low' }} */
const { folder, priority } = workerData;
// Measured: 4 texts at once take 4 % less time each than 8, and 11 % less than 16.
const textsAtOnce = 4;
let isClosing = false;

/** @typedef {Awaited<ReturnType<typeof open>>} OpenedTemplate */

async function open() {
  // On Linux a thread has a priority of its own; elsewhere this would slow down the whole process.
  if (priority === 'low' && process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
  const runtime = loadRuntime();
  // More threads would take the cores that requests need.
  runtime.env.wasm.numThreads = 1;
  runtime.env.logLevel = 'error';
  const bytes = await readFile(folder.model);
  const session = await runtime.InferenceSession.create(bytes, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  const settings = folder.tokenizerConfig ? await readJson(folder.tokenizerConfig) : {};
  const tokenizer = new Tokenizer(await readJson(folder.tokenizer), settings);
  const digest = createHash('sha256').update(bytes).digest('hex');
  const opened = { runtime, session, tokenizer, closing: tokenizer.encode('').ids.at(-1), digest };
  // One text through all of it: a model that loads and cannot run is a broken one too.
  await embed(opened, ['company']);
  return opened;
}

/**
 * Texts of similar length share a batch, because shorter ones are padded to the longest.
 * @param {Pick<OpenedTemplate, 'runtime' | 'session' | 'tokenizer' | 'closing'>} opened
 * @param {string[]} texts
 */
async function embed(opened, texts) {
  const rows = texts.map((text, at) => ({ ids: tokenize(opened, text), at }));
  const order = rows.toSorted((a, b) => a.ids.length - b.ids.length);
  /** @type {Float32Array[]} */
  const vectors = [];
  for (let start = 0; start < order.length; start += textsAtOnce) {
    if (isClosing) throw new Error('It was closed.');
    const part = order.slice(start, start + textsAtOnce);
    const made = await run(
      opened,
      part.map(({ ids }) => ids),
    );
    part.forEach(({ at }, place) => (vectors[at] = made[place] ?? new Float32Array()));
  }
  return vectors;
}

/**
 * The tokens of a text, cut before the one that closes every text.
 * @param {Pick<OpenedTemplate, 'tokenizer' | 'closing'>} opened
 * @param {string} text
 */
function tokenize({ tokenizer, closing }, text) {
  const { ids } = tokenizer.encode(text);
  if (ids.length <= folder.mostTokens) return ids;
  const last = ids.at(-1);
  const isClosed = last !== undefined && last === closing;
  return isClosed ? [...ids.slice(0, folder.mostTokens - 1), last] : ids.slice(0, folder.mostTokens);
}

/**
 * @param {Pick<OpenedTemplate, 'runtime' | 'session'>} opened
 * @param {number[][]} rows
 */
async function run({ runtime, session }, rows) {
  const length = Math.max(1, ...rows.map((ids) => ids.length));
  /** @param {(ids: number[], at: number) => number} toNumber */
  const buildTensor = (toNumber) => {
    const numbers = rows.flatMap((ids) => Array.from({ length }, (_, at) => BigInt(toNumber(ids, at))));
    return new runtime.Tensor('int64', BigInt64Array.from(numbers), [rows.length, length]);
  };
  const inputs = {
    input_ids: buildTensor((ids, at) => ids[at] ?? 0),
    attention_mask: buildTensor((ids, at) => Number(at < ids.length)),
    token_type_ids: buildTensor(() => 0),
  };
  const wanted = Object.entries(inputs).filter(([name]) => session.inputNames.includes(name));
  const outputs = await session.run(Object.fromEntries(wanted));
  const output = outputs['sentence_embedding'] ?? outputs[session.outputNames[0] ?? ''];
  const values = await output?.getData();
  if (!output || !(values instanceof Float32Array)) throw new Error('The model does not answer with 32-bit numbers.');
  const dimensions = output.dims.at(-1) ?? 0;
  return rows.map((ids, row) => {
    if (output.dims.length === 2) return normalizeVector(values.slice(row * dimensions, (row + 1) * dimensions));
    const tokens = values.subarray(row * length * dimensions, (row + 1) * length * dimensions);
    return normalizeVector(sumTokens(tokens, folder.isFirstToken ? 1 : ids.length, dimensions));
  });
}

/**
 * The runtime is installed with models.
 * @returns {typeof import('onnxruntime-web')}
 */
const loadRuntime = () => createRequire(import.meta.url)(folder.runtime);

/** @param {string} path */
async function readJson(path) {
  return JSON.parse(await readFile(path, 'utf8'));
}

/**
 * The sum of the first tokens of a text; only the direction matters, so the mean is not needed.
 * @param {Float32Array} tokens
 * @param {number} count
 * @param {number} dimensions
 */
function sumTokens(tokens, count, dimensions) {
  const sum = new Float32Array(dimensions);
  for (let place = 0; place < count * dimensions; place++) {
    sum[place % dimensions] = (sum[place % dimensions] ?? 0) + (tokens[place] ?? 0);
  }
  return sum;
}

/** @param {Float32Array} vector */
function normalizeVector(vector) {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** @param {unknown} error */
const toText = (error) => String(error instanceof Error ? error.message : error).slice(0, 300);

try {
  const opened = await open();
  let last = Promise.resolve();
  parentPort?.on('message', (/** @type {{ id: number, texts: string[] } | 'close' } */ message) => {
    if (message === 'close') {
      isClosing = true;
      void last.then(() => process.exit());
      return;
    }
    const { id, texts } = message;
    last = last.then(async () => {
      const answer = await embed(opened, texts).then(
        (vectors) => ({ id, vectors }),
        (error) => ({ id, failure: toText(error) }),
      );
      parentPort?.postMessage(answer);
    });
  });
  parentPort?.postMessage({ digest: opened.digest });
} catch (error) {
  parentPort?.postMessage({ failure: toText(error) });
}
