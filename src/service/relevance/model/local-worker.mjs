// Runs in its own thread, so that no request waits for the model. The tests start it from this file, which Node runs
// without TypeScript; a build starts it from the file that it is bundled into.
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
/** How much a summary counts next to the text that has it; chosen on the tuning queries of bench/judgements.txt. */
const summaryWeight = 2;
let isClosing = false;

/** @typedef {Awaited<ReturnType<typeof open>>} OpenedTemplate */
/** @typedef {import('./endpoint.ts').RecordText} RecordText */
/** @typedef {{ ids: number[], summary: [from: number, to: number] }} Tokens */

async function open() {
  // On Linux a thread has its own priority; elsewhere this would slow down the whole process.
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
  // Embed one text: a model that loads but cannot run is broken too.
  await embed(opened, [{ text: 'company', summary: '' }]);
  return opened;
}

/**
 * Texts of similar length share a batch, because shorter ones are padded to the longest.
 * @param {Pick<OpenedTemplate, 'runtime' | 'session' | 'tokenizer' | 'closing'>} opened
 * @param {RecordText[]} texts
 */
async function embed(opened, texts) {
  const rows = texts.map((text, at) => ({ ...tokenize(opened, text), at }));
  const order = rows.toSorted((a, b) => a.ids.length - b.ids.length);
  /** @type {Float32Array[]} */
  const vectors = [];
  for (let start = 0; start < order.length; start += textsAtOnce) {
    if (isClosing) throw new Error('It was closed.');
    const part = order.slice(start, start + textsAtOnce);
    const made = await run(opened, part);
    part.forEach(({ at }, place) => (vectors[at] = made[place] ?? new Float32Array()));
  }
  return vectors;
}

/**
 * The tokens of a text, cut to leave room for the closing token, and which of them are its summary.
 * @param {Pick<OpenedTemplate, 'tokenizer' | 'closing'>} opened
 * @param {RecordText} record
 * @returns {Tokens}
 */
function tokenize({ tokenizer, closing }, { text, summary }) {
  const { ids } = tokenizer.encode(text);
  const last = ids.at(-1);
  const closings = last !== undefined && last === closing ? 1 : 0;
  const kept = Math.min(ids.length, folder.maxTokens) - closings;
  const countBefore = (/** @type {number} */ end) =>
    Math.min(kept, tokenizer.encode(text.slice(0, end)).ids.length - closings);
  const start = summary === '' ? -1 : text.indexOf(summary);
  return {
    ids: [...ids.slice(0, kept), ...ids.slice(ids.length - closings)],
    summary: start < 0 ? [0, 0] : [countBefore(start), countBefore(start + summary.length)],
  };
}

/**
 * @param {Pick<OpenedTemplate, 'runtime' | 'session'>} opened
 * @param {Tokens[]} rows
 */
async function run({ runtime, session }, rows) {
  const length = Math.max(1, ...rows.map(({ ids }) => ids.length));
  /** @param {(ids: number[], at: number) => number} toNumber */
  const buildTensor = (toNumber) => {
    const numbers = rows.flatMap(({ ids }) => Array.from({ length }, (_, at) => BigInt(toNumber(ids, at))));
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
  return rows.map(({ ids, summary: [from, to] }, row) => {
    if (output.dims.length === 2) return normalizeVector(values.slice(row * dimensions, (row + 1) * dimensions));
    const tokens = values.subarray(row * length * dimensions, (row + 1) * length * dimensions);
    if (folder.isFirstToken) return normalizeVector(tokens.slice(0, dimensions));
    const whole = normalizeVector(sumTokens(tokens, 0, ids.length, dimensions));
    const summary = normalizeVector(sumTokens(tokens, from, to, dimensions));
    return normalizeVector(whole.map((value, at) => value + summaryWeight * (summary[at] ?? 0)));
  });
}

/**
 * The runtime is installed together with models.
 * @returns {typeof import('onnxruntime-web')}
 */
const loadRuntime = () => createRequire(import.meta.url)(folder.runtime);

/** @param {string} path */
async function readJson(path) {
  return JSON.parse(await readFile(path, 'utf8'));
}

/**
 * The sum of some tokens of a text; only the direction matters, so the mean is not needed.
 * @param {Float32Array} tokens
 * @param {number} from
 * @param {number} to
 * @param {number} dimensions
 */
function sumTokens(tokens, from, to, dimensions) {
  const sum = new Float32Array(dimensions);
  for (let place = from * dimensions; place < to * dimensions; place++) {
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
  parentPort?.on('message', (/** @type {{ id: number, texts: RecordText[] } | 'close' } */ message) => {
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
