import { toErrorMessage } from '../../db/start-error.ts';
import type { RecordText } from './endpoint.ts';
import type { ModelFolder } from './local-folder.ts';
import { openSentenceModel, type SentenceModel } from './sentence-model.ts';

/** What the thread of a local model does; `open` comes first. */
export type ModelTasks = {
  /** Loads a model; returns the digest of its file. */
  readonly open: (folder: ModelFolder) => Promise<string>;
  /** Embeds texts, one request after another. */
  readonly embed: (texts: readonly RecordText[]) => Promise<Float32Array[]>;
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
  return {
    async open(folder) {
      model = await openSentenceModel(folder).catch((error: unknown) => {
        throw shorten(error);
      });
      return model.digest;
    },
    embed(texts) {
      const embedded = last.then(async () => (await model?.embed(texts, closing.signal)) ?? []);
      last = embedded.catch(() => undefined);
      return embedded.catch((error: unknown) => {
        throw new Error(`The local model failed: ${shorten(error).message}`);
      });
    },
    async close() {
      closing.abort(new Error('It was closed.'));
      await last;
      await model?.release();
      model = undefined;
    },
  };
}
