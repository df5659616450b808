import { Worker } from 'node:worker_threads';
import type { ScoredCompanies } from '../scores.ts';
import type { Concept } from '../thesaurus.ts';

/** All words with their postings, in memory that threads share: the words in the order of their bytes. */
export type SharedWords = {
  readonly text: Uint8Array;
  /** Where each word ends in `text`, and its companies in `postings`. */
  readonly textEnds: Uint32Array;
  readonly postingEnds: Uint32Array;
  /** The id of a company times 64, plus the weight of the word in it. */
  readonly postings: Int32Array;
};

/** Vectors of companies as signed bytes, `stride` bytes each, with room for a text and the products behind them. */
export type SharedVectors = {
  readonly memory: WebAssembly.Memory;
  /** The code that multiplies them. */
  readonly products: WebAssembly.Module;
  readonly stride: number;
  readonly ids: Int32Array;
  readonly lengths: Float32Array;
};

/** How close texts that have nothing to do with each other come: on average, and the closest. */
export type UnrelatedSimilarity = { readonly mean: number; readonly highest: number };

/** A text as concepts, and what companies are ranked by. */
export type RankRequest = {
  readonly concepts: readonly Concept[];
  /** How many companies there are, and the highest id among them. */
  readonly companies: number;
  readonly highestId: number;
  /** The relevance of the closest unrelated company. */
  readonly floor: number;
  /** All words, or the stored postings of those of the concepts. */
  readonly words: SharedWords | undefined;
  readonly postings: ReadonlyMap<string, readonly Uint8Array[]> | undefined;
  readonly vectors:
    (SharedVectors & { readonly query: Int8Array; readonly similarity: UnrelatedSimilarity }) | undefined;
};

type Tasks = {
  rank: (request: RankRequest) => ScoredCompanies;
  measureUnrelated: (request: {
    readonly vectors: SharedVectors;
    readonly texts: readonly Int8Array[];
    /** Of more companies every second, third and so on is compared. */
    readonly sample: number;
    readonly smallestSpread: number;
  }) => UnrelatedSimilarity;
};

type Waiting = { readonly resolve: (result: never) => void; readonly reject: (error: Error) => void };
type Response = { id: number; result?: never; failure?: string };
type Thread = { readonly worker: Worker; readonly waiting: Map<number, Waiting> };

const [source = ''] = Object.values(
  import.meta.glob<string>('./ranking-worker.mjs', { query: '?raw', import: 'default', eager: true }),
);

let current: Thread | undefined;
let requests = 0;

/** Runs a task in the ranking thread of this process, which is started for the first one and ends with the process. */
export function runInRankingThread<T extends keyof Tasks>(
  task: T,
  request: Parameters<Tasks[T]>[0],
): Promise<ReturnType<Tasks[T]>> {
  const { worker, waiting } = (current ??= startThread());
  const id = requests++;
  return new Promise<ReturnType<Tasks[T]>>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    // Keeps the process alive until the response arrives.
    worker.ref();
    worker.postMessage({ id, task, request });
  });
}

function startThread(): Thread {
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), { execArgv: [] });
  const waiting = new Map<number, Waiting>();
  worker.on('message', ({ id, result, failure }: Response) => {
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    if (failure === undefined) resolve?.(result as never);
    else reject?.(new Error(`Ranking failed: ${failure}`));
  });
  for (const event of ['error', 'exit'] as const) {
    worker.on(event, (what: unknown) => {
      if (current?.worker === worker) current = undefined;
      const error = new Error(`The ranking thread ended${what instanceof Error ? `: ${what.message}` : ''}.`);
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    });
  }
  return { worker, waiting };
}
