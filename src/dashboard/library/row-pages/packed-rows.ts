import { createIdIndex, growTable } from './id-index.ts';
import type { Identified, StoredRecord } from './stored-record.ts';
import { readRow, type RowPage } from './row-page.ts';

/** Parsed rows that stay in memory: what is in sight, and what it names. */
const mostParsed = 300;

/**
 * Rows that stay bytes until they are read. An object of every row took 232 MB of memory for 100,000 deals and as long
 * as its parsing at each start (measured: README, Speed).
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
