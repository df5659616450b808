import { z } from 'zod';
import { keptLists } from '../records/records.ts';
import { findFreeName } from '../free-name.ts';
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
const hashTextId = (id: string): string => `${id} text`;
const getMatchesId = (id: string): string => `${id} matches`;
const keep = (id: string, value: unknown): void => keptLists.keep([{ id, value }]);

/** A list that is kept; undefined when there is none or it was deleted. */
export function readList(id: string): List | undefined {
  const { data } = head.safeParse(keptLists.read(id)?.value);
  return data && data.deleted !== true ? { ...data, id } : undefined;
}

/** The text of a list's file; "" when it is gone. */
export function readListText(id: string): string {
  const value = keptLists.read(hashTextId(id))?.value;
  return typeof value === 'string' ? value : '';
}

/** What the lines of a list were found to be. */
export const readMatches = (id: string): Matches =>
  matches.safeParse(keptLists.read(getMatchesId(id))?.value).data ?? noMatches;

/** All lists by name. */
export const findLists = (): List[] =>
  keptLists
    .all()
    .rows.flatMap(({ row: { id } }) => (id.includes(' ') ? [] : (readList(id) ?? [])))
    .toSorted((one, other) => one.name.localeCompare(other.name));

/** All lists as React state. */
export function useLists(): List[] {
  keptLists.useVersion();
  return findLists();
}

/** A name that no other list has. */
export const getListName = (wanted: string, but?: string): string =>
  findFreeName(wanted, new Set(findLists().flatMap(({ id, name }) => (id === but ? [] : name))));

/** Keeps a new list; answers with its id. */
export function addList(list: Omit<z.infer<typeof head>, 'addedAt' | 'deleted'>, text: string): string {
  const id = createRandomId();
  keep(hashTextId(id), text);
  keep(id, { ...list, name: getListName(list.name), addedAt: Date.now() });
  return id;
}

/** Changes what is kept about a list. */
export function changeList(id: string, part: Partial<Pick<List, 'name' | 'layout' | 'lines'>>): void {
  const before = head.safeParse(keptLists.read(id)?.value).data;
  if (before) keep(id, { ...before, ...part });
}

/** Changes what the lines of a list were found to be. */
export const changeMatches = (id: string, change: (before: Matches) => Matches): void =>
  keep(getMatchesId(id), change(readMatches(id)));

/** Everything of a list that was deleted, as long as that can be undone. */
export type Deleted = { readonly list: List; readonly text: string; readonly matches: Matches };

/** Deletes a list with its lines from this device; what comes back takes that back. */
export function deleteList(list: List): Deleted {
  const { id, ...kept } = list;
  const deleted = { list, text: readListText(id), matches: readMatches(id) };
  keptLists.keep([
    { id, value: { ...kept, deleted: true } },
    { id: hashTextId(id), value: '' },
    { id: getMatchesId(id), value: noMatches },
  ]);
  return deleted;
}

/** Brings a deleted list back as it was. */
export function restoreList({ list: { id, ...kept }, text, matches: held }: Deleted): void {
  keptLists.keep([
    { id, value: kept },
    { id: hashTextId(id), value: text },
    { id: getMatchesId(id), value: held },
  ]);
}
