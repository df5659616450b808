import { z } from 'zod';

/**
 * A vector for each word piece of a model, indexed by its token. A number of a piece is its byte times the scale of the
 * piece; a scale of 0 leaves a piece out.
 */
type WordTable = { readonly dimensions: number; readonly scales: Float32Array; readonly bytes: Int8Array };

/** A word piece, and the model's vector of it alone. */
export type WordPiece = { readonly piece: string; readonly vector: Float32Array };

const maxDimensions = 256;
const maxByte = 127;
/** Word pieces of this frequency count half, as in smooth inverse frequency; chosen on the tuning queries. */
const halfFrequency = 3e-4;
/** Enough for the subspace that holds nearly all of the variance. */
const rounds = 15;
/** What is never part of a text, such as [CLS] and [unused12]. */
const marker = /^\[.+\]$/;

/**
 * Reduces the vectors of all pieces, by token, to the directions in which they differ most, and weighs each piece: a
 * vocabulary lists pieces by falling frequency, after single characters, which count least.
 */
export function distilWordTable(pieces: readonly WordPiece[]): WordTable {
  const used = pieces.map(({ piece }) => !marker.test(piece));
  const vectors = center(pieces, used);
  const directions = findDirections(vectors);
  const table = {
    dimensions: directions.length,
    scales: new Float32Array(pieces.length),
    bytes: new Int8Array(pieces.length * directions.length),
  };
  const weigh = createWeigh(pieces.length);
  let rank = 0;
  pieces.forEach(({ piece }, token) => {
    const vector = vectors[token];
    if (!vector) return;
    if (piece.length > 1) rank += 1;
    const values = directions.map((direction) => multiply(direction, vector));
    const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (largest === 0) return;
    table.scales[token] = (weigh(rank) * largest) / maxByte;
    values.forEach((value, at) => {
      table.bytes[token * table.dimensions + at] = Math.round((value / largest) * maxByte);
    });
  });
  return table;
}

/** How much a piece counts by its rank, 0 for single characters, if frequencies follow Zipf's law. */
function createWeigh(pieces: number): (rank: number) => number {
  const harmonic = Math.log(pieces) + 0.577;
  return (rank) => halfFrequency / (halfFrequency + 1 / (rank + 2) / harmonic);
}

/** The vectors at length 1 minus their mean; undefined for pieces that are not used. */
function center(pieces: readonly WordPiece[], used: readonly boolean[]): (Float64Array | undefined)[] {
  const vectors = pieces.map(({ vector }, token) => {
    const length = Math.hypot(...vector);
    return used[token] && length > 0 ? Float64Array.from(vector, (value) => value / length) : undefined;
  });
  const present = vectors.filter((vector) => vector !== undefined);
  const mean = new Float64Array(present[0]?.length ?? 0);
  for (const vector of present) vector.forEach((value, at) => (mean[at] = (mean[at] ?? 0) + value / present.length));
  for (const vector of present) vector.forEach((value, at) => (vector[at] = value - (mean[at] ?? 0)));
  return vectors;
}

/**
 * An orthonormal basis of the subspace in which vectors vary most, by orthogonal iteration on their covariance. The
 * single directions are not the principal components, which angles within the subspace do not need.
 */
function findDirections(vectors: readonly (Float64Array | undefined)[]): Float64Array[] {
  const present = vectors.filter((vector) => vector !== undefined);
  const size = present[0]?.length ?? 0;
  const covariance = Array.from({ length: size }, () => new Float64Array(size));
  for (const vector of present) {
    for (let row = 0; row < size; row += 1) {
      const [value, sums] = [vector[row] ?? 0, covariance[row]];
      if (sums) for (let at = 0; at < size; at += 1) sums[at] = (sums[at] ?? 0) + value * (vector[at] ?? 0);
    }
  }
  let directions: Float64Array[] = Array.from({ length: Math.min(size, maxDimensions) }, (_, row) =>
    Float64Array.from({ length: size }, (__, at) => Math.sin((row + 1) * (at + 1) * 12.9898)),
  );
  for (let round = 0; round < rounds; round += 1)
    directions = orthonormalize(
      directions.map((direction) => Float64Array.from(covariance, (row) => multiply(row, direction))),
    );
  return directions;
}

/** Gram-Schmidt; a direction that depends on the ones before it is dropped. */
function orthonormalize(directions: readonly Float64Array[]): Float64Array[] {
  const kept: Float64Array[] = [];
  for (const direction of directions) {
    const before = Math.hypot(...direction);
    for (const other of kept) {
      const share = multiply(other, direction);
      for (let at = 0; at < direction.length; at += 1) direction[at] = (direction[at] ?? 0) - share * (other[at] ?? 0);
    }
    const length = Math.hypot(...direction);
    if (length > before * 1e-9) kept.push(direction.map((value) => value / length));
  }
  return kept;
}

function multiply(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** The sum of the vectors of some tokens. */
export function sumPieces({ dimensions, scales, bytes }: WordTable, tokens: readonly number[]): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const token of tokens) {
    const [scale, from] = [scales[token] ?? 0, token * dimensions];
    if (scale > 0)
      for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] ?? 0) + scale * (bytes[from + at] ?? 0);
  }
  return sum;
}

/** The first line of a table's file. */
const heading = z.object({ model: z.string(), pieces: z.int().min(1), dimensions: z.int().min(1).max(maxDimensions) });

/** A table as a file: a line that names the digest of its model, the scales and the bytes. */
export function packWordTable(model: string, { dimensions, scales, bytes }: WordTable): Buffer {
  const line = `${JSON.stringify({ model, pieces: scales.length, dimensions })}\n`;
  const content = [scales, bytes].map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
  return Buffer.concat([Buffer.from(line), ...content]);
}

/** Reads a file; undefined if it is incomplete or of a model with another digest. */
export function unpackWordTable(file: Buffer, model: string): WordTable | undefined {
  const end = file.indexOf('\n');
  const read = heading.safeParse(parseLine(file.toString('utf8', 0, Math.max(0, end))));
  if (!read.success || read.data.model !== model) return undefined;
  const { pieces, dimensions } = read.data;
  const content = Uint8Array.from(file.subarray(end + 1)).buffer;
  const scaleBytes = pieces * Float32Array.BYTES_PER_ELEMENT;
  if (content.byteLength !== scaleBytes + pieces * dimensions) return undefined;
  return { dimensions, scales: new Float32Array(content, 0, pieces), bytes: new Int8Array(content, scaleBytes) };
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
