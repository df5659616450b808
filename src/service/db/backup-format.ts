import { z } from 'zod';

// A backup file is two lines of text, the body, and one line of text:
//   Fundscope backup 2                   what it is, and the version of this format
//   {"program":...,"tables":[...]}       the header below, as JSON
//   gzip                                 for every table of the header, in its order: the COPY statement, its rows in
//                                        COPY's text format, and a line \. (psql can read it)
//   sha256 <64 hex digits>               of every byte before this line
// The text format of COPY is the same in every PostgreSQL from 15 on; the binary format has no such guarantee.

/** The version of the file format; a program reads its own and older ones. Builds before the first release write 1. */
export const formatVersion = 2;

/** The line that ends the rows of a table; no row can look like it, because COPY doubles every backslash. */
export const endMark = '\\.\n';

/** Bytes of the last line. */
export const trailerBytes = 'sha256 \n'.length + 64;

const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

const backupTable = z.object({
  schema: z.enum(['data', 'public']),
  name: identifier,
  columns: z.array(identifier).min(1),
  rows: z.int().min(0),
});

/** The program, migration and time of a backup, and its tables with their row counts. */
export const backupHeader = z.object({
  program: z.string(),
  migration: z.int().min(1),
  created_at: z.iso.datetime(),
  tables: z.array(backupTable).min(1),
});

export type BackupTable = z.infer<typeof backupTable>;
export type BackupHeader = z.infer<typeof backupHeader>;

/** The first two lines of a file. */
export function formatBackupHead(header: BackupHeader): string {
  return `Fundscope backup ${formatVersion}\n${JSON.stringify(header)}\n`;
}

/** The last line of a file; `sha256` is the hash of all bytes before it. */
export function formatBackupTrailer(sha256: string): string {
  return `sha256 ${sha256}\n`;
}

/** The format version in the first line of a file; undefined when the file is not a backup. */
export function parseFormatVersion(firstLine: string): number | undefined {
  const version = /^Fundscope backup (\d{1,6})$/.exec(firstLine)?.[1];
  return version === undefined ? undefined : Number(version);
}

/** `schema.name`. */
export const formatTableName = ({ schema, name }: { schema: string; name: string }): string => `${schema}.${name}`;

/** Table and columns for a COPY statement. */
export const formatCopyTarget = (table: { schema: string; name: string; columns: string[] }): string =>
  `${formatTableName(table)} (${table.columns.map((column) => `"${column}"`).join(', ')})`;

/** The line before a table's rows. */
export const formatTableLine = (table: BackupTable): string => `COPY ${formatCopyTarget(table)} FROM stdin;\n`;

/** Rows of a backup by table, for reports. */
export const getRowCounts = ({ tables }: BackupHeader): Record<string, number> =>
  Object.fromEntries(tables.map((table) => [formatTableName(table), table.rows]));
