/** All words with their postings, in memory that threads share; the words are ordered by their bytes. */
export type SharedWords = {
  readonly text: Uint8Array;
  /** Where each word ends in `text`, and its companies in `postings`. */
  readonly textEnds: Uint32Array;
  readonly postingEnds: Uint32Array;
  /** A company and the weight of the word in it, packed: id * 64 + weight. */
  readonly postings: Int32Array;
};

/** Where a request finds words: in memory, or as PostgreSQL stores the postings of those that it names. */
export type WordSource = {
  readonly words: SharedWords | undefined;
  readonly postings: ReadonlyMap<string, readonly Uint8Array[]> | undefined;
};

/** The companies that have a word, in several parts. */
export type Postings = { readonly companies: number; readonly parts: readonly Int32Array[] };

/** A posting packs a company's id and the weight of a word in it: id * 64 + weight. */
export const weightBits = 6;
export const maxWeight = 63;

/** The companies that have a word; undefined if none has. */
export function findPostings({ words, postings }: WordSource, stem: string): Postings | undefined {
  if (words) return findWord(words, stem);
  const stored = postings?.get(stem);
  return stored && decodePostings(stored);
}

/** How much a word says about a company, from how many of all companies have it. */
export const measureRarity = (count: number, companies: number): number =>
  Math.log(1 + (Math.max(companies, count) - count + 0.5) / (count + 0.5));

function findWord({ text, textEnds, postings, postingEnds }: SharedWords, stem: string): Postings | undefined {
  const wanted = Buffer.from(stem);
  const all = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const start = (ends: Uint32Array, at: number) => (at === 0 ? 0 : (ends[at - 1] ?? 0));
  for (let [low, high] = [0, textEnds.length]; low < high;) {
    const middle = (low + high) >> 1;
    const order = wanted.compare(all, start(textEnds, middle), textEnds[middle]);
    if (order === 0) {
      const part = postings.subarray(start(postingEnds, middle), postingEnds[middle]);
      return { companies: part.length, parts: [part] };
    }
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return undefined;
}

/** PostgreSQL stores the high byte first. */
function decodePostings(stored: readonly Uint8Array[]): Postings {
  const parts = stored.map((bytes) => new Int32Array(Buffer.from(new Uint8Array(bytes).buffer).swap32().buffer));
  return { companies: parts.reduce((sum, { length }) => sum + length, 0), parts };
}
