/** At 500,000 companies the vectors of a gateway take this many times half a megabyte. */
const mostDimensions = 384;
const mostByte = 127;

/**
 * A vector as signed bytes: angles stay, lengths do not. One of more dimensions than we keep is projected along fixed
 * random directions, which keeps angles to about a twentieth.
 */
export function toBytes(values: readonly number[]): Int8Array {
  const shortened = values.length <= mostDimensions ? values : project(values);
  const largest = shortened.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Int8Array.from(shortened, (value) => (largest === 0 ? 0 : Math.round((value / largest) * mostByte)));
}

/** Adds every number to each remaining one, with a sign derived from both positions. */
function project(values: readonly number[]): number[] {
  return Array.from({ length: mostDimensions }, (_, to) => {
    let sum = 0;
    for (let from = 0; from < values.length; from++) {
      const mixed = Math.imul((from + 1) * 0x9e3779b1 + to * 0x85ebca6b, 0xc2b2ae35);
      sum += ((mixed ^ (mixed >>> 15)) & 0x4000 ? 1 : -1) * (values[from] ?? 0);
    }
    return sum;
  });
}

/** The vectors of all companies of one load, one behind the other, and the length of each. */
export type VectorIndex = {
  readonly generation: number;
  readonly ids: Int32Array;
  readonly dimensions: number;
  readonly bytes: Int8Array;
  readonly lengths: Float32Array;
};

/** How close texts that have nothing to do with each other come: on average, and the closest. */
export type UnrelatedSimilarity = { readonly mean: number; readonly highest: number };

const rowsAtOnce = 20_000;
/** Of more companies every second, third and so on is compared with the unrelated texts. */
const sampledRows = 100_000;
/** Where unrelated texts are all alike to a model, differences below this count as none. */
const smallestSpread = 0.1;

/** Puts the vectors of companies into an index. */
export function createVectorIndex(vectors: Omit<VectorIndex, 'lengths'>): VectorIndex {
  const { ids, dimensions, bytes } = vectors;
  const lengths = Float32Array.from(ids, (_, row) => {
    let square = 0;
    for (let at = row * dimensions; at < (row + 1) * dimensions; at++) square += (bytes[at] ?? 0) ** 2;
    return Math.sqrt(square);
  });
  return { ...vectors, lengths };
}

/** Compares companies with texts that no company answers; models differ in how similar such texts are. */
export async function measureUnrelated(index: VectorIndex, texts: readonly Int8Array[]): Promise<UnrelatedSimilarity> {
  const step = Math.ceil(index.ids.length / sampledRows);
  let [sum, count, highest] = [0, 0, -1];
  for (const text of texts) {
    const similarities = await measureSimilarity(index, text, step);
    for (const similarity of similarities) {
      sum += similarity;
      highest = Math.max(highest, similarity);
    }
    count += similarities.length;
  }
  const mean = sum / Math.max(1, count);
  return { mean, highest: Math.max(highest, mean + smallestSpread) };
}

/** How close each company comes to a text: 0 as an unrelated company on average, 1 as the closest unrelated one. */
export async function scoreVectors(
  index: VectorIndex,
  query: Int8Array,
  { mean, highest }: UnrelatedSimilarity,
): Promise<Float64Array> {
  const similarity = await measureSimilarity(index, query, 1);
  return similarity.map((value) => (value - mean) / (highest - mean));
}

/** The cosine of the angle between a text and every `step`-th company. */
async function measureSimilarity(index: VectorIndex, text: Int8Array, step: number): Promise<Float64Array> {
  const { ids, dimensions, bytes, lengths } = index;
  const length = Math.hypot(...text);
  const similarity = new Float64Array(Math.ceil(ids.length / step));
  for (let at = 0; at < similarity.length; at++) {
    const row = at * step;
    let dot = 0;
    for (let place = 0, from = row * dimensions; place < dimensions; place++)
      dot += (bytes[from + place] ?? 0) * (text[place] ?? 0);
    const product = length * (lengths[row] ?? 0);
    similarity[at] = product === 0 ? 0 : dot / product;
    // Lets other requests run in between.
    if (at % rowsAtOnce === rowsAtOnce - 1) await new Promise(setImmediate);
  }
  return similarity;
}
