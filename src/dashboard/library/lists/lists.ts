import { z } from 'zod';
import { listStore } from '../own-work/work-store.ts';
import { findFreeName } from '../../platform/format.ts';
import { createRandomId } from '../../platform/random-id.ts';
import { delimiters } from './read-table.ts';

const place = z.int().min(0);
const layout = z.object({
  delimiter: z.enum(delimiters),
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

/** A batch of lines of which the service has more rows than were asked for, because they share an identifier. */
const cut = z.object({ keys: z.array(z.string()), loaded: z.number(), rest: z.number(), ids: z.array(z.string()) });
export type Cut = z.infer<typeof cut>;

const matches = z.object({
  /** The companies that each named thing was found to be; none for what the service does not know. */
  found: z.record(z.string(), z.array(z.string())),
  /** What the person said where several were found; null for none of them. */
  choices: z.record(z.string(), z.string().nullable()),
  cuts: z.array(cut),
});
export type Matches = z.infer<typeof matches>;
export type Found = Matches['found'];
export type Choices = Matches['choices'];

/** A person's own list of companies: its file as it was, how it is read, and what its lines were found to be. */
export type List = z.infer<typeof head> & { readonly id: string };

const noMatches: Matches = { found: {}, choices: {}, cuts: [] };

/** A list; undefined when there is none or it was deleted. */
export function readList(id: string): List | undefined {
  const { data } = head.safeParse(listStore.read([id, 'head']));
  return data && data.deleted !== true ? { ...data, id } : undefined;
}

/** The text of a list's file; "" when it is gone. */
export function readListText(id: string): string {
  const value = listStore.read([id, 'text']);
  return typeof value === 'string' ? value : '';
}

/** What the lines of a list were found to be. */
export const readMatches = (id: string): Matches =>
  matches.safeParse(listStore.read([id, 'matches'])).data ?? noMatches;

/** All lists by name. */
export const findLists = (): List[] =>
  listStore
    .all()
    .flatMap(({ key: [id, part] }) => (part === 'head' ? (readList(id) ?? []) : []))
    .toSorted((one, other) => one.name.localeCompare(other.name));

/** All lists as React state. */
export function useLists(): List[] {
  listStore.useVersion();
  return findLists();
}

/** A name that no other list has. */
export const getListName = (wanted: string, but?: string): string =>
  findFreeName(wanted, new Set(findLists().flatMap(({ id, name }) => (id === but ? [] : name))));

/** Adds a list; returns its id. */
export function addList(list: Omit<z.infer<typeof head>, 'addedAt' | 'deleted'>, text: string): string {
  const id = createRandomId();
  listStore.set([id, 'text'], text);
  listStore.set([id, 'head'], { ...list, name: getListName(list.name), addedAt: Date.now() });
  return id;
}

/** Changes what is kept about a list. */
export function changeList(id: string, part: Partial<Pick<List, 'name' | 'layout' | 'lines'>>): void {
  const before = head.safeParse(listStore.read([id, 'head'])).data;
  if (before) listStore.set([id, 'head'], { ...before, ...part });
}

/** Changes what the lines of a list were found to be. */
export const changeMatches = (id: string, change: (before: Matches) => Matches): void =>
  listStore.set([id, 'matches'], change(readMatches(id)));

/** Everything of a list that was deleted, as long as that can be undone. */
export type Deleted = { readonly list: List; readonly text: string; readonly matches: Matches };

/** Deletes a list with its lines from this device; what comes back takes that back. */
export function deleteList(list: List): Deleted {
  const { id, ...kept } = list;
  const deleted = { list, text: readListText(id), matches: readMatches(id) };
  listStore.setAll([
    [[id, 'head'], { ...kept, deleted: true }],
    [[id, 'text'], ''],
    [[id, 'matches'], noMatches],
  ]);
  return deleted;
}

/** Brings a deleted list back as it was. */
export function restoreList({ list: { id, ...kept }, text, matches: held }: Deleted): void {
  listStore.setAll([
    [[id, 'head'], kept],
    [[id, 'text'], text],
    [[id, 'matches'], held],
  ]);
}
