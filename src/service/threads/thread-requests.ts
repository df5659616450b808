import type { MessagePort, Worker } from 'node:worker_threads';

/** A request to a thread as a message, and the message with its response, which has the same number. */
export type RequestMessage<N extends string> = { readonly id: number; readonly name: N; readonly request: unknown };
export type ResponseMessage = {
  readonly id: number;
  readonly response?: unknown;
  readonly failure?: { readonly name: string; readonly message: string };
};

/** The requests of this thread to another one. */
export type ThreadRequests = {
  /** Resolves with the response; rejects with an error that has the name and message of the other thread's error. */
  readonly send: <T>(name: string, request: unknown) => Promise<T>;
  /** Rejects all requests without a response, and all later ones. */
  readonly end: (reason: Error) => void;
  readonly countPending: () => number;
};

type PendingRequest = { readonly resolve: (response: never) => void; readonly reject: (error: Error) => void };

/** Sends requests through a port; the other end responds to each by its number. */
export function connectThread(port: Pick<MessagePort | Worker, 'postMessage' | 'on'>): ThreadRequests {
  const pending = new Map<number, PendingRequest>();
  let lastId = 0;
  let ended: Error | undefined;
  port.on('message', ({ id, response, failure }: ResponseMessage) => {
    const sent = pending.get(id);
    pending.delete(id);
    if (failure) sent?.reject(Object.assign(new Error(failure.message), { name: failure.name }));
    else sent?.resolve(response as never);
  });
  return {
    send: (name, request) =>
      new Promise((resolve, reject) => {
        if (ended) throw ended;
        const id = (lastId += 1);
        pending.set(id, { resolve, reject });
        port.postMessage({ id, name, request } satisfies RequestMessage<string>);
      }),
    end(reason) {
      ended ??= reason;
      for (const { reject } of pending.values()) reject(ended);
      pending.clear();
    },
    countPending: () => pending.size,
  };
}
