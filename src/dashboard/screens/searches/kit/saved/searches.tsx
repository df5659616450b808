import { queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import type { BodyOf } from '#contract/endpoint.ts';
import { isObject } from '#contract/json.ts';
import {
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  type SavedSearch,
  savedScreens,
} from '#contract/workspace/saved-searches.ts';
import { createUnsaved } from '../../../../records/saving/unsaved.ts';
import { findFreeName } from '../../../../platform/format.ts';
import { readMembership } from '../../../../platform/http/membership.ts';
import { queryClient } from '../../../../platform/http/query-client.ts';
import { callWorkspace, cacheResponse, useWorkspaceQuery, workspaceKey } from '../../../../platform/http/workspace.ts';
import { siteBase, siteOrigin } from '../../../../platform/http/connection.ts';
import { createUuid } from '../../../../platform/storage/storage.ts';
import { Link } from '@tanstack/react-router';
import { parseRawSearch, formatSearchParams } from '../../../../platform/url/raw-search.ts';
import { columnChoice, findColumnChoice } from '../table/column-choice.ts';

/** A search as it is saved, shared and exported: the URL of its screen, and its request (contract, saved searches). */
export const searchDefinition = z.object({
  name: z.string().trim().min(1).max(120),
  screen: z.enum(savedScreens),
  /** The query string, with its question mark. */
  search: z.string().max(60_000),
  body: z.record(z.string(), z.unknown()),
  via: z.literal('companies').nullable().default(null),
  columns: columnChoice.nullable(),
});
export type SearchDefinition = z.infer<typeof searchDefinition>;

/** The saved searches of the account by name. Free. */
export const storedSearches = queryOptions({
  queryKey: workspaceKey('saved_searches'),
  queryFn: async ({ signal }): Promise<readonly SavedSearch[]> =>
    (await callWorkspace(listSavedSearches, { query: undefined, signal })).saved_searches,
});

type SearchMembers = BodyOf<typeof changeSavedSearch>;
/** A change of a saved search. `saved` is what it becomes where the gateway's state does not say so: a new one. */
type SearchChange = { readonly id: string } & (
  { readonly set: SearchMembers; readonly saved?: SavedSearch } | { readonly isDeleted: true }
);

const unsavedSearches = createUnsaved<SearchChange>({
  async send([change], options) {
    if (!change) return () => undefined;
    const params = { id: change.id };
    if ('isDeleted' in change) {
      await callWorkspace(deleteSavedSearch, { params }, options);
      return () =>
        cacheResponse('saved_searches', () => setSearches((all) => all.filter(({ id }) => id !== change.id)));
    }
    const { saved_search: saved } = await callWorkspace(changeSavedSearch, { params, body: change.set }, options);
    return () => cacheResponse('saved_searches', () => setSearches((all) => putSearch(all, saved)));
  },
});

const setSearches = (change: (all: readonly SavedSearch[]) => readonly SavedSearch[]): void =>
  void queryClient.setQueryData(storedSearches.queryKey, (before) => before && change(before));

const putSearch = (all: readonly SavedSearch[], saved: SavedSearch): readonly SavedSearch[] =>
  [...all.filter(({ id }) => id !== saved.id), saved].toSorted((one, other) => one.name.localeCompare(other.name));

function applyChange(all: readonly SavedSearch[], change: SearchChange): readonly SavedSearch[] {
  if ('isDeleted' in change) return all.filter(({ id }) => id !== change.id);
  const before = all.find(({ id }) => id === change.id) ?? change.saved;
  if (!before) return all;
  const { deleted: _deleted, new_rows: newRows, ...set } = change.set;
  const members = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined));
  const found = newRows ? { new_rows: { ...newRows, at: new Date().toISOString() } } : {};
  return putSearch(all, { ...before, ...(members as Partial<SavedSearch>), ...found });
}

const none: readonly SavedSearch[] = [];

/** All saved searches by name. */
export const readSearches = (
  stored = queryClient.getQueryData(storedSearches.queryKey) ?? none,
  unsaved = unsavedSearches.read(),
): readonly SavedSearch[] => unsaved.reduce(applyChange, stored);

/** A saved search; undefined if there is none or it was deleted. */
export const readSavedSearch = (id: string): SavedSearch | undefined => readSearches().find((saved) => saved.id === id);

/** All saved searches as React state; it also changes when new rows are found. */
export function useSearches(): readonly SavedSearch[] {
  return readSearches(useWorkspaceQuery(storedSearches).data, unsavedSearches.use());
}

/** Whether the saved searches are read for the first time. */
export const useAreSearchesLoading = (): boolean => useWorkspaceQuery(storedSearches).isLoading;

/** Saves a new search; returns its id. */
export function addSearch(added: SearchDefinition): string {
  const id = createUuid();
  const set = searchDefinition.parse(added);
  const unread = { by: readMembership().self, saved_at: new Date().toISOString(), viewed_at: null, new_rows: null };
  unsavedSearches.add({ id, set, saved: { id, ...set, ...unread } });
  return id;
}

/** Changes a saved search. */
export const changeSearch = (id: string, set: Partial<SearchDefinition>): void => unsavedSearches.add({ id, set });

/** Deletes a saved search; the returned function undoes that. */
export function deleteSearch(saved: SavedSearch): () => void {
  const { id } = saved;
  unsavedSearches.add({ id, isDeleted: true });
  return () => unsavedSearches.add({ id, set: { deleted: false }, saved });
}

/** A name that no other saved search has: "Seed", "Seed (2)". */
export const chooseFreeSearchName = (wanted: string, but?: string): string =>
  findFreeName(wanted, new Set(readSearches().flatMap(({ id, name }) => (id === but ? [] : name))));

/** When the results of a search were last loaded, in milliseconds; undefined if they never were. */
export const readViewedAt = ({ viewed_at: viewedAt }: SavedSearch): number | undefined =>
  viewedAt === null ? undefined : Date.parse(viewedAt);

/** The last check for new rows; undefined if the search was loaded since. */
export function readNewRows(saved: SavedSearch): SavedSearch['new_rows'] | undefined {
  const { new_rows: found } = saved;
  return found && Date.parse(found.at) >= (readViewedAt(saved) ?? 0) ? found : undefined;
}

/** Stores the result of a check for new rows. */
export const storeNewRows = (id: string, found: { readonly since: string; readonly total: number | null }): void =>
  unsavedSearches.add({ id, set: { new_rows: found } });

/** The columns of a saved search; null for the usual ones. */
export const readColumns = ({ columns }: Pick<SavedSearch, 'columns'>): SearchDefinition['columns'] =>
  columnChoice.safeParse(columns).data ?? null;

/** Whether two searches have the same request and columns; the order of members does not matter. */
export const isSameSearch = (one: SearchRequest, other: SearchRequest): boolean =>
  serializeSorted([one.screen, one.body, one.via, one.columns]) ===
  serializeSorted([other.screen, other.body, other.via, other.columns]);

type SearchRequest = Pick<SavedSearch, 'screen' | 'body' | 'via' | 'columns'>;

const serializeSorted = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    isObject(member) ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => a.localeCompare(b))) : member,
  );

type SavedLinkProps = { readonly saved: SavedSearch; readonly className: string; readonly children: ReactNode };

/** A link to a saved search with its columns; opening it sends no paid request. */
export function SavedLink({ saved, className, children }: SavedLinkProps) {
  const { id, screen, search } = saved;
  const columns = readColumns(saved);
  return (
    <Link
      to={`/${screen}`}
      search={{ ...parseRawSearch(search), saved: [id] }}
      className={className}
      onClick={() => columns && findColumnChoice(screen).write(columns)}
    >
      {children}
    </Link>
  );
}

/** The URL of a saved search for sharing: it contains the whole search and no key. */
export function buildShareAddress({ screen, search }: SavedSearch): string {
  return `${siteOrigin}${siteBase}/${screen}${formatSearchParams(parseRawSearch(search))}`;
}
