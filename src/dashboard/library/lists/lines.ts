import { chooseCandidate } from './list-badge.tsx';
import { identifierKinds, readCell, parseIdentifier, showColumn, type IdentifierKey } from './identifier.ts';
import type { Layout, Table, TableLine } from './read-table.ts';
import type { Choices, Found } from './lists.ts';
import { z } from 'zod';

/** What is known of a line of a list. */
export const lineStates = ['found', 'ambiguous', 'missing', 'pending', 'bad'] as const;
export type LineState = (typeof lineStates)[number];

export const stateNames: Record<LineState, string> = {
  found: 'found',
  ambiguous: 'ambiguous',
  missing: 'not found',
  pending: 'not asked yet',
  bad: 'not readable',
};

/** A line with what it names and what that was found to be. */
export type ListLine = TableLine & {
  readonly id: string;
  readonly state: LineState;
  /** What it names as one text, the same for two lines that name the same; undefined when it names nothing. */
  readonly key: string | undefined;
  /** What it names, in words. */
  readonly names: string;
  /** The companies that it can mean. */
  readonly candidates: readonly string[];
  /** The company that it means; undefined until that is certain, or where the person left it out. */
  readonly companyId: string | undefined;
  /** Whether the person said that it is none of them. */
  readonly leftOut: boolean;
  /** Why it names nothing. */
  readonly why: string;
};

/** The identifiers of a line's key. */
export const buildLineKeys = (key: string): IdentifierKey[] => key.split(' ') as IdentifierKey[];

/** What a line names, or why it names nothing. */
export function readNamed({ cells }: TableLine, columns: Layout['columns']): { key: string | undefined; why: string } {
  const keys = new Map<string, IdentifierKey>();
  let unread = '';
  for (const kind of identifierKinds) {
    const text = cells[columns[kind] ?? -1]?.trim() ?? '';
    if (text === '') continue;
    const key = readCell(kind, text);
    if (key === undefined) unread = `“${text.slice(0, 60)}” names no company page`;
    // A LinkedIn address may stand in the column of websites.
    else keys.set(parseIdentifier(key).kind, keys.get(parseIdentifier(key).kind) ?? key);
  }
  if (keys.size > 0) return { key: [...keys.values()].toSorted().join(' '), why: '' };
  return { key: undefined, why: unread === '' ? 'no identifier in its columns' : unread };
}

/** The lines of a table with what is known of each. */
export function buildListLines(table: Table, layout: Layout, found: Found, choices: Choices): ListLine[] {
  return table.lines.map((line) => {
    const { key, why } = readNamed(line, layout.columns);
    const candidates = key === undefined ? [] : (found[key] ?? []);
    const choice = key === undefined ? undefined : choices[key];
    const companyId = chooseCandidate(candidates, choice);
    return {
      ...line,
      id: String(line.number),
      key,
      names: key === undefined ? '' : buildLineKeys(key).map(showColumn).join(', '),
      candidates,
      companyId,
      leftOut: choice === null,
      state: readState(key, found, candidates, companyId, choice),
      why,
    };
  });
}

function readState(
  key: string | undefined,
  found: Found,
  candidates: readonly string[],
  companyId: string | undefined,
  choice: string | null | undefined,
): LineState {
  if (key === undefined) return 'bad';
  if (found[key] === undefined) return 'pending';
  if (companyId !== undefined) return 'found';
  return candidates.length === 0 || choice === null ? 'missing' : 'ambiguous';
}

/** How many lines there are of each kind. */
export function countByKey(lines: readonly ListLine[]): Record<LineState, number> {
  const counts: Record<LineState, number> = { found: 0, ambiguous: 0, missing: 0, pending: 0, bad: 0 };
  for (const { state } of lines) counts[state] += 1;
  return counts;
}

/** The address of the lists: which list is open, which of its lines are shown, and the line whose details are open. */
export const listsUrl = z.object({
  list: z.string().optional(),
  show: z.enum(lineStates).optional(),
  open: z.string().optional(),
});
export type ListsUrl = z.output<typeof listsUrl>;
