import { pipeline } from 'node:stream/promises';
import { ImportError } from '../import-error.ts';
import { createReadError, getInputName, openInput, type InputFile } from './input-files.ts';
import { createLimitError, formatReadLimit, readLimits } from './limits.ts';
import type { BadRow, InputRow } from './row.ts';
import { canBeTitle, createRows, type RawLine, type TableOptions } from './table.ts';

/** Bytes of a workbook: it is read as a whole, unlike a table. */
const maxBytes = 50_000_000;
/** Bytes of all its parts, unpacked. */
const maxUnpacked = 500_000_000;

/** Reads the first sheet of an XLSX file that has a table; days are YYYY-MM-DD. */
export async function* readXlsx(file: InputFile, options: TableOptions): AsyncGenerator<InputRow | BadRow> {
  const name = getInputName(file);
  const { limits = readLimits, onProgress } = options;
  const bytes = await readBytes(file, name);
  checkUnpacked(bytes, name);
  // Most imports have no workbook.
  const { default: readSheets } = await import('read-excel-file/universal');
  const sheets = await readSheets(new Blob([bytes])).catch((cause: Error) => {
    throw new ImportError(
      `${name} is not a complete XLSX file: ${cause.message}.`,
      'Save it again, or save its sheet as CSV.',
      {
        cause,
      },
    );
  });
  const lines = sheets.map(({ data }) => toLines(data)).find(hasTable);
  if (!lines) throw new ImportError(`${name} has no sheet with a table.`, 'Check that it is the right file.');
  yield* createRows(lines, name, { ...options, limits });
  onProgress?.(name, 1, lines.length);
}

async function readBytes(file: InputFile, name: string): Promise<Buffer<ArrayBuffer>> {
  const input = await openInput(file, { limits: readLimits });
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    await pipeline(input.source, input.unpack, input.guard, async (parts: AsyncIterable<Buffer>) => {
      for await (const part of parts) {
        length += part.length;
        if (length > maxBytes)
          throw createLimitError(name, `it has more than ${formatReadLimit(maxBytes)} bytes`, 'Save its sheet as CSV.');
        chunks.push(part);
      }
    });
  } catch (error) {
    throw createReadError(name, error);
  } finally {
    input.close();
  }
  return Buffer.concat(chunks);
}

/** Rejects a workbook whose parts say that they are larger than memory; a part of another size is rejected by the reader. */
function checkUnpacked(bytes: Buffer, name: string): void {
  let unpacked = 0;
  for (
    let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1');
    at >= 0;
    at = bytes.indexOf('PK\u0001\u0002', at + 4, 'latin1')
  )
    unpacked += at + 28 <= bytes.length ? bytes.readUInt32LE(at + 24) : 0;
  if (unpacked > maxUnpacked)
    throw createLimitError(
      name,
      `it has more than ${formatReadLimit(maxUnpacked)} bytes unpacked`,
      'Save its sheet as CSV.',
    );
}

type Cell = string | number | boolean | Date | null;

/** The rows of a sheet as lines of texts, all as wide as the widest. */
function toLines(data: readonly (readonly unknown[])[]): RawLine[] {
  const texts = data.map((row) => row.map((cell) => toText(cell as Cell)));
  const width = texts.reduce((most, cells) => Math.max(most, cells.findLastIndex((cell) => cell !== '') + 1), 0);
  return texts.map((cells, place) => ({
    number: place + 1,
    cells: Array.from({ length: width }, (_, column) => cells[column] ?? ''),
  }));
}

function toText(cell: Cell): string {
  if (cell === null) return '';
  if (!(cell instanceof Date)) return String(cell);
  const text = cell.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
}

/** Whether a sheet has at least a header and a row. */
const hasTable = (lines: readonly RawLine[]): boolean => lines.filter((line) => !canBeTitle(line)).length > 1;
