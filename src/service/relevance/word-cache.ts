import { setTimeout as sleep } from 'node:timers/promises';
import { currentGeneration } from '../db/permalinks.ts';
import { type Pool, readBatches } from '../db/pool.ts';
import type { SharedWords } from './ranking/postings.ts';

/** The words of all companies in the memory of this process. */
export type WordCache = {
  /** The words of this load of the records; undefined until they are read. */
  readonly at: (generation: number) => SharedWords | undefined;
  /** Reads the words of the database, if they are indexed and not yet loaded. */
  readonly update: (sql: Pool) => Promise<void>;
};

const idleMs = 2_000;
/** Words per batch; a word that all of 500,000 companies have takes 2 MB. */
const wordsAtOnce = 100;
/** The largest share of the available memory that the words may take. */
const memoryShare = 1 / 4;

/** Creates the store of words, which are read from PostgreSQL once the index of the records is ready. */
export function createWordCache(): WordCache {
  let loaded: { generation: number; words: SharedWords } | undefined;
  let counted: { generation: number; size: WordsSize } | undefined;
  return {
    at: (generation) => (loaded?.generation === generation ? loaded.words : undefined),
    async update(sql) {
      const [index] = await sql<{ generation: number }[]>`
        SELECT generation FROM relevance_index WHERE finished AND generation = ${currentGeneration(sql)}`;
      if (!index || index.generation === loaded?.generation) return;
      const { generation } = index;
      loaded = undefined;
      // Counted once, however often memory is short.
      if (counted?.generation !== generation) counted = { generation, size: await countWords(sql) };
      const { size } = counted;
      checkMemory(size.bytes + size.words * 8 + size.postings * 4);
      const words = await readAllWords(sql, generation, size);
      counted = undefined;
      if (words) loaded = { generation, words };
    },
  };
}

/** Keeps the words in step with the records' index until `signal` aborts; reports each new reason why it cannot. */
export async function maintainWordCache(
  words: WordCache,
  sql: Pool,
  signal: AbortSignal,
  report: (text: string) => void,
): Promise<void> {
  let reported = '';
  while (!signal.aborted) {
    // The database may be unavailable; the next round tries again.
    await words.update(sql).catch((error: Error) => {
      if (signal.aborted || error.message === reported) return;
      reported = error.message;
      report(`Search by meaning reads the words of each query from PostgreSQL: ${error.message}`);
    });
    await sleep(idleMs, undefined, { signal }).catch(() => undefined);
  }
}

type WordsSize = { readonly words: number; readonly bytes: number; readonly postings: number };

async function countWords(sql: Pool): Promise<WordsSize> {
  const [size] = await sql<WordsSize[]>`
    SELECT count(*)::int AS words, coalesce(sum(octet_length(word)), 0)::int AS bytes,
      coalesce(sum(companies), 0)::int AS postings
    FROM (SELECT word, sum(companies) AS companies FROM relevance_words GROUP BY word) AS one`;
  return size ?? { words: 0, bytes: 0, postings: 0 };
}

/** Reads all words; undefined if the index was replaced in the meantime. */
async function readAllWords(sql: Pool, generation: number, size: WordsSize): Promise<SharedWords | undefined> {
  const words: SharedWords = {
    text: new Uint8Array(new SharedArrayBuffer(size.bytes)),
    textEnds: new Uint32Array(new SharedArrayBuffer(size.words * 4)),
    postingEnds: new Uint32Array(new SharedArrayBuffer(size.words * 4)),
    postings: new Int32Array(new SharedArrayBuffer(size.postings * 4)),
  };
  const statement = sql<{ word: Buffer; postings: Buffer }[]>`
    SELECT convert_to(word, 'UTF8') AS word, string_agg(postings, ''::bytea) AS postings
    FROM relevance_words WHERE EXISTS (SELECT 1 FROM relevance_index i WHERE i.generation = ${generation})
    GROUP BY relevance_words.word ORDER BY relevance_words.word`;
  let [count, textEnd, postingEnd] = [0, 0, 0];
  for await (const rows of readBatches(sql, statement, wordsAtOnce)) {
    for (const { word, postings } of rows) {
      words.text.set(word, textEnd);
      for (let at = 0; at < postings.length; at += 4) words.postings[postingEnd++] = postings.readInt32BE(at);
      words.textEnds[count] = textEnd += word.length;
      words.postingEnds[count++] = postingEnd;
    }
  }
  return count === size.words && postingEnd === size.postings ? words : undefined;
}

/** Throws if the words would take too much of the available memory. */
function checkMemory(bytes: number): void {
  const [needed, available] = [bytes, process.availableMemory()].map((all) => Math.ceil(all / 2 ** 20));
  if (bytes > process.availableMemory() * memoryShare)
    throw new Error(`they need ${needed} MB, and four times as much must be free, but ${available} MB are.`);
}
