import type { Tensor } from './bert-weights.ts';
import { encodeBytes, encodeFloat, encodeMessage, encodeNumber, encodeText } from './protobuf.ts';

/** What an operation may have besides its inputs. */
type NodeOptions = {
  readonly ints?: Readonly<Record<string, number>>;
  readonly floats?: Readonly<Record<string, number>>;
  /** The operator set that it belongs to; ONNX's own by default. */
  readonly domain?: string;
  /** Names of its outputs; by default one output with a generated name. */
  readonly outputs?: readonly string[];
};

const types = { float32: 1, int8: 3, int64: 7 } as const;
const attribute = { float: 1, int: 2 } as const;

/** A graph of operations, to be written as an ONNX file. Everything that is added gets a name, which is returned. */
export class OnnxGraph {
  readonly #nodes: Buffer[] = [];
  readonly #initializers: Buffer[] = [];
  #names = 0;

  addFloats({ values, dims }: Tensor): string {
    return this.#addInitializer(types.float32, Buffer.from(values.buffer, values.byteOffset, values.byteLength), dims);
  }

  addBytes(values: Int8Array, dims: readonly number[]): string {
    return this.#addInitializer(types.int8, Buffer.from(values.buffer, values.byteOffset, values.byteLength), dims);
  }

  addWholeNumbers(values: readonly number[]): string {
    const whole = BigInt64Array.from(values, (value) => BigInt(value));
    return this.#addInitializer(types.int64, Buffer.from(whole.buffer), [values.length]);
  }

  /** Adds an operation with one output. */
  addNode(operation: string, inputs: readonly string[], options: NodeOptions = {}): string {
    const { ints = {}, floats = {}, domain, outputs = [this.#createName()] } = options;
    this.#nodes.push(
      encodeMessage(1, [
        ...inputs.map((name) => encodeText(1, name)),
        ...outputs.map((name) => encodeText(2, name)),
        encodeText(4, operation),
        ...Object.entries(ints).map(([name, value]) =>
          encodeMessage(5, [encodeText(1, name), encodeNumber(3, value), encodeNumber(20, attribute.int)]),
        ),
        ...Object.entries(floats).map(([name, value]) =>
          encodeMessage(5, [encodeText(1, name), encodeFloat(2, value), encodeNumber(20, attribute.float)]),
        ),
        ...(domain === undefined ? [] : [encodeText(7, domain)]),
      ]),
    );
    return outputs[0] ?? '';
  }

  /** Adds an operation with several outputs. */
  addOutputs(operation: string, inputs: readonly string[], count: number): readonly string[] {
    const outputs = Array.from({ length: count }, () => this.#createName());
    this.addNode(operation, inputs, { outputs });
    return outputs;
  }

  /** The file: integer inputs of texts by tokens, and an output of texts by tokens by `size`. */
  build(inputs: readonly string[], output: string, size: number): Buffer {
    const graph = [
      ...this.#nodes,
      encodeText(2, 'encoder'),
      ...this.#initializers,
      ...inputs.map((name) => encodeMessage(11, describeValue(name, types.int64, ['texts', 'tokens']))),
      encodeMessage(12, describeValue(output, types.float32, ['texts', 'tokens', size])),
    ];
    const operations = [
      [encodeText(1, ''), encodeNumber(2, 17)],
      [encodeText(1, 'com.microsoft'), encodeNumber(2, 1)],
    ];
    return Buffer.concat([
      encodeNumber(1, 8),
      encodeMessage(7, graph),
      ...operations.map((parts) => encodeMessage(8, parts)),
    ]);
  }

  #createName(): string {
    return `v${this.#names++}`;
  }

  #addInitializer(type: number, raw: Buffer, dims: readonly number[]): string {
    const name = this.#createName();
    const parts = [...dims.map((dim) => encodeNumber(1, dim)), encodeNumber(2, type), encodeText(8, name)];
    this.#initializers.push(encodeMessage(5, [...parts, encodeBytes(9, raw)]));
    return name;
  }
}

/** A named input or output with its dimensions; a dimension given by name has any size. */
export function describeValue(name: string, type: number, dims: readonly (string | number)[]): Buffer[] {
  const shape = dims.map((dim) =>
    encodeMessage(1, [typeof dim === 'string' ? encodeText(2, dim) : encodeNumber(1, dim)]),
  );
  return [encodeText(1, name), encodeMessage(2, [encodeMessage(1, [encodeNumber(1, type), encodeMessage(2, shape)])])];
}
