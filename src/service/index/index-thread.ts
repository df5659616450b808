import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { toErrorMessage } from '../db/start-error.ts';
import { connectThread } from '../threads/thread-requests.ts';
import { type IndexRequest, type IndexRequestName, type IndexResponse, serveIndex } from './serve-index.ts';

type SendRequest = <N extends IndexRequestName>(name: N, request: IndexRequest<N>) => Promise<IndexResponse<N>>;

/** The thread that holds the records of the index. */
export type IndexThread = {
  /** Throws ThreadEnded if the thread ends before it responds. */
  readonly send: SendRequest;
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
  // Requests create few objects besides their arrays; a larger young generation would stay in memory unused.
  const worker = new Worker(file, { resourceLimits: { maxYoungGenerationSizeMb: 8 } });
  // The process may end while the thread runs.
  worker.unref();
  const { send, end, readEnd } = connectPort(worker);
  worker.on('error', (error: unknown) => end(toErrorMessage(error)));
  worker.on('exit', (code) => end(`exit ${code}`));
  return { send, readEnd, close: async () => void (await worker.terminate()) };
}

/** Serves requests on this thread: for development and tests, where Node cannot run the thread's code from a file. */
export function startIndexHere(): IndexThread {
  const { port1, port2 } = new MessageChannel();
  serveIndex(port2);
  const { send, end, readEnd } = connectPort(port1);
  port1.unref();
  port2.unref();
  return {
    send,
    readEnd,
    async close() {
      port1.close();
      end('closed');
    },
  };
}

/** In a build, the thread is a file next to this one. */
export const startIndexThread = (): IndexThread =>
  import.meta.env.PROD ? startIndexWorker(new URL('record-index.js', import.meta.url)) : startIndexHere();

function connectPort(port: Pick<MessagePort | Worker, 'postMessage' | 'on'>) {
  const requests = connectThread(port);
  let ended: ThreadEnded | undefined;
  return {
    send: requests.send as SendRequest,
    end(reason: string) {
      ended ??= new ThreadEnded(`its thread ended (${reason}). PostgreSQL answers until another one has the records.`);
      requests.end(ended);
    },
    readEnd: () => ended,
  };
}
