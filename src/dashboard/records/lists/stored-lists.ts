import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  changeList as changeListEndpoint,
  type CompanyList,
  deleteList as deleteListEndpoint,
  listLists,
  readList as readListEndpoint,
} from '#contract/workspace/lists.ts';
import { findFreeName } from '../../platform/format.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { readMembership } from '../../platform/http/membership.ts';
import { queryClient } from '../../platform/http/query-client.ts';
import { callWorkspace, cacheResponse, useWorkspaceQuery, workspaceKey } from '../../platform/http/workspace.ts';
import { createUuid } from '../../platform/storage/storage.ts';
import { createUnsaved } from '../saving/unsaved.ts';
import { decodeNameKey } from './identifier.ts';

export type LineMatches = CompanyList['matches'];
export type LineChoices = CompanyList['choices'];
/** A batch of lines that match more rows than were loaded, because companies share an identifier. */
export type IncompleteBatch = CompanyList['incomplete'][number];

/**
 * The lists of the account by name, with their lines and matches, because every screen shows the lists of a company.
 * Only lists that changed are read again. Free.
 */
export const storedLists = queryOptions({
  queryKey: workspaceKey('lists'),
  queryFn: async ({ signal }): Promise<readonly CompanyList[]> => {
    const before = new Map(readStored().map((list) => [list.id, list]));
    const { lists: heads } = await callWorkspace(listLists, { query: undefined, signal });
    const lists: CompanyList[] = [];
    for (const { id, changed_at: changedAt } of heads) {
      const known = before.get(id);
      const list = known?.changed_at === changedAt ? known : await readListUnlessDeleted(id, signal);
      if (list) lists.push(list);
    }
    return lists;
  },
  structuralSharing: false,
});

/** Undefined if a colleague deleted it just now. */
async function readListUnlessDeleted(id: string, signal: AbortSignal): Promise<CompanyList | undefined> {
  try {
    return (await callWorkspace(readListEndpoint, { params: { id }, signal })).list;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'missing') return undefined;
    throw error;
  }
}

const none: readonly CompanyList[] = [];
const readStored = () => queryClient.getQueryData(storedLists.queryKey) ?? none;

type ListMembers = BodyOf<typeof changeListEndpoint>;
/** A change of a list. `list` is what it becomes where the gateway's state does not say so: a new or restored list. */
type ListChange = { readonly id: string } & (
  { readonly set: ListMembers; readonly list?: CompanyList } | { readonly isDeleted: true }
);

const unsavedLists = createUnsaved<ListChange>({
  async send([change], options) {
    if (!change) return () => undefined;
    const params = { id: change.id };
    if ('isDeleted' in change) {
      await callWorkspace(deleteListEndpoint, { params }, options);
      return () => cacheResponse('lists', () => setLists((lists) => lists.filter(({ id }) => id !== change.id)));
    }
    const { list } = await callWorkspace(changeListEndpoint, { params, body: change.set }, options);
    return () => cacheResponse('lists', () => setLists((lists) => putList(lists, list)));
  },
});

const setLists = (change: (lists: readonly CompanyList[]) => readonly CompanyList[]): void =>
  void queryClient.setQueryData(storedLists.queryKey, (before) => before && change(before));

const putList = (lists: readonly CompanyList[], list: CompanyList): readonly CompanyList[] =>
  [...lists.filter(({ id }) => id !== list.id), list].toSorted((one, other) => one.name.localeCompare(other.name));

function applyChange(lists: readonly CompanyList[], change: ListChange): readonly CompanyList[] {
  if ('isDeleted' in change) return lists.filter(({ id }) => id !== change.id);
  const before = lists.find(({ id }) => id === change.id) ?? change.list;
  return before ? putList(lists, setMembers(before, change.set)) : lists;
}

function setMembers(
  before: CompanyList,
  {
    deleted: _deleted,
    matches,
    dropped_matches: droppedMatches,
    choices,
    dropped_choices: droppedChoices,
    ...set
  }: ListMembers,
): CompanyList {
  const members = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined));
  return {
    ...before,
    ...(members as Partial<CompanyList>),
    matches: mergeLines(before.matches, droppedMatches, matches),
    choices: mergeLines(before.choices, droppedChoices, choices),
  };
}

function mergeLines<T>(
  before: Readonly<Record<string, T>>,
  dropped: readonly string[] = [],
  added: Readonly<Record<string, T>> = {},
): Record<string, T> {
  const isDropped = new Set(dropped);
  return { ...Object.fromEntries(Object.entries(before).filter(([key]) => !isDropped.has(key))), ...added };
}

let shown:
  | {
      readonly stored: readonly CompanyList[];
      readonly unsaved: readonly ListChange[];
      readonly lists: readonly CompanyList[];
    }
  | undefined;

/** The stored lists with the unsaved changes; the same array until a list changes. */
function showLists(stored = readStored(), unsaved = unsavedLists.read()): readonly CompanyList[] {
  if (shown?.stored !== stored || shown.unsaved !== unsaved) {
    shown = { stored, unsaved, lists: unsaved.reduce(applyChange, stored) };
  }
  return shown.lists;
}

/** All lists by name. */
export const readLists = (): readonly CompanyList[] => showLists();

/** All lists by name as React state; the same array until a list changes. */
export function useLists(): readonly CompanyList[] {
  return showLists(useWorkspaceQuery(storedLists).data, unsavedLists.use());
}

/** Whether the lists are read for the first time. */
export const useAreListsLoading = (): boolean => useWorkspaceQuery(storedLists).isLoading;

/** A list; undefined if there is none or it was deleted. */
export const readCompanyList = (id: string): CompanyList | undefined => readLists().find((list) => list.id === id);

/** A name that no other list has. */
export const chooseFreeListName = (wanted: string, but?: string): string =>
  findFreeName(wanted, new Set(readLists().flatMap(({ id, name }) => (id === but ? [] : name))));

/** Adds a list, under a name that no other has; returns its id. */
export function addList(
  added: Pick<CompanyList, 'name' | 'file_name' | 'encoding' | 'lines' | 'layout' | 'text' | 'matches' | 'choices'>,
): string {
  const id = createUuid();
  const set = { ...added, name: chooseFreeListName(added.name) };
  const at = new Date().toISOString();
  const { self: by } = readMembership();
  unsavedLists.add({ id, set, list: { id, ...set, incomplete: [], by, created_at: at, changed_at: at } });
  return id;
}

/** Changes the given members of a list; matches and choices are added to those that are there. */
export const changeCompanyList = (id: string, set: ListMembers): void => unsavedLists.add({ id, set });

/** Deletes a list; the returned function undoes that. */
export function deleteCompanyList(list: CompanyList): () => void {
  const { id } = list;
  unsavedLists.add({ id, isDeleted: true });
  return () => unsavedLists.add({ id, set: { deleted: false }, list });
}

/** The company of a line: the user's choice, otherwise the only candidate; one by name must be chosen. */
export function chooseCandidate(
  key: string,
  candidates: readonly string[],
  choice: string | null | undefined,
): string | undefined {
  if (choice === null) return undefined;
  if (choice !== undefined && candidates.includes(choice)) return choice;
  return decodeNameKey(key) === undefined && candidates.length === 1 ? candidates[0] : undefined;
}
