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

/** The companies to compare with unrelated texts. */
type UnrelatedRequest = {
  readonly vectors: SharedVectors;
  readonly texts: readonly Int8Array[];
  /** If there are more companies, only every second, third and so on is compared. */
  readonly sample: number;
  readonly smallestSpread: number;
};

/** Compares companies with unrelated texts; models differ in how similar these are. */
export function measureUnrelated({ vectors, texts, sample, smallestSpread }: UnrelatedRequest): UnrelatedSimilarity {
  const step = Math.ceil(vectors.ids.length / sample);
  let [sum, count, highest] = [0, 0, -1];
  for (const text of texts) {
    const cosines = measureCosines(vectors, text, step);
    for (const cosine of cosines) {
      sum += cosine;
      highest = Math.max(highest, cosine);
    }
    count += cosines.length;
  }
  const mean = sum / Math.max(1, count);
  return { mean, highest: Math.max(highest, mean + smallestSpread) };
}

/** The cosine of the angle between a text and every `step`-th company. */
export function measureCosines(vectors: SharedVectors, text: Int8Array, step: number): Float64Array {
  const { memory, products: module, ids, lengths, stride } = vectors;
  const textAt = ids.length * stride;
  const productsAt = textAt + stride;
  new Int8Array(memory.buffer, textAt, stride).fill(0).set(text);
  const products = new Int32Array(memory.buffer, productsAt, Math.ceil(ids.length / step));
  const { exports } = new WebAssembly.Instance(module, { m: { m: memory } });
  if (products.length > 0)
    exports['m']?.(0, textAt, productsAt, productsAt + products.byteLength, stride * step, stride);
  const length = Math.hypot(...text);
  const cosines = new Float64Array(products.length);
  for (let at = 0; at < cosines.length; at += 1) {
    const both = length * (lengths[at * step] ?? 0);
    cosines[at] = both === 0 ? 0 : (products[at] ?? 0) / both;
  }
  return cosines;
}
