import { z } from 'zod';
import { listStore } from '../own-work/work-store.ts';
import { findFreeName } from '../../platform/format.ts';
import { createRandomId } from '../../platform/random-id.ts';
import { listDelimiters } from './read-table.ts';

const place = z.int().min(0);
const layout = z.object({
  delimiter: z.enum(listDelimiters),
  header: z.boolean(),
  columns: z.object({ domain: place.optional(), linkedin: place.optional(), crunchbase: place.optional() }),
});

const head = z.object({
  name: z.string().trim().min(1).max(120),
  fileName: z.string(),
  encoding: z.string(),
  lines: z.number(),
  addedAt: z.number(),
  layout,
  deleted: z.boolean().optional(),
});

/** A batch of lines that match more rows than were loaded, because companies share an identifier. */
const cut = z.object({ keys: z.array(z.string()), loaded: z.number(), rest: z.number(), ids: z.array(z.string()) });
export type IncompleteBatch = z.infer<typeof cut>;

const matches = z.object({
  /** The companies found for each key; empty if the service knows none. */
  found: z.record(z.string(), z.array(z.string())),
  /** The user's choice among several matches; null for none of them. */
  choices: z.record(z.string(), z.string().nullable()),
  cuts: z.array(cut),
});
export type ListMatches = z.infer<typeof matches>;
export type LineMatches = ListMatches['found'];
export type LineChoices = ListMatches['choices'];

/** An imported list of companies: its file, its column layout, and when it was added. */
export type CompanyList = z.infer<typeof head> & { readonly id: string };

const noMatches: ListMatches = { found: {}, choices: {}, cuts: [] };

/** A list; undefined when there is none or it was deleted. */
export function readList(id: string): CompanyList | undefined {
  const { data } = head.safeParse(listStore.read([id, 'head']));
  return data && data.deleted !== true ? { ...data, id } : undefined;
}

/** The text of a list's file; "" when it was deleted. */
export function readListText(id: string): string {
  const value = listStore.read([id, 'text']);
  return typeof value === 'string' ? value : '';
}

/** The companies found for the lines of a list. */
export const readMatches = (id: string): ListMatches =>
  matches.safeParse(listStore.read([id, 'matches'])).data ?? noMatches;

/** All lists by name. */
export const readLists = (): CompanyList[] =>
  listStore
    .all()
    .flatMap(({ key: [id, part] }) => (part === 'head' ? (readList(id) ?? []) : []))
    .toSorted((one, other) => one.name.localeCompare(other.name));

/** All lists as React state. */
export function useLists(): CompanyList[] {
  listStore.useVersion();
  return readLists();
}

/** A name that no other list has. */
export const chooseFreeListName = (wanted: string, but?: string): string =>
  findFreeName(wanted, new Set(readLists().flatMap(({ id, name }) => (id === but ? [] : name))));

/** Adds a list; returns its id. */
export function addList(list: Omit<z.infer<typeof head>, 'addedAt' | 'deleted'>, text: string): string {
  const id = createRandomId();
  listStore.set([id, 'text'], text);
  listStore.set([id, 'head'], { ...list, name: chooseFreeListName(list.name), addedAt: Date.now() });
  return id;
}

/** Changes the stored properties of a list. */
export function changeList(id: string, part: Partial<Pick<CompanyList, 'name' | 'layout' | 'lines'>>): void {
  const before = head.safeParse(listStore.read([id, 'head'])).data;
  if (before) listStore.set([id, 'head'], { ...before, ...part });
}

/** Changes the matches of a list. */
export const changeMatches = (id: string, change: (before: ListMatches) => ListMatches): void =>
  listStore.set([id, 'matches'], change(readMatches(id)));

/** A deleted list with all its data, for undo. */
export type DeletedList = { readonly list: CompanyList; readonly text: string; readonly matches: ListMatches };

/** Deletes a list from this device; returns what `restoreList` needs to undo it. */
export function deleteList(list: CompanyList): DeletedList {
  const { id, ...stored } = list;
  const deleted = { list, text: readListText(id), matches: readMatches(id) };
  listStore.setAll([
    [[id, 'head'], { ...stored, deleted: true }],
    [[id, 'text'], ''],
    [[id, 'matches'], noMatches],
  ]);
  return deleted;
}

/** Undoes `deleteList`. */
export function restoreList({ list: { id, ...stored }, text, matches: deletedMatches }: DeletedList): void {
  listStore.setAll([
    [[id, 'head'], stored],
    [[id, 'text'], text],
    [[id, 'matches'], deletedMatches],
  ]);
}
