import { productBytes, productsModule } from '../ranking/products.ts';
import type { SharedVectors } from '../ranking/cosines.ts';

/** At 500,000 companies the vectors of a gateway take half a megabyte for each dimension. */
const maxDimensions = 384;
const maxByte = 127;

/**
 * A vector as signed bytes: angles stay, lengths do not. A vector with more dimensions than we keep is projected along
 * fixed random directions, which changes angles by about a twentieth.
 */
export function toBytes(values: readonly number[]): Int8Array {
  const shortened = values.length <= maxDimensions ? values : project(values);
  const largest = shortened.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Int8Array.from(shortened, (value) => (largest === 0 ? 0 : Math.round((value / largest) * maxByte)));
}

/** Adds every number to each remaining one, with a sign derived from both positions. */
function project(values: readonly number[]): number[] {
  return Array.from({ length: maxDimensions }, (_, to) => {
    let sum = 0;
    for (let from = 0; from < values.length; from++) {
      const mixed = Math.imul((from + 1) * 0x9e3779b1 + to * 0x85ebca6b, 0xc2b2ae35);
      sum += ((mixed ^ (mixed >>> 15)) & 0x4000 ? 1 : -1) * (values[from] ?? 0);
    }
    return sum;
  });
}

/** The vectors of all companies of one load. */
export type VectorIndex = SharedVectors & { readonly generation: number };

const pageBytes = 65_536;

/** Creates an index without vectors, in memory that threads share. */
export function createVectorIndex(generation: number, companies: number, dimensions: number): VectorIndex {
  const stride = Math.ceil(dimensions / productBytes) * productBytes;
  const pages = Math.ceil(((companies + 1) * stride + companies * Int32Array.BYTES_PER_ELEMENT) / pageBytes);
  return {
    generation,
    stride,
    products: productsModule,
    memory: new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true }),
    ids: new Int32Array(new SharedArrayBuffer(companies * Int32Array.BYTES_PER_ELEMENT)),
    lengths: new Float32Array(new SharedArrayBuffer(companies * Float32Array.BYTES_PER_ELEMENT)),
  };
}

/** Stores the vector of a company in an index. */
export function storeVector(
  { memory, stride, ids, lengths }: VectorIndex,
  row: number,
  id: number,
  vector: Int8Array,
): void {
  new Int8Array(memory.buffer, row * stride, stride).set(vector);
  ids[row] = id;
  lengths[row] = Math.hypot(...vector);
}
