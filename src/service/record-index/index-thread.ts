import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { type AnswerOf, type GivenAnswer, type IndexAsk, type QuestionOf, serveIndex } from './serve-index.ts';

/** The thread that holds the records of the index. */
export type IndexThread = {
  /** Throws ThreadEnded when the thread ends before it has answered. */
  readonly ask: <A extends IndexAsk>(ask: A, question: QuestionOf<A>) => Promise<AnswerOf<A>>;
  /** Why the thread has ended; undefined while it runs. */
  readonly readEnd: () => ThreadEnded | undefined;
  readonly close: () => Promise<void>;
};

/** Thrown when the thread of the index has ended. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

/** Starts the thread from its built file. */
export function startIndexWorker(file: URL): IndexThread {
  const worker = new Worker(file);
  // Who stops the process does not wait for the thread.
  worker.unref();
  const { ask, end, readEnd } = askThrough(worker);
  worker.on('error', (error: unknown) => end(error instanceof Error ? error.message : String(error)));
  worker.on('exit', (code) => end(`exit ${code}`));
  return { ask, readEnd, close: async () => void (await worker.terminate()) };
}

/** Answers in this thread: for development and tests, where the code of the thread is not a file that Node can run. */
export function startIndexHere(): IndexThread {
  const { port1, port2 } = new MessageChannel();
  serveIndex(port2);
  const { ask, end, readEnd } = askThrough(port1);
  port1.unref();
  port2.unref();
  return {
    ask,
    readEnd,
    async close() {
      port1.close();
      end('closed');
    },
  };
}

/** Where the built files have their place, the thread is the one next to this. */
export const startIndexThread = (): IndexThread =>
  import.meta.env.PROD ? startIndexWorker(new URL('record-index.js', import.meta.url)) : startIndexHere();

type Asker = { readonly resolve: (answer: never) => void; readonly reject: (error: Error) => void };

function askThrough(port: Pick<MessagePort | Worker, 'postMessage' | 'on'>) {
  const askers = new Map<number, Asker>();
  let asked = 0;
  let ended: ThreadEnded | undefined;
  port.on('message', ({ id, answer, failure }: GivenAnswer) => {
    const asker = askers.get(id);
    askers.delete(id);
    if (failure) asker?.reject(Object.assign(new Error(failure.message), { name: failure.name }));
    else asker?.resolve(answer as never);
  });
  return {
    ask: <A extends IndexAsk>(ask: A, question: QuestionOf<A>) =>
      new Promise<AnswerOf<A>>((resolve, reject) => {
        if (ended) throw ended;
        const id = (asked += 1);
        askers.set(id, { resolve, reject });
        port.postMessage({ id, ask, question });
      }),
    end(reason: string) {
      ended ??= new ThreadEnded(`its thread ended (${reason}). PostgreSQL answers until another one has the records.`);
      for (const { reject } of askers.values()) reject(ended);
      askers.clear();
    },
    readEnd: () => ended,
  };
}
