import { toErrorMessage } from '../../db/start-error.ts';
import type { RecordText } from './endpoint.ts';
import type { ModelFolder } from './local-folder.ts';
import { openSentenceModel, type SentenceModel } from './sentence-model.ts';

/** What was opened. */
export type OpenedModel = { readonly digest: string; readonly hasTable: boolean };

/** What the thread of a local model does; `open` comes first. */
export type ModelTasks = {
  /** Loads a model; returns the digest of its file, and whether it has a word table. */
  readonly open: (folder: ModelFolder) => Promise<OpenedModel>;
  /** Embeds texts, one request after another. */
  readonly embed: (texts: readonly RecordText[]) => Promise<Float32Array[]>;
  /** As `embed`, by the model's word table. */
  readonly embedByTable: (texts: readonly RecordText[]) => Promise<Float32Array[]>;
  /** Makes the file of the model's word table. */
  readonly distil: (request: undefined) => Promise<Uint8Array>;
  /** Resolves once no code of the model runs; what is not embedded by then fails. */
  readonly close: () => Promise<void>;
};

const maxMessage = 300;
const shorten = (error: unknown) => new Error(toErrorMessage(error).slice(0, maxMessage));

/** Creates the tasks of one thread. */
export function createModelTasks(): ModelTasks {
  const closing = new AbortController();
  let model: SentenceModel | undefined;
  let last: Promise<unknown> = Promise.resolve();
  /** Runs one request after another. */
  function runNext<T>(task: (opened: SentenceModel) => T | Promise<T>): Promise<T> {
    const done = last.then(() => {
      if (!model) throw new Error('It was closed.');
      return task(model);
    });
    last = done.catch(() => undefined);
    return done.catch((error: unknown) => {
      throw new Error(`The local model failed: ${shorten(error).message}`);
    });
  }

  return {
    async open(folder) {
      model = await openSentenceModel(folder).catch((error: unknown) => {
        throw shorten(error);
      });
      return { digest: model.digest, hasTable: model.embedByTable !== undefined };
    },
    embed: (texts) => runNext((opened) => opened.embed(texts, closing.signal)),
    embedByTable: (texts) => runNext((opened) => opened.embedByTable?.(texts) ?? []),
    distil: () => runNext((opened) => opened.distil(closing.signal)),
    async close() {
      closing.abort(new Error('It was closed.'));
      await last;
      await model?.release();
      model = undefined;
    },
  };
}
