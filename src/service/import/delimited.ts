import { parse, type Parser } from 'csv-parse';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ImportError } from './import-error.ts';
import type { Delimiter } from './reading/delimiter.ts';
import { toDecoder, type Encoding } from './reading/encoding.ts';
import { openInput, toInputName, type InputFile } from './reading/input-files.ts';
import { toReadError } from './reading/read-error.ts';

export type Delimited = InputFile & {
  delimiter: Delimiter;
  /** Whether cells may stand in double quotes; by default in all but tab-separated files. */
  quoted?: boolean | undefined;
  encoding: Encoding;
  /** The header that the file must have; without one the first line is a row. */
  columns?: readonly string[];
  /** Told now and then how far the reading is. */
  onProgress?: ((file: string, fraction: number, rows: number) => void) | undefined;
};

/** A row with the number of the line that it ends on, the first being 1. */
export type Row = { line: number; cells: string[] };

type ParsedRow = { record: string[]; info: { lines: number } };

/** One row longer than this is a quote that is never closed. */
const longestRow = 1_000_000;

/** Reads a text file of rows, packed by gzip or zip or plain, with any line end, one row at a time. */
export async function* readRows(file: Delimited): AsyncGenerator<Row> {
  const name = toInputName(file);
  const input = await openInput(file).catch((error: unknown) => {
    throw toReadError(file.path, error);
  });
  const parser = toParser(file);
  const unpacked = input.unpack ?? new PassThrough();
  const flow = pipeline(input.source, unpacked, toDecoder(file.encoding), parser).catch((error: Error) =>
    parser.destroy(error),
  );
  let rows = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRow>) {
      rows += 1;
      if (rows === 1 && file.columns) checkHeader(name, record, file.columns);
      else yield { line: info.lines, cells: record };
      if (rows % 1000 === 0) file.onProgress?.(name, input.fraction(), rows);
    }
    if (rows === 0) throw new ImportError(`${name} is empty.`, 'Download it again.');
    file.onProgress?.(name, 1, rows);
  } catch (error) {
    throw toReadError(name, error);
  } finally {
    input.close();
    parser.destroy();
    await flow;
  }
}

function toParser({ delimiter, quoted = delimiter !== '\t' }: Delimited): Parser {
  return parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    quote: quoted ? '"' : null,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    bom: true,
    info: true,
    max_record_size: longestRow,
  });
}

function checkHeader(name: string, found: string[], wanted: readonly string[]): void {
  if (found.join() === wanted.join()) return;
  throw new ImportError(
    `${name} has other columns than expected. It begins with: ${found.join(',').slice(0, 200)}`,
    `Its first line must be: ${wanted.join(',')}`,
  );
}
