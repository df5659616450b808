import type { ListLine } from '../../library/lists/lines.ts';
import type { Table } from '../../library/lists/read-table.ts';
import { type CsvCell, saveCsv, toCsv } from '../../search/export/csv.ts';

/** The columns that enrich a file, and their cells for an unlocked company. */
export type Enrichment = {
  readonly heads: readonly string[];
  readonly read: (companyId: string) => readonly CsvCell[] | undefined;
};

const statusWords = { found: 'found', ambiguous: 'ambiguous', missing: 'not found', pending: 'not searched', bad: '' };

/** Prefixes our columns, so that they never clash with the user's own. */
const buildHead = (head: string): string => `fundscope_${head}`;

/** The user's file as CSV, every line and column unchanged, followed by the columns about its company. */
export function buildEnrichment(
  { heads }: Pick<Table, 'heads'>,
  lines: readonly ListLine[],
  { heads: columns, read }: Enrichment,
): string {
  const blank = columns.map(() => null);
  return toCsv([
    [...heads, ...['status', ...columns].map(buildHead)],
    ...lines.map(({ cells, state, why, leftOut, companyId }) => [
      ...heads.map((_, at) => cells[at] ?? ''),
      leftOut ? 'left out' : state === 'bad' ? why : statusWords[state],
      ...((companyId === undefined ? undefined : read(companyId)) ?? blank),
    ]),
  ]);
}

/** Saves the enriched file and returns its name. */
export function saveEnriched(
  name: string,
  table: Pick<Table, 'heads'>,
  lines: readonly ListLine[],
  enrichment: Enrichment,
): string {
  const slug = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'list';
  const file = `${slug.toLowerCase()}-enriched.csv`;
  saveCsv(file, buildEnrichment(table, lines, enrichment));
  return file;
}
