import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The place of a word in this list is its token; the first three are special. */
export type Word = { readonly word: string; readonly vector: readonly number[] };

/** What a model answers: a vector for each token, or one for each text. */
export type Output = 'last_hidden_state' | 'sentence_embedding';

const float32 = 1;
const int64 = 7;

/** Writes a sentence model whose every token has the vector that is given for its word. */
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

/** An ONNX file: `Gather` reads each token's row of a table, and `ReduceMean` makes one row of a text's. */
function buildModel(words: readonly Word[], size: number, output: Output): Buffer {
  const table = Buffer.from(Float32Array.from(words.flatMap(({ vector }) => vector)).buffer);
  const isText = output === 'sentence_embedding';
  const inputs = ['input_ids', 'attention_mask', 'token_type_ids'].map((name) => readValue(name, int64, ['n', 't']));
  const gather = [text(1, 'table'), text(1, 'input_ids'), text(2, 'tokens'), text(4, 'Gather')];
  const axes = message(5, [text(1, 'axes'), number(8, 1), number(20, 7)]);
  const keep = message(5, [text(1, 'keepdims'), number(3, 0), number(20, 2)]);
  const mean = [text(1, 'tokens'), text(2, output), text(4, 'ReduceMean'), axes, keep];
  const same = [text(1, 'tokens'), text(2, output), text(4, 'Identity')];
  const graph = [
    message(1, gather),
    message(1, isText ? mean : same),
    text(2, 'tiny'),
    message(5, [number(1, words.length), number(1, size), number(2, float32), text(8, 'table'), bytes(9, table)]),
    ...inputs.map((input) => message(11, input)),
    message(12, readValue(output, float32, isText ? ['n', size] : ['n', 't', size])),
  ];
  return Buffer.concat([number(1, 8), message(7, graph), message(8, [text(1, ''), number(2, 13)])]);
}

function readValue(name: string, type: number, dims: readonly (string | number)[]): Buffer[] {
  const shape = dims.map((dim) => message(1, [typeof dim === 'string' ? text(2, dim) : number(1, dim)]));
  return [text(1, name), message(2, [message(1, [number(1, type), message(2, shape)])])];
}

/** The parts of protocol buffers that a model needs. */
function encodeVarint(value: number): Buffer {
  return value < 128
    ? Buffer.from([value])
    : Buffer.concat([Buffer.from([(value % 128) + 128]), encodeVarint(Math.floor(value / 128))]);
}
const number = (field: number, value: number) => Buffer.concat([encodeVarint(field * 8), encodeVarint(value)]);
const bytes = (field: number, value: Buffer) =>
  Buffer.concat([encodeVarint(field * 8 + 2), encodeVarint(value.length), value]);
const text = (field: number, value: string) => bytes(field, Buffer.from(value));
const message = (field: number, parts: readonly Buffer[]) => bytes(field, Buffer.concat(parts));
