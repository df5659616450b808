import { parse } from 'csv-parse/sync';

export const delimiters = [',', '\t', ';', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** How the cells of a table are parted. */
export type Dialect = { delimiter: Delimiter; quoted: boolean };

const sampleRows = 50;

/** The delimiter that gives the rows of a sample most cells, and the same number in most rows; a comma when none does. */
export function detectDialect(sample: string): Dialect {
  let best: Dialect & { score: number } = { delimiter: ',', quoted: true, score: 0 };
  for (const delimiter of delimiters) {
    const quoted = delimiter !== '\t' || /(^|\t)"[^\t"]*"(\t|\r|\n|$)/.test(sample);
    const widths = parseRows(sample, { delimiter, quoted }).map((row) => row.length);
    const [width = 0] = widths;
    if (width < 2) continue;
    const score = (width * widths.filter((other) => other === width).length) / widths.length;
    if (score > best.score) best = { delimiter, quoted, score };
  }
  return { delimiter: best.delimiter, quoted: best.quoted };
}

/** The first rows of a sample; the last of them may be cut and is left out where there are more. */
export function parseRows(sample: string, { delimiter, quoted }: Dialect): string[][] {
  const rows = parse(sample, {
    delimiter,
    quote: quoted ? '"' : null,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    to: sampleRows,
  });
  return rows.length > 1 && rows.length < sampleRows && !/[\r\n]$/.test(sample) ? rows.slice(0, -1) : rows;
}
