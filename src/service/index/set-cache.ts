import type { Predicate } from '../db/predicates.ts';
import { LruCache } from '../lru-cache.ts';
import type { Bits } from './bits.ts';
import type { IndexedTables } from './read-records.ts';

/** With a million records each set takes 125 kB. */
const maxSets = 128;

/** Sets that are slow to find and needed often: records of a place or industry, people with a title. */
const cachedSets = new WeakMap<IndexedTables, LruCache<Bits>>();

/** The set of a predicate, if it is cached. */
export const findCachedSet = (records: IndexedTables, predicate: Predicate): Bits | undefined =>
  cachedSets.get(records)?.get(JSON.stringify(predicate));

/** The set of a predicate; `find` runs only if it is not cached. */
export function cacheSet(records: IndexedTables, predicate: Predicate, find: () => Bits): Bits {
  const cache = cachedSets.get(records) ?? new LruCache<Bits>(maxSets);
  cachedSets.set(records, cache);
  const key = JSON.stringify(predicate);
  const bits = cache.get(key) ?? find();
  cache.set(key, bits);
  return bits;
}
