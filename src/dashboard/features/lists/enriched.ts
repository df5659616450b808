import type { ListLine } from '../../library/lists/lines.ts';
import type { Table } from '../../library/lists/read-table.ts';
import { type CsvCell, saveCsv, toCsv } from '../../search/export/csv.ts';

/** What a file says of a company: heads, and cells where it is owned. */
export type Enrichment = {
  readonly heads: readonly string[];
  readonly read: (companyId: string) => readonly CsvCell[] | undefined;
};

const statusWords = { found: 'found', ambiguous: 'ambiguous', missing: 'not found', pending: 'not asked', bad: '' };

/** Our columns are told apart from the person's own, whatever those are called. */
const buildHead = (head: string): string => `fundscope_${head}`;

/** A person's file with every line and column as it was, in order, and what is known of its company beside. */
export function buildEnrichment(
  { heads }: Pick<Table, 'heads'>,
  lines: readonly ListLine[],
  { heads: ours, read }: Enrichment,
): string {
  const blank = ours.map(() => null);
  return toCsv([
    [...heads, ...['status', ...ours].map(buildHead)],
    ...lines.map(({ cells, state, why, leftOut, companyId }) => [
      ...heads.map((_, at) => cells[at] ?? ''),
      leftOut ? 'left out' : state === 'bad' ? why : statusWords[state],
      ...((companyId === undefined ? undefined : read(companyId)) ?? blank),
    ]),
  ]);
}

/** Hands the enriched file to the person; answers with its name. */
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
