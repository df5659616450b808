import { MessageChannel, type MessagePort, Worker, type WorkerOptions } from 'node:worker_threads';
import { toErrorMessage } from '../db/start-error.ts';

/** What a thread does, by the name of the request. */
type Tasks = Readonly<Record<string, (request: never) => unknown>>;

/** A request to a thread as a message, and the message with its response, which has the same number. */
export type RequestMessage = { readonly id: number; readonly name: string; readonly request: unknown };
type ResponseMessage = {
  readonly id: number;
  readonly response?: unknown;
  readonly failure?: { readonly name: string; readonly message: string };
};

/** A thread that serves requests. The process may end while none is pending. */
export type Thread<T extends Tasks> = {
  /** Rejects with an error that has the name and message of the thread's error, or with ThreadEnded. */
  readonly send: <N extends keyof T & string>(
    name: N,
    request: Parameters<T[N]>[0],
  ) => Promise<Awaited<ReturnType<T[N]>>>;
  /** Why the thread has ended; undefined while it runs. */
  readonly readEnd: () => ThreadEnded | undefined;
  readonly close: () => Promise<void>;
};

/** Thrown when a thread has ended before it responded. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

/** Starts a thread from its built file; `name` is what errors call it. */
export function startWorker<T extends Tasks>(name: string, file: URL, options: WorkerOptions = {}): Thread<T> {
  const worker = new Worker(file, { name, ...options });
  const { end, ...thread } = connect<T>(name, worker);
  worker.on('error', (error: unknown) => end(toErrorMessage(error)));
  worker.on('exit', (code) => end(`exit ${code}`));
  return {
    ...thread,
    async close() {
      end('closed');
      await worker.terminate();
    },
  };
}

/** Serves requests on this thread: for development and tests, where Node cannot run the thread's code from a file. */
export function startHere<T extends Tasks>(name: string, serve: (port: MessagePort) => void): Thread<T> {
  const { port1, port2 } = new MessageChannel();
  serve(port2);
  port2.unref();
  const { end, ...thread } = connect<T>(name, port1);
  return {
    ...thread,
    async close() {
      end('closed');
      port1.close();
    },
  };
}

/** Serves the requests that arrive on a port. */
export function serveTasks(port: MessagePort, tasks: Tasks): void {
  port.on('message', (message: RequestMessage) => {
    void respond(tasks, message).then((response) => port.postMessage(response));
  });
}

/** Runs the task of a request. */
export async function respond(tasks: Tasks, { id, name, request }: RequestMessage): Promise<ResponseMessage> {
  try {
    return { id, response: await tasks[name]?.(request as never) };
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    return { id, failure: { name: failure.name, message: failure.message } };
  }
}

type PendingRequest = { readonly resolve: (response: never) => void; readonly reject: (error: Error) => void };

function connect<T extends Tasks>(name: string, port: MessagePort | Worker) {
  const pending = new Map<number, PendingRequest>();
  let lastId = 0;
  let ended: ThreadEnded | undefined;
  port.on('message', ({ id, response, failure }: ResponseMessage) => {
    const sent = pending.get(id);
    pending.delete(id);
    if (pending.size === 0) port.unref();
    if (failure) sent?.reject(Object.assign(new Error(failure.message), { name: failure.name }));
    else sent?.resolve(response as never);
  });
  port.unref();
  const send: Thread<T>['send'] = (task, request) =>
    new Promise((resolve, reject) => {
      if (ended) throw ended;
      const id = (lastId += 1);
      pending.set(id, { resolve, reject });
      port.ref();
      port.postMessage({ id, name: task, request } satisfies RequestMessage);
    });
  return {
    send,
    readEnd: () => ended,
    /** Rejects all requests without a response, and all later ones. */
    end(reason: string) {
      ended ??= new ThreadEnded(`The ${name} thread ended (${reason}).`);
      for (const { reject } of pending.values()) reject(ended);
      pending.clear();
      port.unref();
    },
  };
}
