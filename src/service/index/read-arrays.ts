import { currentGeneration } from '../db/permalinks.ts';
import type { Connection } from '../db/pool.ts';

/** Thrown when an import replaced the records while they were read. */
export class ReplacedRecords extends Error {
  override readonly name = 'ReplacedRecords';
}

const send = {
  id: (sql: string) => `int4send(${sql})`,
  code: (sql: string) => `int2send((${sql})::smallint)`,
  amount: (sql: string) => `float8send(coalesce(${sql}, 'NaN'))`,
  moment: (sql: string) => `timestamptz_send(coalesce(${sql}, '-infinity'))`,
  line: (sql: string) => `convert_to(${sql} || E'\\n', 'UTF8')`,
};
type ValueKind = keyof typeof send;

/** What `readArrays` returns for a kind of value. */
type ValueArray<K extends ValueKind> = K extends 'id'
  ? Int32Array
  : K extends 'code'
    ? Int16Array
    : K extends 'line'
      ? Uint8Array
      : Float64Array;

/**
 * Reads columns of a FROM clause as typed arrays, in its order. PostgreSQL joins the values of each to one string of
 * bytes, which this process only copies.
 */
export async function readArrays<const K extends readonly ValueKind[]>(
  connection: Connection,
  generation: number,
  columns: { readonly [N in keyof K]: readonly [kind: K[N], sql: string] },
  from: string,
): Promise<{ [N in keyof K]: ValueArray<K[N]> }> {
  const values = columns.map(([kind, sql]) => `string_agg(${send[kind](sql)}, ''::bytea)`);
  const [current, ...fields] = await readFields(
    connection,
    `SELECT int8send(${currentGeneration(connection).text}), ${values.join(', ')} FROM ${from}`,
  );
  if (current === undefined || Number(current.readBigInt64BE()) !== generation) throw new ReplacedRecords();
  return columns.map(([kind], at) => decode[kind](fields[at] ?? Buffer.alloc(0))) as {
    [N in keyof K]: ValueArray<K[N]>;
  };
}

const decode: { [K in ValueKind]: (bytes: Buffer) => ValueArray<K> } = {
  id: (bytes) => new Int32Array(bytes.swap32().buffer),
  code: (bytes) => new Int16Array(bytes.swap16().buffer),
  amount: (bytes) => new Float64Array(bytes.swap64().buffer),
  moment(bytes) {
    const halves = new Int32Array(bytes.swap64().buffer);
    const values = new Float64Array(bytes.buffer);
    for (let at = 0; at < values.length; at += 1) {
      const high = halves[2 * at + 1] as number;
      // The lowest number stands for minus infinity.
      values[at] = high === -(2 ** 31) ? NaN : high * 2 ** 32 + ((halves[2 * at] as number) >>> 0);
    }
    return values;
  },
  line: (bytes) => bytes,
};

/** Bytes before the length of the first field: signature, flags, extension, number of fields. */
const headerLength = 21;

/** The fields of the only row of a query, as PostgreSQL sends them in binary. */
async function readFields(connection: Connection, query: string): Promise<Buffer[]> {
  const fields: Buffer[] = [];
  let wanted = headerLength;
  let head = Buffer.alloc(0);
  let missing = 0;
  for await (const chunk of connection.copyOut(`COPY (${query}) TO STDOUT (FORMAT binary)`)) {
    let at = 0;
    while (at < chunk.length) {
      const field = fields.at(-1);
      if (field && missing > 0) {
        const copied = chunk.copy(field, field.length - missing, at);
        missing -= copied;
        at += copied;
        continue;
      }
      const part = chunk.subarray(at, at + wanted - head.length);
      head = Buffer.concat([head, part]);
      at += part.length;
      if (head.length < wanted) break;
      if (wanted !== headerLength) {
        missing = Math.max(0, head.readInt32BE());
        // Not from Node's buffer pool: a typed array must begin at the first byte.
        fields.push(Buffer.allocUnsafeSlow(missing));
      }
      head = Buffer.alloc(0);
      wanted = 4;
    }
  }
  return fields;
}
