import { ImportError } from '../import-error.ts';
import type { Mapping } from './schema.ts';

/** Throws when a mapping names columns that a table has not. */
export function checkMappedColumns(mapping: Mapping, columns: readonly string[]): void {
  const missing = findColumns(mapping).filter(({ column }) => !columns.includes(column));
  if (missing.length === 0) return;
  const lines = missing.map(({ column, place }) => `  ${place}: there is no column "${column}"`).join('\n');
  throw new ImportError(
    `The mapping names columns that the file has not:\n${lines}`,
    `The file has: ${columns.map((column) => `"${column}"`).join(', ')}`,
  );
}

/** Every column that a mapping names, with the place in it. */
function findColumns(mapping: Mapping): { column: string; place: string }[] {
  const { company, investor, deal, investors, people, amounts } = mapping;
  return find({ company, investor, deal, investors, people, amounts }, []);
}

const singles = new Set(['column', 'currency_column', 'usd_rate_column']);
const lists = new Set(['columns', 'key', 'when']);

function find(value: unknown, path: string[]): { column: string; place: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = [...path, name].join('.');
    if (name === 'words') return [];
    if (singles.has(name) && typeof member === 'string') return [{ column: member, place }];
    if (lists.has(name) && Array.isArray(member)) return member.map((column: string) => ({ column, place }));
    return find(member, [...path, name]);
  });
}
