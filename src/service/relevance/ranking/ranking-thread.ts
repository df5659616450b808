import { Worker } from 'node:worker_threads';
import { connectThread, type ThreadRequests } from '../../threads/thread-requests.ts';
import type { ScoredCompanies } from '../scores.ts';
import type { Concept } from '../thesaurus.ts';

/** All words with their postings, in memory that threads share; the words are ordered by their bytes. */
export type SharedWords = {
  readonly text: Uint8Array;
  /** Where each word ends in `text`, and its companies in `postings`. */
  readonly textEnds: Uint32Array;
  readonly postingEnds: Uint32Array;
  /** The id of a company times 64, plus the weight of the word in it. */
  readonly postings: Int32Array;
};

/** Vectors of companies as signed bytes, `stride` bytes each, followed by room for a text and the products. */
export type SharedVectors = {
  readonly memory: WebAssembly.Memory;
  /** The code that multiplies them. */
  readonly products: WebAssembly.Module;
  readonly stride: number;
  readonly ids: Int32Array;
  readonly lengths: Float32Array;
};

/** The similarity of unrelated texts: on average, and of the closest. */
export type UnrelatedSimilarity = { readonly mean: number; readonly highest: number };

/** A text as concepts, and the data that companies are ranked by. */
export type RankRequest = {
  readonly concepts: readonly Concept[];
  /** Whether the text is a general question; then a company is a result only if it has all concepts of the text. */
  readonly isQuestion: boolean;
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

/** A word of the first results, with its weight in them. */
export type WeighedStem = { readonly stem: string; readonly weight: number };

/** What results are reranked by. */
export type FeedbackRequest = Pick<RankRequest, 'companies' | 'highestId' | 'floor' | 'words' | 'postings'> & {
  readonly ranked: ScoredCompanies;
  readonly feedback: readonly WeighedStem[];
  /** How many of the words count: the most significant ones. */
  readonly feedbackWordCount: number;
};

type Tasks = {
  rank: (request: RankRequest) => ScoredCompanies;
  /** Moves up results that have the words of the first results; those below the floor stay where they are. */
  rerank: (request: FeedbackRequest) => ScoredCompanies;
  measureUnrelated: (request: {
    readonly vectors: SharedVectors;
    readonly texts: readonly Int8Array[];
    /** If there are more companies, only every second, third and so on is compared. */
    readonly sample: number;
    readonly smallestSpread: number;
  }) => UnrelatedSimilarity;
};

const [source = ''] = Object.values(
  import.meta.glob<string>('./ranking-worker.mjs', { query: '?raw', import: 'default', eager: true }),
);

type Thread = { readonly worker: Worker; readonly requests: ThreadRequests };
let current: Thread | undefined;

/** Runs a task in the ranking thread of this process, which starts with the first task and ends with the process. */
export async function runInRankingThread<T extends keyof Tasks>(
  task: T,
  request: Parameters<Tasks[T]>[0],
): Promise<ReturnType<Tasks[T]>> {
  const { worker, requests } = (current ??= startThread());
  // Keeps the process alive until the response arrives.
  worker.ref();
  try {
    return await requests.send(task, request);
  } finally {
    if (requests.countPending() === 0) worker.unref();
  }
}

function startThread(): Thread {
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), { execArgv: [] });
  const requests = connectThread(worker);
  for (const event of ['error', 'exit'] as const) {
    worker.on(event, (what: unknown) => {
      if (current?.worker === worker) current = undefined;
      requests.end(new Error(`The ranking thread ended${what instanceof Error ? `: ${what.message}` : ''}.`));
    });
  }
  return { worker, requests };
}
