/** A record of the service: everything has an id. */
export type Identified = { readonly id: string };

/** A record with the moment at which it arrived, in milliseconds: of two with one id, the newer one counts. */
export type StoredRecord<R extends Identified> = { readonly at: number; readonly row: R };

/** Rows as bytes, as the device and the memory hold them: a row is parsed when it is read, not before. */
export type RowPage = {
  readonly ids: readonly string[] | Uint32Array;
  /** When each row came, in milliseconds. */
  readonly times: Float64Array;
  /** Where each row begins in `bytes`, and where the last one ends. */
  readonly starts: Uint32Array;
  readonly bytes: Uint8Array;
  /** The lists of members that objects of this page have, so that no row repeats them. */
  readonly shapes: readonly (readonly string[])[];
};

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** How many rows make one page of bytes. */
export const pageRows = 1000;

/** Packs rows; what JSON does not know (an undefined member) is left out, as a backup leaves it out too. */
export function packRowPage(rows: readonly StoredRecord<Identified>[]): RowPage {
  const shapes = createShapes();
  const texts = rows.map(({ row }) => encoder.encode(JSON.stringify(shapes.pack(row))));
  const starts = new Uint32Array(rows.length + 1);
  texts.forEach((text, at) => (starts[at + 1] = (starts[at] ?? 0) + text.length));
  const bytes = new Uint8Array(starts[rows.length] ?? 0);
  texts.forEach((text, at) => bytes.set(text, starts[at]));
  const ids = rows.map(({ row }) => row.id);
  return {
    ids: toWords(ids) ?? ids,
    times: Float64Array.from(rows, ({ at }) => at),
    starts,
    bytes,
    shapes: shapes.list,
  };
}

/** One row of a page, parsed. */
export function readRow({ bytes, starts, shapes }: RowPage, at: number): unknown {
  const text = decoder.decode(bytes.subarray(starts[at], starts[at + 1]));
  return unpack(JSON.parse(text) as Packed, shapes);
}

/** All rows of a page with their times. */
export const readRows = <R extends Identified>(page: RowPage): StoredRecord<R>[] =>
  Array.from(page.times, (time, at) => ({ at: time, row: readRow(page, at) as R }));

/** An array begins with 0, an object with the number of its shape, counted from 1. */
type Packed = string | number | boolean | null | Packed[];

/** Gathers the lists of members while rows are packed. */
function createShapes() {
  const list: string[][] = [];
  const known = new Map<string, number>();
  const readShape = (members: string[]): number => {
    const name = JSON.stringify(members);
    const held = known.get(name) ?? list.push(members);
    known.set(name, held);
    return held;
  };
  const pack = (value: unknown): Packed => {
    if (typeof value !== 'object' || value === null) return (value ?? null) as Packed;
    if (Array.isArray(value)) return [0, ...value.map(pack)];
    // A member of that name would become the prototype of what is read.
    const members = Object.entries(value).filter(([name, one]) => one !== undefined && name !== '__proto__');
    return [readShape(members.map(([name]) => name)), ...members.map(([, one]) => pack(one))];
  };
  return { list, pack };
}

function unpack(value: Packed, shapes: RowPage['shapes']): unknown {
  if (!Array.isArray(value)) return value;
  const shape = shapes[(value[0] as number) - 1];
  if (!shape) return value.slice(1).map((one) => unpack(one, shapes));
  const made: Record<string, unknown> = {};
  for (let at = 0; at < shape.length; at += 1) made[shape[at] ?? ''] = unpack(value[at + 1] ?? null, shapes);
  return made;
}

/** The ids as four numbers each; undefined when one is no lower-case UUID. */
function toWords(ids: readonly string[]): Uint32Array | undefined {
  const words = new Uint32Array(ids.length * 4);
  return ids.every((id, at) => readWords(id, words, at * 4)) ? words : undefined;
}

/** Writes an id as four numbers; false when it is no lower-case UUID. */
export function readWords(id: string, into: Uint32Array, from: number): boolean {
  if (id.length !== 36) return false;
  let word = 0;
  let digits = 0;
  for (let at = 0; at < 36; at += 1) {
    const code = id.charCodeAt(at);
    if (at === 8 || at === 13 || at === 18 || at === 23) {
      if (code !== 45) return false;
      continue;
    }
    const digit = code >= 48 && code <= 57 ? code - 48 : code >= 97 && code <= 102 ? code - 87 : -1;
    if (digit < 0) return false;
    word = (word << 4) | digit;
    digits += 1;
    if (digits % 8 === 0) into[from + digits / 8 - 1] = word;
  }
  return true;
}
