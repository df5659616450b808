import type { RecordCache } from '../db/page.ts';

/** The most records that are kept, of a few kilobytes each. */
const maxRecords = 5_000;

/** Keeps records that were read; of too many the one that was found longest ago goes. */
export function createRecordCache(): RecordCache {
  const records = new Map<string, object>();
  const keep = (key: string, record: object) => {
    records.delete(key);
    records.set(key, record);
  };
  return {
    find(kind, id) {
      const key = `${kind} ${id}`;
      const record = records.get(key);
      if (record) keep(key, record);
      return record;
    },
    keep(kind, id, record) {
      keep(`${kind} ${id}`, record);
      for (const first of records.keys()) {
        if (records.size <= maxRecords) break;
        records.delete(first);
      }
    },
  };
}
