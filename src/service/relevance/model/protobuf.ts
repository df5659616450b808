/** The parts of protocol buffers that ONNX files need. A field is its number and its value. */

const wire = { varint: 0, bytes: 2, float: 5 } as const;

function encodeVarint(value: number): Buffer {
  return value < 128
    ? Buffer.from([value])
    : Buffer.concat([Buffer.from([(value % 128) + 128]), encodeVarint(Math.floor(value / 128))]);
}

/** A non-negative integer as a field. */
export const encodeNumber = (field: number, value: number): Buffer =>
  Buffer.concat([encodeVarint(field * 8 + wire.varint), encodeVarint(value)]);

/** A 32-bit floating-point number as a field. */
export function encodeFloat(field: number, value: number): Buffer {
  const float = Buffer.alloc(4);
  float.writeFloatLE(value);
  return Buffer.concat([encodeVarint(field * 8 + wire.float), float]);
}

/** Bytes as a field. */
export const encodeBytes = (field: number, value: Buffer): Buffer =>
  Buffer.concat([encodeVarint(field * 8 + wire.bytes), encodeVarint(value.length), value]);

/** A text as a field. */
export const encodeText = (field: number, value: string): Buffer => encodeBytes(field, Buffer.from(value));

/** Encoded fields as one field. */
export const encodeMessage = (field: number, parts: readonly Buffer[]): Buffer =>
  encodeBytes(field, Buffer.concat(parts));

/** The fields of a message by number, in order: integers as numbers, all others as bytes. */
export function readFields(message: Buffer): Map<number, (number | Buffer)[]> {
  const fields = new Map<number, (number | Buffer)[]>();
  let at = 0;
  const readVarint = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++];
      if (byte === undefined) throw new Error('The message is cut off.');
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = readVarint();
    const type = tag % 8;
    if (type === wire.varint) add(Math.floor(tag / 8), readVarint());
    else {
      const length = type === wire.bytes ? readVarint() : type === wire.float ? 4 : 8;
      add(Math.floor(tag / 8), message.subarray(at, at + length));
      at += length;
    }
  }
  return fields;

  function add(field: number, value: number | Buffer): void {
    const before = fields.get(field);
    if (before) before.push(value);
    else fields.set(field, [value]);
  }
}
