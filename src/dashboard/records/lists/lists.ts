import {
  type ParsedTable,
  type TableLayout,
  type TableLine,
  type ListDelimiter,
  listDelimiters,
} from './parse-table.ts';
import {
  decodeLineKey,
  decodeNameKey,
  encodeLineKey,
  encodeNameKey,
  formatIdentifier,
  type CompanyIdentifier,
  type IdentifierKind,
  identifierKinds,
  type LineKey,
  parseIdentifierCell,
  parseNameCell,
} from './identifier.ts';
import type { CompanyList } from '#contract/workspace/lists.ts';
import type { LineState } from './lists-url.ts';
import { chooseCandidate, type LineChoices, type LineMatches } from './stored-lists.ts';

/** A stored delimiter. */
export const toDelimiter = (stored: string): ListDelimiter => listDelimiters.find((one) => one === stored) ?? ',';

/** How the text of a list is read. */
export const readLayout = ({ layout: { delimiter, header, columns } }: CompanyList): TableLayout => ({
  delimiter: toDelimiter(delimiter),
  header,
  columns,
});

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
  /** Its identifiers, or its name, as text on screen. */
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

/** The key of a line: of its identifiers, otherwise of its name; or why it has none. */
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
  const name = parseNameCell(cells[columns.name ?? -1] ?? '');
  if (name !== undefined) return { key: encodeNameKey(name), why: '' };
  return { key: undefined, why: unread === '' ? 'nothing to search in its columns' : unread };
}

/** The lines of a table with the state of each. */
export function buildListLines(
  table: ParsedTable,
  layout: TableLayout,
  matches: LineMatches,
  choices: LineChoices,
): ListLine[] {
  return table.lines.map((line) => {
    const { key, why } = parseLineKey(line, layout.columns);
    const candidates = key === undefined ? undefined : matches[key];
    const choice = key === undefined ? undefined : choices[key];
    const match = { companyId: chooseCandidate(key ?? '', candidates ?? [], choice), leftOut: choice === null };
    return {
      ...line,
      ...match,
      id: String(line.number),
      key,
      names: key === undefined ? '' : formatKey(key, line.cells[layout.columns.name ?? -1] ?? ''),
      candidates: candidates ?? [],
      state: key === undefined ? 'bad' : findLineState(candidates, match),
      why,
    };
  });
}

const formatKey = (key: LineKey, name: string): string =>
  decodeNameKey(key) === undefined ? decodeLineKey(key).map(formatIdentifier).join(', ') : name.trim();

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
