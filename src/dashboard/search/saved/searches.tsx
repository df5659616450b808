import { z } from 'zod';
import { storedResults } from '../../library/records/records.ts';
import { searchStore } from '../../library/own-work/work-store.ts';
import { describeAuthor } from '../../platform/http/membership.ts';
import { createRandomId } from '../../platform/storage/storage.ts';
import { columnChoice, chooseColumns } from '../table/column-choice.ts';
import { searchScreens } from '#contract/filters.ts';
import { isObject } from '#contract/json.ts';
import { findFreeName } from '../../platform/format.ts';
import { Link } from '../../platform/url/link.tsx';
import type { ReactNode } from 'react';
import { parseRawSearch, formatSearchParams } from '../../platform/url/raw-search.ts';

/** A search as it is saved, shared and exported: the URL of its screen, and its request body. */
export const searchDefinition = z.object({
  name: z.string().trim().min(1).max(120),
  screen: z.enum(searchScreens),
  /** The query string, with its question mark. */
  search: z.string().max(60_000),
  body: z.record(z.string(), z.unknown()),
  columns: columnChoice.nullable(),
});
export type SearchDefinition = z.infer<typeof searchDefinition>;

/** Deleted searches stay stored as deleted, so that merging a backup does not restore them. */
const storedSearch = searchDefinition.extend({
  savedAt: z.number(),
  deleted: z.boolean().optional(),
  /** The member who saved it. */
  by: z.string().optional(),
});
export type SavedSearch = z.infer<typeof storedSearch> & { readonly id: string };

/** The result of a check for new rows. */
const newRows = z.object({
  /** The first UTC day that was counted. */
  since: z.string(),
  /** Rows added since; null where the service gave no total. */
  total: z.number().nullable(),
  at: z.number(),
});
type NewRows = z.infer<typeof newRows>;

/** A saved search; undefined if there is none or it was deleted. */
export function readSearch(id: string): SavedSearch | undefined {
  const { data } = storedSearch.safeParse(searchStore.read([id, 'search']));
  return data && data.deleted !== true ? { ...data, id } : undefined;
}

/** All saved searches by name. */
export const readSearches = (): SavedSearch[] =>
  searchStore
    .all()
    .flatMap(({ key: [id, part] }) => (part === 'search' ? (readSearch(id) ?? []) : []))
    .toSorted((one, other) => one.name.localeCompare(other.name));

/** All saved searches as React state; it also changes when new rows are found. */
export function useSearches(): SavedSearch[] {
  searchStore.useVersion();
  storedResults.useVersion();
  return readSearches();
}

const store = (id: string, value: unknown): void => searchStore.set([id, 'search'], value);

/** Saves a new search; returns its id. */
export function addSearch(added: SearchDefinition): string {
  const id = createRandomId();
  store(id, { ...searchDefinition.parse(added), savedAt: Date.now(), ...describeAuthor() });
  return id;
}

/** Changes a saved search. */
export function changeSearch(id: string, part: Partial<SearchDefinition>): void {
  const before = storedSearch.safeParse(searchStore.read([id, 'search'])).data;
  if (before) store(id, { ...before, ...part, savedAt: Date.now() });
}

/** Deletes a saved search, or undoes that. */
export function deleteSearch(id: string, deleted = true): void {
  const before = storedSearch.safeParse(searchStore.read([id, 'search'])).data;
  if (before) store(id, { ...before, deleted });
}

/** A name that no other saved search has: "Seed", "Seed (2)". */
export const chooseFreeSearchName = (wanted: string, but?: string): string =>
  findFreeName(wanted, new Set(readSearches().flatMap(({ id, name }) => (id === but ? [] : name))));

/** When the results of a search were last loaded, in milliseconds; undefined if this device has none. */
export const readViewedAt = ({ screen, body }: SearchDefinition): number | undefined =>
  storedResults.readTime(JSON.stringify([screen, JSON.stringify(body)]));

/** The last check for new rows; undefined if the search was loaded since. */
export function readNewRows(saved: SavedSearch): NewRows | undefined {
  const { data } = newRows.safeParse(searchStore.read([saved.id, 'new-rows']));
  return data && data.at >= (readViewedAt(saved) ?? 0) ? data : undefined;
}

/** Stores the result of a check for new rows. */
export const storeNewRows = (id: string, value: NewRows): void => searchStore.set([id, 'new-rows'], value);

/** Whether two searches have the same request and columns; the order of members does not matter. */
export const isSameSearch = (one: Omit<SearchDefinition, 'name'>, other: Omit<SearchDefinition, 'name'>): boolean =>
  serializeSorted([one.screen, one.body, one.columns]) === serializeSorted([other.screen, other.body, other.columns]);

const serializeSorted = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    isObject(member) ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => a.localeCompare(b))) : member,
  );

type SavedLinkProps = { readonly saved: SavedSearch; readonly className: string; readonly children: ReactNode };

/** A link to a saved search with its columns; opening it sends no paid request. */
export function SavedLink({ saved: { id, screen, search, columns }, className, children }: SavedLinkProps) {
  return (
    <Link
      to={`/${screen}` as '/'}
      search={{ ...parseRawSearch(search), saved: [id] }}
      className={className}
      onClick={() => columns && chooseColumns(screen, columns)}
    >
      {children}
    </Link>
  );
}

/** The URL of a saved search for sharing: it contains the whole search and no key. */
export function buildShareAddress({ screen, search }: SavedSearch): string {
  const { origin, pathname } = window.location;
  const place = `/${screen}${formatSearchParams(parseRawSearch(search))}`;
  return import.meta.env.MODE === 'direct' ? `${origin}${pathname}#${place}` : `${origin}${place}`;
}
