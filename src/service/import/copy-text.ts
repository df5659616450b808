/** What a cell of COPY's text format can be made from; null and undefined are both NULL. */
export type CopyValue = string | number | boolean | null | undefined | readonly string[];

const special = /[\\\t\n\r\0]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '' };

/** One row of COPY's text format, with its line end. */
export function formatCopyLine(parts: readonly Record<string, CopyValue>[]): string {
  let line = '';
  let between = '';
  for (const part of parts) {
    // Neither a list of cells nor one of values: a large load makes a hundred million cells.
    for (const name in part) {
      line += between + formatCopyCell(part[name]);
      between = '\t';
    }
  }
  return `${line}\n`;
}

function formatCopyCell(value: CopyValue): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value !== 'number') return escapeText(`{${value.map(quoteElement).join(',')}}`);
  // PostgreSQL would take NaN and Infinity, and every sum over them would be lost.
  if (!Number.isFinite(value)) throw new RangeError(`${value} is no amount`);
  return String(value);
}

/** PostgreSQL's text holds every character but NUL, which is dropped. */
function escapeText(text: string): string {
  return special.test(text) ? text.replace(/[\\\t\n\r\0]/g, (character) => escapes[character] ?? character) : text;
}

function quoteElement(text: string): string {
  return `"${text.replace(/[\\"]/g, (character) => `\\${character}`)}"`;
}
