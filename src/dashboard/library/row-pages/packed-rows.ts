import { type Identified, readRow, readWords, type RowPage, type StoredRecord } from './row-page.ts';

/** A larger copy of an array of numbers, at least so long. */
export function growTable<T extends Uint32Array>(numbers: T, length: number): T {
  if (length <= numbers.length) return numbers;
  const grown = new Uint32Array(Math.max(length, numbers.length * 2)) as T;
  grown.set(numbers);
  return grown;
}

/**
 * Numbers of rows by id. A UUID takes 24 bytes of a table of numbers, where a text in a Map takes over a hundred; any
 * other id is kept in a Map. A number is given once; the newest one of an id stands.
 */
export function createIdIndex() {
  let words = new Uint32Array(0);
  let slots = new Uint32Array(1024);
  let held = 0;
  const others = new Map<string, number>();
  const asked = new Uint32Array(4);

  /** The slot of an id of four numbers, or the free one where it belongs. */
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

  const widen = () => {
    const before = slots;
    slots = new Uint32Array(before.length * 2);
    for (const row of before) if (row > 0) slots[findSlot(words, (row - 1) * 4)] = row;
  };

  const putWords = (source: Uint32Array, from: number, row: number) => {
    words = growTable(words, (row + 1) * 4);
    for (let at = 0; at < 4; at += 1) words[row * 4 + at] = source[from + at] ?? 0;
    const slot = findSlot(source, from);
    if (slots[slot] === 0) held += 1;
    slots[slot] = row + 1;
    if (held * 2 > slots.length) widen();
  };

  const findWords = (source: Uint32Array, from: number): number => (slots[findSlot(source, from)] ?? 0) - 1;

  return {
    /** The number of an id; -1 when there is none. */
    find: (id: string): number => (readWords(id, asked, 0) ? findWords(asked, 0) : (others.get(id) ?? -1)),
    /** The same for an id that is four numbers already. */
    findWords,
    put: (id: string, row: number): void => {
      if (readWords(id, asked, 0)) putWords(asked, 0, row);
      else others.set(id, row);
    },
    putWords,
    clear: (): void => {
      words = new Uint32Array(0);
      slots = new Uint32Array(1024);
      held = 0;
      others.clear();
    },
  };
}

/** Parsed rows that stay in memory: what is in sight, and what it names. */
const mostParsed = 300;

/**
 * Rows that stay bytes until they are read. An object of every row took 232 MB of memory for 100,000 deals and as long
 * as its parsing at each start (measured).
 */
export function createPackedRows<R extends Identified>() {
  const pages: RowPage[] = [];
  const index = createIdIndex();
  /** Of each row its page and its place there. */
  let pageOf = new Uint32Array(0);
  let placeOf = new Uint32Array(0);
  let count = 0;
  let live = 0;
  const parsed = new Map<number, R>();

  const timeOf = (row: number): number | undefined => pages[pageOf[row] ?? 0]?.times[placeOf[row] ?? 0];

  const find = (id: string): number => index.find(id);

  const parse = (row: number): R => readRow(pages[pageOf[row] ?? 0] as RowPage, placeOf[row] ?? 0) as R;

  const read = (row: number): R => {
    const held = parsed.get(row);
    if (held) return held;
    const made = parse(row);
    if (parsed.size >= mostParsed) {
      // The oldest half goes, in one step.
      let left = mostParsed / 2;
      for (const key of parsed.keys()) if (left-- > 0) parsed.delete(key);
    }
    parsed.set(row, made);
    return made;
  };

  /** Takes in a page; of two rows with one id the newer stands, of equals the one that comes later. */
  const add = (page: RowPage): void => {
    const at = pages.push(page) - 1;
    const { ids, times } = page;
    pageOf = growTable(pageOf, count + times.length);
    placeOf = growTable(placeOf, count + times.length);
    for (let place = 0; place < times.length; place += 1) {
      const row = count;
      count += 1;
      pageOf[row] = at;
      placeOf[row] = place;
      const before = ids instanceof Uint32Array ? index.findWords(ids, place * 4) : index.find(ids[place] ?? '');
      if (before >= 0 && (timeOf(before) ?? 0) > (times[place] ?? 0)) continue;
      if (before < 0) live += 1;
      if (ids instanceof Uint32Array) index.putWords(ids, place * 4, row);
      else index.put(ids[place] ?? '', row);
    }
  };

  /** Every row that stands, parsed one by one and not kept. */
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
