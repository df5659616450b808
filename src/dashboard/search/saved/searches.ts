import { z } from 'zod';
import { storedResults } from '../../library/records/records.ts';
import { searchStore } from '../../library/own-work/work-store.ts';
import { createRandomId } from '../../platform/random-id.ts';
import { columnChoice } from '../table/column-choice.ts';
import { findFreeName } from '../../platform/format.ts';

/** The screens that search; each has its name as path and as endpoint. */
export const searchScreens = ['deals', 'companies', 'investors', 'people'] as const;

/** A search as it is kept, shared and exported: the address of its screen, and the body that it sends. */
export const search = z.object({
  name: z.string().trim().min(1).max(120),
  screen: z.enum(searchScreens),
  /** The search part of the address, with its query mark. */
  search: z.string().max(60_000),
  body: z.record(z.string(), z.unknown()),
  columns: columnChoice.nullable(),
});
export type Search = z.infer<typeof search>;

/** When a search was saved or changed, and whether it was deleted since, so that merging does not bring it back. */
const keptSearch = search.extend({ savedAt: z.number(), deleted: z.boolean().optional() });
export type SavedSearch = z.infer<typeof keptSearch> & { readonly id: string };

/** What a look for new rows found. */
const found = z.object({
  /** The UTC day from which it counted, that day included. */
  since: z.string(),
  /** Rows added since; null where the service gave no total. */
  total: z.number().nullable(),
  at: z.number(),
});
export type Found = z.infer<typeof found>;

/** A search that is kept; undefined when there is none or it was deleted. */
export function readSearch(id: string): SavedSearch | undefined {
  const { data } = keptSearch.safeParse(searchStore.read([id, 'search']));
  return data && data.deleted !== true ? { ...data, id } : undefined;
}

/** All saved searches by name. */
export const findSearches = (): SavedSearch[] =>
  searchStore
    .all()
    .flatMap(({ key: [id, part] }) => (part === 'search' ? (readSearch(id) ?? []) : []))
    .toSorted((one, other) => one.name.localeCompare(other.name));

/** All saved searches as React state; it changes with what is found new, too. */
export function useSearches(): SavedSearch[] {
  searchStore.useVersion();
  storedResults.useVersion();
  return findSearches();
}

const keep = (id: string, value: unknown): void => searchStore.set([id, 'search'], value);

/** Saves a new search; answers with its id. */
export function addSearch(added: Search): string {
  const id = createRandomId();
  keep(id, { ...search.parse(added), savedAt: Date.now() });
  return id;
}

/** Changes a saved search. */
export function changeSearch(id: string, part: Partial<Search>): void {
  const before = keptSearch.safeParse(searchStore.read([id, 'search'])).data;
  if (before) keep(id, { ...before, ...part, savedAt: Date.now() });
}

/** Deletes a search, or takes that back. */
export function deleteSearch(id: string, deleted = true): void {
  const before = keptSearch.safeParse(searchStore.read([id, 'search'])).data;
  if (before) keep(id, { ...before, deleted });
}

/** A name that no other saved search has: "Seed", "Seed (2)". */
export const chooseFreeName = (wanted: string, but?: string): string =>
  findFreeName(wanted, new Set(findSearches().flatMap(({ id, name }) => (id === but ? [] : name))));

/** When the answer to a search was last bought, in milliseconds; undefined when this device has none. */
export const readViewedAt = ({ screen, body }: Search): number | undefined =>
  storedResults.readTime(JSON.stringify([screen, JSON.stringify(body)]));

/** What was found new since the last look; undefined when nobody asked since. */
export function readFoundRows(saved: SavedSearch): Found | undefined {
  const { data } = found.safeParse(searchStore.read([saved.id, 'new-rows']));
  return data && data.at >= (readViewedAt(saved) ?? 0) ? data : undefined;
}

/** Keeps what a look for new rows found. */
export const storeFoundRows = (id: string, value: Found): void => searchStore.set([id, 'new-rows'], value);

/** Whether two searches ask and show the same; the order of members does not matter. */
export const isSameSearch = (one: Omit<Search, 'name'>, other: Omit<Search, 'name'>): boolean =>
  toText([one.screen, one.body, one.columns]) === toText([other.screen, other.body, other.columns]);

const toText = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => a.localeCompare(b)))
      : member,
  );
