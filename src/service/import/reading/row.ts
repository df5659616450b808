import { isObject } from '#contract/json.ts';
import { formatReadLimit, type ReadLimits } from './limits.ts';

/** One row of a file of any format: cells by column name. */
export type InputRow = {
  /** The line on which the row ends; the first line is 1. */
  line: number;
  columns: readonly string[];
  /** The trimmed texts of a column: none, one, or several if the format has lists. */
  read: (column: string) => string[];
  /** The objects of a list, each as a row; empty if the column is not a list of objects. */
  each: (column: string) => InputRow[];
};

/** A row that cannot be parsed, and why; a `blank` row has no content. */
export type BadRow = { line: number; reason: string; text: string; blank: boolean };

export const isBadRow = (row: InputRow | BadRow): row is BadRow => 'reason' in row;

/** The most characters of a row that a report shows. */
export const maxRowText = 500;

/** A row with a cell that is too long. */
export const createLongRow = (line: number, column: string, cell: string, limits: ReadLimits): BadRow => ({
  line,
  reason: `${column.slice(0, maxRowText)}: more than ${formatReadLimit(limits.cell)} characters`,
  text: cell.slice(0, maxRowText),
  blank: false,
});

/**
 * A JSON object as a row: a nested member is the column `outer.inner`, a list of texts is a list, and a list of
 * objects can be read by `each`, or as the column `investors.name` with the texts of one member.
 */
export function createObjectRow(line: number, value: Record<string, unknown>): InputRow {
  const cells = new Map<string, string[]>();
  flatten(value, '', cells);
  return {
    line,
    columns: [...cells.keys()],
    read: (column) => cells.get(column) ?? [],
    each: (column) => listObjects(findMember(value, column)).map((member) => createObjectRow(line, member)),
  };
}

/** The same row with additional members, which replace those of the same name. */
export function extendRow(row: InputRow, members: Record<string, unknown>): InputRow {
  const added = createObjectRow(row.line, members);
  const has = (column: string) => column.split('.', 1).some((name) => name in members);
  return {
    line: row.line,
    columns: [...new Set([...row.columns, ...added.columns])],
    read: (column) => (has(column) ? added : row).read(column),
    each: (column) => (has(column) ? added : row).each(column),
  };
}

function listObjects(value: unknown): Record<string, unknown>[] {
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return list.filter(isObject);
}

function findMember(value: unknown, path: string): unknown {
  let at: unknown = value;
  for (const name of path.split('.')) at = isObject(at) ? at[name] : undefined;
  return at;
}

function flatten(value: unknown, at: string, cells: Map<string, string[]>): void {
  if (Array.isArray(value)) {
    for (const element of value) flatten(element, at, cells);
  } else if (isObject(value)) {
    for (const [key, member] of Object.entries(value)) flatten(member, at === '' ? key : `${at}.${key}`, cells);
  } else {
    const text = toText(value).trim();
    const cell = cells.get(at);
    if (cell && text) cell.push(text);
    else if (!cell) cells.set(at, text ? [text] : []);
  }
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);
