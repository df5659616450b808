import { serveTasks, startHere, startWorker, type Thread } from '../../threads/thread.ts';
import type { EmbeddingModel, RecordText } from './endpoint.ts';
import { readModelFolder } from './local-folder.ts';
import { createModelTasks, type ModelTasks, type OpenedModel } from './model-tasks.ts';

/** A thread of low priority gets the processor time that nothing else needs. */
type Priority = 'usual' | 'low';

type ModelThread = Thread<ModelTasks>;

/** A thread with a loaded model, and the digest of the file that it was loaded from. */
type OpenThread = ModelThread & OpenedModel;

/** A model of a folder; `distil` makes the file of its word table. */
type LocalModel = EmbeddingModel & { readonly distil: () => Promise<Uint8Array> };

/** A thread for records is ended when it was idle for this long. */
const idleMs = 10_000;

/** Starts the thread of a model from its built file. */
export const startModelWorker = (file: URL, priority: Priority): ModelThread =>
  startWorker<ModelTasks>('model', file, { workerData: priority });

/** In a build, the thread is a file next to this one. */
const startModelThread = (priority: Priority): ModelThread =>
  import.meta.env.PROD
    ? startModelWorker(new URL('sentence-model.js', import.meta.url), priority)
    : startHere<ModelTasks>('model', (port) => serveTasks(port, createModelTasks()));

/**
 * An ONNX sentence model in a worker thread of this process, run by the package in the folder `runtime`. Rejects with
 * what is wrong with the folder; a model that was opened has embedded one text. With a word table in the folder it has a
 * quick model.
 */
export async function openLocalModel(
  path: string,
  runtime: string,
  startThread = startModelThread,
): Promise<LocalModel> {
  const folder = await readModelFolder(path, runtime);
  const open = async (priority: Priority): Promise<OpenThread> => {
    const thread = startThread(priority);
    try {
      return { ...thread, ...(await thread.send('open', folder)) };
    } catch (error) {
      await thread.close();
      throw error;
    }
  };
  const first = await open('usual');
  const { digest, hasTable } = first;
  const searches = keepThread(() => open('usual'), digest, first);
  const records = keepThread(() => open('low'), digest);
  let idle: NodeJS.Timeout | undefined;
  let running = 0;
  const name = `${folder.name}-${digest.slice(0, 12)}`;
  const withTask = (task: 'embed' | 'embedByTable') => ({
    embed: (texts: readonly string[], signal: AbortSignal) =>
      searches.embed(
        task,
        texts.map((text) => ({ text, summary: '' })),
        signal,
      ),
    async embedRecords(texts: readonly RecordText[], signal: AbortSignal) {
      clearTimeout(idle);
      running += 1;
      try {
        return await records.embed(task, texts, signal);
      } finally {
        running -= 1;
        // It takes as much memory as the thread for searches.
        if (running === 0) idle = setTimeout(() => void records.close(), idleMs).unref();
      }
    },
  });
  return {
    name,
    textsAtOnce: 32,
    ...withTask('embed'),
    ...(hasTable && { quick: { name: nameQuickModel(name), textsAtOnce: 256, ...withTask('embedByTable') } }),
    distil: () => first.send('distil', undefined),
    async close() {
      clearTimeout(idle);
      await Promise.all([searches.close(), records.close()]);
    },
  };
}

/** The name under which the vectors of a model's word table are stored. */
export const nameQuickModel = (model: string): string => `${model}-words`;

/** A thread that is opened on demand. */
function keepThread(open: () => Promise<OpenThread>, digest: string, opened?: OpenThread) {
  let current = opened;
  let opening: Promise<OpenThread> | undefined;
  const reopen = () =>
    (opening ??= open()
      .then((thread) => (current = thread))
      .finally(() => (opening = undefined)));
  return {
    async embed(
      task: 'embed' | 'embedByTable',
      texts: readonly RecordText[],
      signal: AbortSignal,
    ): Promise<number[][]> {
      const thread = !current || current.readEnd() ? await reopen() : current;
      // Vectors are stored under the name of the file that was read first.
      if (thread.digest !== digest) throw new Error('The model file was changed. Start again to use it.');
      signal.throwIfAborted();
      const vectors = await waitInTime(thread.send(task, texts), signal);
      return vectors.map((vector) => Array.from(vector));
    },
    async close(): Promise<void> {
      // It cannot be closed before it has opened.
      await opening?.catch(() => undefined);
      // Terminating a thread inside the native runtime would end the process, so the model completes its batch first.
      await current?.send('close', undefined).catch(() => undefined);
      await current?.close();
    },
  };
}

/** Rejects when the signal aborts; the thread completes the request all the same. */
function waitInTime<T>(response: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error('The local model took too long.'));
    signal.addEventListener('abort', giveUp);
    void response.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
