/** A record of the service; every record has an id. */
export type Identified = { readonly id: string };

/** A record with the time at which it arrived, in milliseconds: of two with one id, the newer one counts. */
export type StoredRecord<R extends Identified> = { readonly at: number; readonly row: R };

/** Additions to a store: the device stores them, and other tabs take them over. */
export type Addition<R extends Identified> = {
  readonly rows: readonly StoredRecord<R>[];
  readonly unknown: readonly string[];
};

/** Rows as bytes, on the device and in memory: a row is parsed only when it is read. */
export type RowPage = {
  readonly ids: readonly string[] | Uint32Array;
  /** When each row arrived, in milliseconds. */
  readonly times: Float64Array;
  /** Where each row begins in `bytes`, and where the last one ends. */
  readonly starts: Uint32Array;
  readonly bytes: Uint8Array;
  /** The lists of members of objects on this page, so that no row repeats them. */
  readonly shapes: readonly (readonly string[])[];
};

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The number of rows in a page of bytes. */
export const pageRows = 1000;

/** Packs rows; values that JSON does not have (undefined) are left out, as in a backup. */
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
export const unpackRows = <R extends Identified>(page: RowPage): StoredRecord<R>[] =>
  Array.from(page.times, (time, at) => ({ at: time, row: readRow(page, at) as R }));

/** An array begins with 0, an object with the number of its shape, counted from 1. */
type Packed = string | number | boolean | null | Packed[];

/** Collects the lists of members while rows are packed. */
function createShapes() {
  const list: string[][] = [];
  const known = new Map<string, number>();
  const findShape = (members: string[]): number => {
    const name = JSON.stringify(members);
    const held = known.get(name) ?? list.push(members);
    known.set(name, held);
    return held;
  };
  const pack = (value: unknown): Packed => {
    if (typeof value !== 'object' || value === null) return (value ?? null) as Packed;
    if (Array.isArray(value)) return [0, ...value.map(pack)];
    // A member with this name would become the prototype of the parsed object.
    const members = Object.entries(value).filter(([name, one]) => one !== undefined && name !== '__proto__');
    return [findShape(members.map(([name]) => name)), ...members.map(([, one]) => pack(one))];
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

/** The ids as four numbers each; undefined if one is not a lower-case UUID. */
function toWords(ids: readonly string[]): Uint32Array | undefined {
  const words = new Uint32Array(ids.length * 4);
  return ids.every((id, at) => parseIdWords(id, words, at * 4)) ? words : undefined;
}

/** Writes an id as four numbers; false if it is not a lower-case UUID. */
function parseIdWords(id: string, into: Uint32Array, from: number): boolean {
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

/** A larger copy of an array of numbers, at least this long. */
function growTable<T extends Uint32Array>(numbers: T, length: number): T {
  if (length <= numbers.length) return numbers;
  const grown = new Uint32Array(Math.max(length, numbers.length * 2)) as T;
  grown.set(numbers);
  return grown;
}

/**
 * Numbers of rows by id. A UUID takes 24 bytes in a table of numbers, but over a hundred as a text in a Map; any other
 * id is in a Map. Room for a number is reserved before it is assigned; the newest one of an id counts.
 */
function createIdIndex() {
  let words = new Uint32Array(0);
  let slots = new Uint32Array(1024);
  const others = new Map<string, number>();
  const parsed = new Uint32Array(4);

  /** The slot of an id of four numbers, or the free slot for it. */
  const findSlot = (source: Uint32Array, from: number): number => {
    const a = source[from] ?? 0;
    const b = source[from + 1] ?? 0;
    const c = source[from + 2] ?? 0;
    const d = source[from + 3] ?? 0;
    const last = slots.length - 1;
    const folded = a ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35) ^ Math.imul(d, 0x27d4eb2f);
    const mixed = Math.imul(folded, 0x9e3779b1);
    for (let slot = (mixed ^ (mixed >>> 15)) & last; ; slot = (slot + 1) & last) {
      const row = slots[slot] ?? 0;
      if (row === 0) return slot;
      const at = (row - 1) * 4;
      if (words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d) return slot;
    }
  };

  /** Allocates space for this many rows and ids. */
  const reserve = (count: number) => {
    words = growTable(words, count * 4);
    if (count * 2 <= slots.length) return;
    const before = slots;
    slots = new Uint32Array(2 ** Math.ceil(Math.log2(count * 2)));
    for (const row of before) if (row > 0) slots[findSlot(words, (row - 1) * 4)] = row;
  };

  const findWords = (source: Uint32Array, from: number): number => (slots[findSlot(source, from)] ?? 0) - 1;

  const putWords = (source: Uint32Array, from: number, row: number): number => {
    const slot = findSlot(source, from);
    const before = (slots[slot] ?? 0) - 1;
    slots[slot] = row + 1;
    for (let at = 0; at < 4; at += 1) words[row * 4 + at] = source[from + at] ?? 0;
    return before;
  };

  return {
    reserve,
    /** The number of an id; -1 if there is none. */
    find: (id: string): number => (parseIdWords(id, parsed, 0) ? findWords(parsed, 0) : (others.get(id) ?? -1)),
    /** The same for an id that is already four numbers. */
    findWords,
    /** Assigns a number to an id; returns the previous one, or -1. */
    put: (id: string, row: number): number => {
      if (parseIdWords(id, parsed, 0)) return putWords(parsed, 0, row);
      const before = others.get(id) ?? -1;
      others.set(id, row);
      return before;
    },
    putWords,
    clear: (): void => {
      words = new Uint32Array(0);
      slots = new Uint32Array(1024);
      others.clear();
    },
  };
}

/** The number of parsed rows that stay in memory: those on screen, and the records that they name. */
const maxParsed = 300;

/**
 * Rows that stay bytes until they are read. As objects, the rows of 100,000 deals took 232 MB of memory, and all had to
 * be parsed at each start (measured).
 */
export function createPackedRows<R extends Identified>() {
  const pages: RowPage[] = [];
  const index = createIdIndex();
  /** The page of each row, and its position there. */
  let pageOf = new Uint32Array(0);
  let placeOf = new Uint32Array(0);
  let count = 0;
  let live = 0;
  const parsed = new Map<number, R>();

  const timeOf = (row: number): number | undefined => pages[pageOf[row] ?? 0]?.times[placeOf[row] ?? 0];

  const { find } = index;

  const parse = (row: number): R => readRow(pages[pageOf[row] ?? 0] as RowPage, placeOf[row] ?? 0) as R;

  const read = (row: number): R => {
    const held = parsed.get(row);
    if (held) return held;
    const made = parse(row);
    if (parsed.size >= maxParsed) {
      // Removes the oldest half, in one step.
      let left = maxParsed / 2;
      for (const key of parsed.keys()) if (left-- > 0) parsed.delete(key);
    }
    parsed.set(row, made);
    return made;
  };

  const addPage = (page: RowPage): void => {
    const at = pages.push(page) - 1;
    const { ids, times } = page;
    const put = (place: number, row: number) =>
      ids instanceof Uint32Array ? index.putWords(ids, place * 4, row) : index.put(ids[place] ?? '', row);
    for (let place = 0; place < times.length; place += 1) {
      pageOf[count] = at;
      placeOf[count] = place;
      const before = put(place, count);
      if (before < 0) live += 1;
      else if ((timeOf(before) ?? 0) > (times[place] ?? 0)) put(place, before);
      count += 1;
    }
  };

  /** Adds pages; of two rows with one id the newer counts, of equally old ones the later. */
  const add = (...added: readonly RowPage[]): void => {
    const room = added.reduce((sum, { times }) => sum + times.length, count);
    index.reserve(room);
    pageOf = growTable(pageOf, room);
    placeOf = growTable(placeOf, room);
    for (const page of added) addPage(page);
  };

  /** The current row of every id, parsed one by one and not cached. */
  function* all(): Generator<StoredRecord<R>> {
    for (let row = 0; row < count; row += 1) {
      const { ids } = pages[pageOf[row] ?? 0] as RowPage;
      const place = placeOf[row] ?? 0;
      const standing = ids instanceof Uint32Array ? index.findWords(ids, place * 4) : index.find(ids[place] ?? '');
      if (standing === row) yield { at: timeOf(row) ?? 0, row: parse(row) };
    }
  }

  return {
    add,
    all,
    has: (id: string): boolean => find(id) >= 0,
    read: (id: string): R | undefined => {
      const row = find(id);
      return row < 0 ? undefined : read(row);
    },
    readTime: (id: string): number | undefined => {
      const row = find(id);
      return row < 0 ? undefined : timeOf(row);
    },
    count: (): number => live,
    clear: (): void => {
      pages.length = 0;
      index.clear();
      parsed.clear();
      [pageOf, placeOf, count, live] = [new Uint32Array(0), new Uint32Array(0), 0, 0];
    },
  };
}
