import { chooseCandidate } from './list-badge.tsx';
import {
  identifierKinds,
  readIdentifierCell,
  parseIdentifier,
  formatIdentifier,
  type IdentifierKey,
} from './identifier.ts';
import type { TableLayout, ParsedTable, TableLine } from './read-table.ts';
import type { LineChoices, LineMatches } from './lists.ts';
import { z } from 'zod';

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
  /** Its identifiers as one text, equal for equal lines; undefined when it has none. */
  readonly key: string | undefined;
  /** Its identifiers as text on screen. */
  readonly names: string;
  /** The companies that match it. */
  readonly candidates: readonly string[];
  /** The company it stands for; undefined while that is uncertain, or if the user excluded it. */
  readonly companyId: string | undefined;
  /** Whether the user chose none of the candidates. */
  readonly leftOut: boolean;
  /** Why it has no identifier. */
  readonly why: string;
};

/** The identifiers of a line's key. */
export const buildLineKeys = (key: string): IdentifierKey[] => key.split(' ') as IdentifierKey[];

/** The key of a line, or why it has none. */
export function readLineKey(
  { cells }: TableLine,
  columns: TableLayout['columns'],
): { key: string | undefined; why: string } {
  const keys = new Map<string, IdentifierKey>();
  let unread = '';
  for (const kind of identifierKinds) {
    const text = cells[columns[kind] ?? -1]?.trim() ?? '';
    if (text === '') continue;
    const key = readIdentifierCell(kind, text);
    if (key === undefined) unread = `“${text.slice(0, 60)}” is not a company page`;
    // A LinkedIn address may stand in the column of websites.
    else keys.set(parseIdentifier(key).kind, keys.get(parseIdentifier(key).kind) ?? key);
  }
  if (keys.size > 0) return { key: [...keys.values()].toSorted().join(' '), why: '' };
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
    const { key, why } = readLineKey(line, layout.columns);
    const candidates = key === undefined ? [] : (found[key] ?? []);
    const choice = key === undefined ? undefined : choices[key];
    const companyId = chooseCandidate(candidates, choice);
    return {
      ...line,
      id: String(line.number),
      key,
      names: key === undefined ? '' : buildLineKeys(key).map(formatIdentifier).join(', '),
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
  found: LineMatches,
  candidates: readonly string[],
  companyId: string | undefined,
  choice: string | null | undefined,
): LineState {
  if (key === undefined) return 'bad';
  if (found[key] === undefined) return 'pending';
  if (companyId !== undefined) return 'found';
  return candidates.length === 0 || choice === null ? 'missing' : 'ambiguous';
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
  show: z.enum(lineStates).optional(),
  open: z.string().optional(),
});
export type ListsUrl = z.output<typeof listsUrl>;
