/** One row of a file, whatever its format: cells by the name of their column. */
export type InputRow = {
  /** The line on which the row ends; the first line is 1. */
  line: number;
  columns: readonly string[];
  /** The texts of a column, trimmed: none, one, or several where the format itself has lists. */
  read: (column: string) => string[];
  /** The objects of a list, each as a row of its own; none where the column is no list of objects. */
  each: (column: string) => InputRow[];
};

/** A row that cannot be parsed, and why; a `blank` row has no content at all. */
export type BadRow = { line: number; reason: string; text: string; blank: boolean };

export const isBadRow = (row: InputRow | BadRow): row is BadRow => 'reason' in row;

/** The text of a column; '' when it is empty, a list joined by comma. */
export const readText = (row: InputRow, column: string): string => row.read(column).join(', ');

/**
 * A row of a JSON object: a member of a member is the column `outer.inner`, a list of texts is a list, and a list of
 * objects is both: `each` gives the objects, `investors.name` the texts of one member of all of them.
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

/** The same row with further members; a member that the row has already is replaced. */
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
