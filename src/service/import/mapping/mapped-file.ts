import { ImportError } from '../import-error.ts';
import { findOneInput, type InputFile, type OnProgress } from '../reading/input-files.ts';
import { isJson } from '../reading/rows.ts';
import { reportFeed, type ReportedFeed } from '../report/reported-feed.ts';
import type { ReportKeeper } from '../report/report.ts';
import { mapRows, type RowToMap } from './mapper.ts';
import { readMapping } from './read-mapping.ts';
import type { Mapping } from './schema.ts';
import { readSourceRows } from './source-row.ts';

export type MappedOptions = { mapping: string; path: string; onProgress?: OnProgress | undefined };

/** Any table as a source, by a mapping file. */
export async function openMapped({ mapping: mappingPath, path, onProgress }: MappedOptions): Promise<ReportedFeed> {
  const mapping = await readMapping(mappingPath);
  return openMappedFile(mapping, await findOneInput(path), onProgress);
}

export function openMappedFile(mapping: Mapping, file: InputFile, onProgress?: OnProgress): ReportedFeed {
  const { key, title, licence, address, created_at: snapshot } = mapping.source;
  return reportFeed({ key, title, licence, address, snapshot }, (report) =>
    mapRows(readMappedRows(mapping, file, report, onProgress), report),
  );
}

async function* readMappedRows(
  mapping: Mapping,
  file: InputFile,
  report: ReportKeeper,
  onProgress: OnProgress | undefined,
): AsyncGenerator<RowToMap> {
  // A member that is not in a JSON object is unknown there; a table has all its columns or is the wrong one.
  let checked = isJson(mapping.format, file);
  for await (const row of readSourceRows(file, { ...mapping.format, report, onProgress })) {
    if (!checked) checkMappedColumns(mapping, row.columns);
    checked = true;
    yield { mapping, row };
  }
}

function checkMappedColumns(mapping: Mapping, columns: readonly string[]): void {
  const { company, investor, person, deal, investors, people, amounts } = mapping;
  const named = findColumns({ company, investor, person, deal, investors, people, amounts }, []);
  const missing = named.filter(({ column }) => !columns.includes(column));
  if (missing.length === 0) return;
  const lines = missing.map(({ column, place }) => `  ${place}: there is no column "${column}"`).join('\n');
  throw new ImportError(
    `The mapping names columns that the file does not have:\n${lines}`,
    `The file has: ${columns.map((column) => `"${column}"`).join(', ')}`,
  );
}

const singles = new Set(['column', 'currency_column', 'usd_column', 'usd_rate_column', 'type_column']);
/** Of the columns in "any" one is enough, and those of a list of objects are not the table's. */
const lists = new Set(['columns', 'key', 'when']);

/** Every column that a mapping names, with the place in it. */
function findColumns(value: unknown, path: string[]): { column: string; place: string }[] {
  if (typeof value !== 'object' || value === null || 'each' in value) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = [...path, name].join('.');
    if (name === 'words') return [];
    if (singles.has(name) && typeof member === 'string') return [{ column: member, place }];
    if (lists.has(name) && Array.isArray(member)) return member.map((column: string) => ({ column, place }));
    return findColumns(member, [...path, name]);
  });
}
