import { isInvestorField } from '#contract/imports.ts';
import { toSlug } from '../../db/name-key.ts';
import { checkImport, type ImportCheck } from '../check.ts';
import { ImportError } from '../import-error.ts';
import { openMappedFile } from '../mapping/mapped-file.ts';
import { mappingSchema } from '../mapping/schema.ts';
import { findOneInput, getInputName, type InputFile } from '../reading/input-files.ts';
import { readLimits } from '../reading/limits.ts';
import { isBadRow } from '../reading/row.ts';
import { findFileType, readRows } from '../reading/source-rows.ts';
import { guessColumns, type GuessedColumns } from './columns.ts';
import { openDoubts, type Doubts, type Sample } from './doubts.ts';
import { addUnusedColumns, draftCompanies, type Proposal } from './draft.ts';
import type { GuessedField } from './headers.ts';
import { isHeaderless } from './headerless.ts';
import { draftInvestorList } from './investor-list.ts';
import { decideRowKind, rowKindTexts } from './row-kind.ts';
import { findWideRounds } from './wide.ts';

/** What no file says; in the dashboard nobody can. */
export const sourceDoubt = 'title, licence and address are not in the file';

const sampledRows = 1_000;
/** Fewer rows of a wide table are read: each value is compared with each field. */
const sampledValues = 100_000;
/** Rows that are read with the draft to find what it cannot read. */
const triedRows = 50_000;
/** Example values of a column. */
const toldValues = 3;

/** Proposes a mapping for a file by its header and first rows, with a list of doubts. */
export async function guessMapping(path: string, today: string): Promise<Proposal> {
  const { mapping } = await guessAndCheck(await findOneInput(path), today, triedRows);
  return mapping;
}

/** A proposed mapping with its doubts, and what an import with it would bring. */
type GuessedImport = { mapping: Proposal; check: ImportCheck; rows: string };

/** Proposes a mapping, and reads the file with it, at most `maxRows` rows. */
export async function guessAndCheck(file: InputFile, today: string, maxRows?: number): Promise<GuessedImport> {
  const { draft, doubts, rows } = await draftMapping(file, today);
  const check = await checkImport(openMappedFile(mappingSchema.parse(draft), file), today, maxRows);
  return {
    mapping: { ...draft, doubts: [rows, ...doubts, ...check.doubts] },
    check: { ...check, doubts: [...doubts, ...check.doubts] },
    rows,
  };
}

/** A column of a file: its first values, and the field that it was recognized as. */
type RecognizedColumn = { name: string; examples: string[]; field: string | undefined };
type Draft = { draft: Proposal; doubts: string[]; rows: string; columns: RecognizedColumn[] };

/** What a person says that columns are; null leaves one out. */
type Corrections = Readonly<Record<string, string | null>>;

/** Proposes a mapping, with a person's corrections of the columns. */
export async function draftMapping(file: InputFile, today: string, corrections: Corrections = {}): Promise<Draft> {
  const named = await readSample(file);
  const headerless = isHeaderless(named, findFileType({}, file));
  const columns = named.columns.map((_, place) => `column ${place + 1}`);
  const sample = headerless ? await readSample(file, columns) : named;
  const doubts = openDoubts(sample);
  doubts.add(`${sourceDoubt}; created_at is today: change it to the day of the data`);
  if (headerless)
    doubts.add(`the first row looks like data, so there is no header: ${named.columns.join(', ')}`, {
      mapping: 'format.columns',
    });
  const { source, format } = draftSource(file, today);
  const { table, rows, fields } = draftTable(
    sample,
    { doubts, hasHeader: !headerless, corrections },
    getInputName(file),
  );
  const draft = { source, format: { ...format, ...(headerless ? { columns } : {}) }, ...table };
  const fieldOf = new Map([...fields].map(([field, column]) => [column, field]));
  const shown = sample.columns.map((name) => ({
    name,
    examples: (sample.values.get(name) ?? []).slice(0, toldValues).map((value) => value.slice(0, 80)),
    field: fieldOf.get(name),
  }));
  return { draft, doubts: doubts.texts, rows, columns: shown };
}

function draftSource(file: InputFile, today: string) {
  const name = getInputName(file).replace(/\.[^.]*$/, '');
  return {
    source: {
      key: toSlug(name) || 'table',
      title: toTitle(name),
      licence: 'no licence stated',
      address: null,
      created_at: today,
    },
    format: { type: findFileType({}, file) },
  };
}

/** "unicorn_companies" as "Unicorn companies". */
const toTitle = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[_-]+/g, ' ');

type Guessing = { doubts: Doubts; hasHeader: boolean; corrections: Corrections };
type DraftedTable = { table: Proposal; rows: string; fields: ReadonlyMap<string, string> };

/** Decides what a row is, and then which columns are which fields of it. */
function draftTable(sample: Sample, { doubts, hasHeader, corrections }: Guessing, name: string): DraftedTable {
  const wide = findWideRounds(sample);
  const inWide = new Set(wide.flatMap(({ amount, date, investors }) => [amount, date, investors]));
  const narrow = { ...sample, columns: sample.columns.filter((column) => !inWide.has(column)) };
  const tried = openDoubts(sample);
  const fields = guessColumns(narrow, tried, hasHeader);
  correctFields(fields, corrections);
  const isList = Object.values(corrections).some((field) => field && isInvestorField(field));
  const kind = isList ? 'investors' : decideRowKind(sample, fields, wide);
  if (!kind) throw createUnknownTable(name, sample);
  const rows = rowKindTexts[kind];
  if (kind === 'investors') return { ...draftInvestorList(sample, doubts, corrections), rows };
  for (const text of tried.texts) doubts.add(text);
  const [first] = sample.columns;
  if (!fields.has('name') && first !== undefined) {
    fields.set('name', first);
    doubts.add(`no column is clearly the company's name: "${first}" is used`, {
      column: first,
      mapping: 'company.name',
    });
  }
  const table = draftCompanies({ kind, fields, wide, sample, doubts });
  const used = new Map([...fields, ...[...inWide].map((column) => [column ?? '', column ?? ''] as const)]);
  addUnusedColumns(sample, used, doubts);
  return { table, rows, fields };
}

/** A column that a person names has that meaning alone. */
function correctFields(fields: GuessedColumns, corrections: Corrections): void {
  for (const [field, column] of fields) if (column in corrections) fields.delete(field);
  for (const [column, field] of Object.entries(corrections)) {
    if (field && !isInvestorField(field)) fields.set(field as GuessedField, column);
  }
}

const createUnknownTable = (name: string, { columns }: Sample): ImportError =>
  new ImportError(
    `${name} is no list of funding rounds, companies, investors or people: nothing in it can be imported.`,
    `Check that it is the right file. Its columns: ${columns.join(', ').slice(0, 300)}.`,
  );

async function readSample(file: InputFile, names?: readonly string[]): Promise<Sample> {
  const sample: Sample = { columns: [], values: new Map(), lines: new Map(), lists: new Set() };
  const addColumn = (column: string) => {
    sample.columns.push(column);
    sample.values.set(column, []);
    sample.lines.set(column, []);
  };
  let [rows, values] = [0, 0];
  for await (const row of readRows(file, names ? { columns: names } : {})) {
    if (isBadRow(row)) continue;
    for (const column of row.columns) {
      if (!sample.values.has(column)) addColumn(column);
      const texts = row.read(column);
      if (texts.length > 1) sample.lists.add(column);
      for (const text of texts) {
        sample.values.get(column)?.push(text);
        sample.lines.get(column)?.push(row.line);
        values += 1;
      }
    }
    rows += 1;
    if (rows >= sampledRows || values >= sampledValues || sample.columns.length > readLimits.columns) break;
  }
  if (sample.columns.length === 0)
    throw new ImportError(`${getInputName(file)} has no rows.`, 'Check that it is the right file.');
  return sample;
}
