import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';

/** A sentence model in the files that the sentence-transformers tools write. */
export type ModelFolder = {
  /** The folder's own name, in characters that are allowed in a header. */
  readonly name: string;
  readonly model: string;
  readonly tokenizer: string;
  /** Settings of the tokenizer; not every model has them. */
  readonly tokenizerConfig: string | undefined;
  /** Longer texts are cut, as in the training of the model. */
  readonly maxTokens: number;
  /** Whether the first token represents the text, instead of the mean of all tokens. */
  readonly isFirstToken: boolean;
  /** The table of the model's word pieces, which `model install` makes. */
  readonly table: string | undefined;
  /** The folder of the package that runs the model: onnxruntime-node, or onnxruntime-web for WebAssembly. */
  readonly runtime: string;
};

/** The name of the file of a word table in the folder of its model. */
export const wordTableFile = 'word-table.bin';

const defaultMaxTokens = 256;

const sentenceSettings = z.object({ max_seq_length: z.int().min(8).nullish() });
const poolingSettings = z.object({ pooling_mode_cls_token: z.boolean().nullish() });

/** Finds the parts of a model in a folder; throws an error that names a missing file. */
export async function readModelFolder(folder: string, runtime: string): Promise<ModelFolder> {
  const model = (await find(join(folder, 'model.onnx'))) ?? (await find(join(folder, 'onnx/model.onnx')));
  if (model === undefined) throw new Error('the folder has no model.onnx and no onnx/model.onnx.');
  const tokenizer = await find(join(folder, 'tokenizer.json'));
  if (tokenizer === undefined) throw new Error('the folder has no tokenizer.json.');
  const sentence = await readSettings(join(folder, 'sentence_bert_config.json'), sentenceSettings);
  const pooling = await readSettings(join(folder, '1_Pooling/config.json'), poolingSettings);
  return {
    name: basename(folder)
      .replace(/[^\x21-\x7e]/g, '_')
      .slice(0, 100),
    model,
    tokenizer,
    tokenizerConfig: await find(join(folder, 'tokenizer_config.json')),
    maxTokens: sentence?.max_seq_length ?? defaultMaxTokens,
    isFirstToken: pooling?.pooling_mode_cls_token ?? false,
    table: await find(join(folder, wordTableFile)),
    runtime,
  };
}

async function find(path: string): Promise<string | undefined> {
  const info = await stat(path).catch(() => undefined);
  return info?.isFile() ? path : undefined;
}

async function readSettings<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  if (!(await find(path))) return undefined;
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    throw new Error(`${basename(path)} cannot be read.`);
  }
}
