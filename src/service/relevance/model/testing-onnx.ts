import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describeValue } from './onnx-graph.ts';
import { encodeBytes, encodeMessage, encodeNumber, encodeText } from './protobuf.ts';

/** The position of a word in this list is its token; the first three are special. */
export type Word = { readonly word: string; readonly vector: readonly number[] };

/** What a model returns: a vector for each token, or one for each text. */
export type Output = 'last_hidden_state' | 'sentence_embedding';

/** The folder of the package that runs models in tests: WebAssembly, a development dependency. */
export const testRuntime = join(dirname(createRequire(import.meta.url).resolve('onnxruntime-web')), '..');

const float32 = 1;
const int64 = 7;

/** Writes a sentence model in which every token has the vector given for its word. */
export async function writeModelFolder(folder: string, words: readonly Word[], output: Output): Promise<void> {
  const size = words[0]?.vector.length ?? 0;
  const special = ['[UNK]', '[CLS]', '[SEP]'].map((word) => ({ word, vector: Array.from({ length: size }, () => 0) }));
  const all = [...special, ...words];
  await mkdir(join(folder, 'onnx'), { recursive: true });
  await writeFile(join(folder, 'onnx/model.onnx'), buildModel(all, size, output));
  await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(buildTokenizer(all)));
}

function buildTokenizer(words: readonly Word[]) {
  const add = (content: string, id: number) => ({ id, content, special: true, single_word: false, normalized: false });
  const closed = [
    { SpecialToken: { id: '[CLS]', type_id: 0 } },
    { Sequence: { id: 'A', type_id: 0 } },
    { SpecialToken: { id: '[SEP]', type_id: 0 } },
  ];
  return {
    version: '1.0',
    decoder: null,
    added_tokens: words.slice(0, 3).map(({ word }, id) => add(word, id)),
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: {
      type: 'TemplateProcessing',
      single: closed,
      pair: closed,
      special_tokens: {
        '[CLS]': { id: '[CLS]', ids: [1], tokens: ['[CLS]'] },
        '[SEP]': { id: '[SEP]', ids: [2], tokens: ['[SEP]'] },
      },
    },
    model: {
      type: 'WordLevel',
      vocab: Object.fromEntries(words.map(({ word }, id) => [word, id])),
      unk_token: '[UNK]',
    },
  };
}

/** An ONNX file: `Gather` reads each token's row of a table, and `ReduceMean` combines those of a text into one. */
function buildModel(words: readonly Word[], size: number, output: Output): Buffer {
  const table = Buffer.from(Float32Array.from(words.flatMap(({ vector }) => vector)).buffer);
  const isText = output === 'sentence_embedding';
  const inputs = ['input_ids', 'attention_mask', 'token_type_ids'].map((name) =>
    describeValue(name, int64, ['n', 't']),
  );
  const gather = [encodeText(1, 'table'), encodeText(1, 'input_ids'), encodeText(2, 'tokens'), encodeText(4, 'Gather')];
  const axes = encodeMessage(5, [encodeText(1, 'axes'), encodeNumber(8, 1), encodeNumber(20, 7)]);
  const keep = encodeMessage(5, [encodeText(1, 'keepdims'), encodeNumber(3, 0), encodeNumber(20, 2)]);
  const mean = [encodeText(1, 'tokens'), encodeText(2, output), encodeText(4, 'ReduceMean'), axes, keep];
  const same = [encodeText(1, 'tokens'), encodeText(2, output), encodeText(4, 'Identity')];
  const graph = [
    encodeMessage(1, gather),
    encodeMessage(1, isText ? mean : same),
    encodeText(2, 'tiny'),
    encodeMessage(5, [
      encodeNumber(1, words.length),
      encodeNumber(1, size),
      encodeNumber(2, float32),
      encodeText(8, 'table'),
      encodeBytes(9, table),
    ]),
    ...inputs.map((input) => encodeMessage(11, input)),
    encodeMessage(12, describeValue(output, float32, isText ? ['n', size] : ['n', 't', size])),
  ];
  return Buffer.concat([
    encodeNumber(1, 8),
    encodeMessage(7, graph),
    encodeMessage(8, [encodeText(1, ''), encodeNumber(2, 13)]),
  ]);
}
