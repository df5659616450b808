import { Worker } from 'node:worker_threads';
import type { EmbeddingModel, RecordText } from './endpoint.ts';
import { type ModelFolder, readModelFolder } from './local-folder.ts';

/** A thread that holds the model and processes texts in order of arrival. */
type Thread = {
  readonly digest: string;
  readonly isOver: () => boolean;
  readonly ask: (texts: readonly RecordText[], signal: AbortSignal) => Promise<number[][]>;
  readonly close: () => Promise<void>;
};

/** A thread of low priority gets the processor time that nothing else needs. */
type Priority = 'usual' | 'low';

/** A thread for records is ended when it was idle for this long. */
const idleMs = 10_000;

/** What the thread reports: that it has started, or the outcome of a request. */
type WorkerMessage = { id?: number; digest?: string; vectors?: Float32Array[]; failure?: string };
type Waiting = { resolve: (vectors: number[][]) => void; reject: (error: Error) => void };

/**
 * An ONNX sentence model in a worker thread of this process, run by the package in the folder `runtime`. Rejects with
 * what is wrong with the folder; a model that was opened has embedded one text.
 */
export async function openLocalModel(path: string, runtime: string): Promise<EmbeddingModel> {
  const folder = await readModelFolder(path, runtime);
  const first = await startThread(folder, 'usual');
  const { digest } = first;
  const searches = keepThread(folder, 'usual', digest, first);
  const records = keepThread(folder, 'low', digest);
  let idle: NodeJS.Timeout | undefined;
  let running = 0;
  return {
    name: `${folder.name}-${digest.slice(0, 12)}`,
    textsAtOnce: 32,
    embed: (texts, signal) =>
      searches.ask(
        texts.map((text) => ({ text, summary: '' })),
        signal,
      ),
    async embedRecords(texts, signal) {
      clearTimeout(idle);
      running += 1;
      try {
        return await records.ask(texts, signal);
      } finally {
        running -= 1;
        // It takes as much memory as the thread for searches.
        if (running === 0) idle = setTimeout(() => void records.close(), idleMs).unref();
      }
    },
    async close() {
      clearTimeout(idle);
      await Promise.all([searches.close(), records.close()]);
    },
  };
}

/** A thread that is started on demand. */
function keepThread(folder: ModelFolder, priority: Priority, digest: string, started?: Thread) {
  let current = started;
  let starting: Promise<Thread> | undefined;
  const start = () =>
    (starting ??= startThread(folder, priority)
      .then((thread) => (current = thread))
      .finally(() => (starting = undefined)));
  return {
    async ask(texts: readonly RecordText[], signal: AbortSignal): Promise<number[][]> {
      const thread = !current || current.isOver() ? await start() : current;
      // Vectors are stored under the name of the file that was read first.
      if (thread.digest !== digest) throw new Error('The model file was changed. Start again to use it.');
      signal.throwIfAborted();
      return thread.ask(texts, signal);
    },
    async close(): Promise<void> {
      // It cannot be stopped before it has started.
      await starting?.catch(() => undefined);
      await current?.close();
    },
  };
}

async function startThread(folder: ModelFolder, priority: Priority): Promise<Thread> {
  // The build keeps the name of this file.
  const worker = new Worker(new URL('local-worker.mjs', import.meta.url), {
    workerData: { folder, priority },
    execArgv: [],
  });
  const waiting = new Map<number, Waiting>();
  let requests = 0;
  let isOver = false;
  const end = (error: Error) => {
    isOver = true;
    for (const { reject } of waiting.values()) reject(error);
  };
  const digest = await new Promise<string>((resolve, reject) => {
    worker.on('message', ({ id = -1, digest: read, vectors, failure }: WorkerMessage) => {
      if (read !== undefined) return resolve(read);
      if (id < 0) return reject(new Error(failure));
      const request = waiting.get(id);
      if (vectors) return request?.resolve(vectors.map((vector) => Array.from(vector)));
      return request?.reject(new Error(`The local model failed: ${failure}`));
    });
    for (const event of ['error', 'exit'] as const) {
      worker.on(event, (what: unknown) => {
        const error = new Error(`The local model ended${what instanceof Error ? `: ${what.message}` : ''}.`);
        end(error);
        reject(error);
      });
    }
  }).catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });
  const exited = isOver ? undefined : new Promise((resolve) => void worker.once('exit', resolve));
  // The process may end while the model runs.
  worker.unref();
  return {
    digest,
    isOver: () => isOver,
    // Terminating a thread inside the native runtime would end the process, so the thread ends by itself.
    async close() {
      worker.ref();
      if (!isOver) worker.postMessage('close');
      await exited;
    },
    async ask(texts, signal) {
      const id = requests++;
      const response = new Promise<number[][]>((resolve, reject) => waiting.set(id, { resolve, reject }));
      const giveUp = () => waiting.get(id)?.reject(new Error('The local model took too long.'));
      signal.addEventListener('abort', giveUp);
      try {
        worker.postMessage({ id, texts });
        return await response;
      } finally {
        waiting.delete(id);
        signal.removeEventListener('abort', giveUp);
      }
    },
  };
}
