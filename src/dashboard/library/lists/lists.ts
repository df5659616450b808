import { z } from 'zod';
import { listStore } from '../own-work/work-store.ts';
import { findFreeName } from '../../platform/format.ts';
import { authorParameter, describeAuthor } from '../../platform/http/membership.ts';
import { createRandomId } from '../../platform/storage/storage.ts';
import { type ParsedTable, type TableLayout, type TableLine, listDelimiters } from './parse-table.ts';
import { chooseCandidate } from './list-badge.tsx';
import {
  decodeLineKey,
  encodeLineKey,
  formatIdentifier,
  type CompanyIdentifier,
  type IdentifierKind,
  identifierKinds,
  type LineKey,
  lineKey,
  parseIdentifierCell,
} from './identifier.ts';

const place = z.int().min(0);
const storedLayout = z.object({
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
  layout: storedLayout,
  deleted: z.boolean().optional(),
  /** The member who added it. */
  by: z.string().optional(),
});

/** A batch of lines that match more rows than were loaded, because companies share an identifier. */
const cut = z.object({ keys: z.array(lineKey), loaded: z.number(), rest: z.number(), ids: z.array(z.string()) });
export type IncompleteBatch = z.infer<typeof cut>;

const matches = z.object({
  /** The companies found for each line, by its LineKey; empty if the service knows none. */
  found: z.record(z.string(), z.array(z.string())),
  /** The user's choice among several matches; null for none of them. */
  choices: z.record(z.string(), z.string().nullable()),
  cuts: z.array(cut),
});
type ListMatches = z.infer<typeof matches>;
export type LineMatches = ListMatches['found'];
type LineChoices = ListMatches['choices'];

/** An imported list of companies: its file, its column layout, and when it was added. */
export type CompanyList = z.infer<typeof head> & { readonly id: string };

const noMatches: ListMatches = { found: {}, choices: {}, cuts: [] };

/** A list; undefined if there is none or it was deleted. */
export function readList(id: string): CompanyList | undefined {
  const { data } = head.safeParse(listStore.read([id, 'head']));
  return data && data.deleted !== true ? { ...data, id } : undefined;
}

/** The text of a list's file; "" if it was deleted. */
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
export function addList(list: Omit<z.infer<typeof head>, 'addedAt' | 'deleted' | 'by'>, text: string): string {
  const id = createRandomId();
  listStore.set([id, 'text'], text);
  const name = chooseFreeListName(list.name);
  listStore.set([id, 'head'], { ...list, name, addedAt: Date.now(), ...describeAuthor() });
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

/** The state of a line of a list. */
export const lineStates = ['found', 'ambiguous', 'missing', 'pending', 'bad'] as const;
export type LineState = (typeof lineStates)[number];

export const stateNames: Record<LineState, string> = {
  found: 'found',
  ambiguous: 'ambiguous',
  missing: 'not found',
  pending: 'not searched yet',
  bad: 'not readable',
};

/** A line with its identifiers and the companies found for them. */
export type ListLine = TableLine & {
  readonly id: string;
  readonly state: LineState;
  /** Equal for lines with equal identifiers; undefined when it has none. */
  readonly key: LineKey | undefined;
  /** Its identifiers as text on screen. */
  readonly names: string;
  /** The companies that match it. */
  readonly candidates: readonly string[];
  /** The company it matches; undefined while that is uncertain, or if the user excluded it. */
  readonly companyId: string | undefined;
  /** Whether the user chose none of the candidates. */
  readonly leftOut: boolean;
  /** Why it has no identifier. */
  readonly why: string;
};

/** The key of a line, or why it has none. */
export function parseLineKey(
  { cells }: TableLine,
  columns: TableLayout['columns'],
): { key: LineKey | undefined; why: string } {
  const identifiers = new Map<IdentifierKind, CompanyIdentifier>();
  let unread = '';
  for (const kind of identifierKinds) {
    const text = cells[columns[kind] ?? -1]?.trim() ?? '';
    if (text === '') continue;
    const read = parseIdentifierCell(kind, text);
    if (read === undefined) unread = `“${text.slice(0, 60)}” is not a company page`;
    // A LinkedIn address may be in the column of websites.
    else identifiers.set(read.kind, identifiers.get(read.kind) ?? read);
  }
  if (identifiers.size > 0) return { key: encodeLineKey([...identifiers.values()]), why: '' };
  return { key: undefined, why: unread === '' ? 'no identifier in its columns' : unread };
}

/** The lines of a table with the state of each. */
export function buildListLines(
  table: ParsedTable,
  layout: TableLayout,
  found: LineMatches,
  choices: LineChoices,
): ListLine[] {
  return table.lines.map((line) => {
    const { key, why } = parseLineKey(line, layout.columns);
    const candidates = key === undefined ? undefined : found[key];
    const choice = key === undefined ? undefined : choices[key];
    const match = { companyId: chooseCandidate(candidates ?? [], choice), leftOut: choice === null };
    return {
      ...line,
      ...match,
      id: String(line.number),
      key,
      names: key === undefined ? '' : decodeLineKey(key).map(formatIdentifier).join(', '),
      candidates: candidates ?? [],
      state: key === undefined ? 'bad' : findLineState(candidates, match),
      why,
    };
  });
}

/** The state of a line with a key; `candidates` are undefined before it is searched. */
function findLineState(
  candidates: readonly string[] | undefined,
  { companyId, leftOut }: Pick<ListLine, 'companyId' | 'leftOut'>,
): LineState {
  if (!candidates) return 'pending';
  if (companyId !== undefined) return 'found';
  return candidates.length === 0 || leftOut ? 'missing' : 'ambiguous';
}

/** The number of lines in each state. */
export function countByState(lines: readonly ListLine[]): Record<LineState, number> {
  const counts: Record<LineState, number> = { found: 0, ambiguous: 0, missing: 0, pending: 0, bad: 0 };
  for (const { state } of lines) counts[state] += 1;
  return counts;
}

/** The URL parameters of the lists screen: the open list, the state filter of its lines, and the open line. */
export const listsUrl = z.object({
  list: z.string().optional(),
  who: authorParameter,
  show: z.enum(lineStates).optional(),
  open: z.string().optional(),
});
