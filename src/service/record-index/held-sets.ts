import type { Predicate } from '../db/predicates.ts';
import type { Bits } from './bits.ts';
import type { IndexedTables } from './read-records.ts';

/** The most sets that are held; of a million records each takes 125 kB. */
const maxHeld = 128;

/** Sets that took long to find and are asked for often: records of a place or industry, people with a title. */
const heldSets = new WeakMap<IndexedTables, Map<string, Bits>>();

/** The set of a predicate, when it is held. */
export const findHeldSet = (records: IndexedTables, predicate: Predicate): Bits | undefined =>
  heldSets.get(records)?.get(JSON.stringify(predicate));

/** The set of a predicate, found once; of too many sets the one that was asked for longest ago goes. */
export function holdSet(records: IndexedTables, predicate: Predicate, find: () => Bits): Bits {
  const held = heldSets.get(records) ?? new Map<string, Bits>();
  heldSets.set(records, held);
  const key = JSON.stringify(predicate);
  const bits = held.get(key) ?? find();
  held.delete(key);
  held.set(key, bits);
  for (const first of held.keys()) if (held.size > maxHeld) held.delete(first);
  return bits;
}
