import { readFields } from './protobuf.ts';

/** Numbers with their dimensions, row by row. */
export type Tensor = { readonly values: Float32Array; readonly dims: readonly number[] };

/** The weights of a BERT encoder. */
export type BertWeights = {
  /** Embeddings, biases and norms by their name, such as `embeddings.LayerNorm.bias`. */
  readonly get: (name: string) => Tensor;
  /** The weights of a linear layer as inputs by outputs, such as `encoder.layer.0.output.dense`. */
  readonly getLinear: (name: string) => Tensor;
  readonly layers: number;
};

const float32 = 1;

/** Reads the weights of an encoder that PyTorch exported as ONNX with 32-bit weights. Throws if one is missing. */
export function readBertWeights(file: Buffer): BertWeights {
  const [graph] = readFields(file).get(7) ?? [];
  if (!(graph instanceof Buffer)) throw new Error('The model has no graph.');
  const parts = readFields(graph);
  const tensors = new Map<string, Tensor>();
  for (const part of parts.get(5) ?? []) {
    const fields = readFields(part as Buffer);
    const raw = fields.get(9)?.[0];
    if (!(raw instanceof Buffer) || fields.get(2)?.[0] !== float32) continue;
    tensors.set(String(fields.get(8)?.[0]), {
      values: new Float32Array(new Uint8Array(raw).buffer),
      dims: (fields.get(1) ?? []).map(Number),
    });
  }
  const linear = new Map<string, Tensor>();
  for (const part of parts.get(1) ?? []) {
    const fields = readFields(part as Buffer);
    const weights = tensors.get(String(fields.get(1)?.[1]));
    // The exporter gives the weights of linear layers no name, but their node has one.
    const [, name = ''] = /^\/?(?:bert\/)?(.*)\/MatMul/.exec(String(fields.get(3)?.[0])) ?? [];
    if (String(fields.get(4)?.[0]) === 'MatMul' && weights) linear.set(name.replaceAll('/', '.'), weights);
  }
  const find = (all: ReadonlyMap<string, Tensor>, name: string) => {
    const tensor = all.get(name) ?? all.get(`bert.${name}`);
    if (!tensor) throw new Error(`The model has no ${name}.`);
    return tensor;
  };
  const layers = [...linear.keys()].filter((name) => /^encoder\.layer\.\d+\.output\.dense$/.test(name)).length;
  return { get: (name) => find(tensors, name), getLinear: (name) => find(linear, name), layers };
}
