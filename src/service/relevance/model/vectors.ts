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

/** The vectors of all companies of one load, one behind the other. */
export type VectorIndex = {
  readonly generation: number;
  readonly ids: Int32Array;
  readonly dimensions: number;
  readonly bytes: Int8Array;
};

const rowsAtOnce = 20_000;
/** A company this many standard deviations above the mean similarity has relevance 1. */
const certainDeviations = 6;

/**
 * The relevance of each company by its vector's angle to that of a text. Models differ in how similar unrelated
 * texts are, so a similarity is rated by its distance from the mean.
 */
export async function scoreVectors(index: VectorIndex, query: Int8Array): Promise<Float64Array> {
  const { ids, dimensions, bytes } = index;
  const similarity = new Float64Array(ids.length);
  for (let row = 0; row < ids.length; row++) {
    let dot = 0;
    let square = 0;
    for (let at = 0, place = row * dimensions; at < dimensions; at++, place++) {
      const value = bytes[place] ?? 0;
      dot += value * (query[at] ?? 0);
      square += value * value;
    }
    similarity[row] = square === 0 ? 0 : dot / Math.sqrt(square);
    // Lets other requests run in between.
    if (row % rowsAtOnce === rowsAtOnce - 1) await new Promise(setImmediate);
  }
  const mean = similarity.reduce((sum, value) => sum + value, 0) / Math.max(1, similarity.length);
  const spread = Math.sqrt(
    similarity.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, similarity.length),
  );
  return similarity.map((value) =>
    spread === 0 ? 0 : Math.min(1, Math.max(0, (value - mean) / spread / certainDeviations)),
  );
}
