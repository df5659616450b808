import type { RowCache } from '../db/page.ts';

/** The most rows that are kept, of a few kilobytes each. */
const maxRows = 5_000;

/** Keeps rows that were read; of too many the one that was found longest ago goes. */
export function createRowCache(): RowCache {
  const rows = new Map<string, object>();
  const keep = (key: string, row: object) => {
    rows.delete(key);
    rows.set(key, row);
  };
  return {
    find(kind, id) {
      const key = `${kind} ${id}`;
      const row = rows.get(key);
      if (row) keep(key, row);
      return row;
    },
    keep(kind, id, row) {
      keep(`${kind} ${id}`, row);
      for (const first of rows.keys()) {
        if (rows.size <= maxRows) break;
        rows.delete(first);
      }
    },
  };
}
