import { toSlug } from '../../db/name-key.ts';
import { ImportError } from '../import-error.ts';
import { mappingSchema } from '../mapping/schema.ts';
import { openMappedFile } from '../mapping/mapped-file.ts';
import { findFileType, readRows } from '../reading/source-rows.ts';
import { readLimits } from '../reading/limits.ts';
import { findOneInput, getInputName, type InputFile } from '../reading/input-files.ts';
import { isBadRow } from '../reading/row.ts';
import { guessColumns } from './columns.ts';
import { addUnusedColumns, draftCompanies, type Proposal, type Sample } from './draft.ts';
import { draftInvestorList } from './investor-list.ts';

const sampledRows = 1_000;
/** Fewer rows of a wide table are read: each value is compared with each field. */
const sampledValues = 100_000;
/** The number of example values for each doubt. */
const toldValues = 3;

/** Findings that are normal in any table and need no change of the mapping. */
const expected = new Set([
  'an investor in another spelling',
  'the row is blank',
  'the same round as on row before',
  'the same person as one before',
]);

/** Proposes a mapping for a file by its header and first rows, with a list of doubts. */
export async function guessMapping(path: string, today: string): Promise<Proposal> {
  const file = await findOneInput(path);
  const sample = await readSample(file);
  const doubts = [
    'title, licence and address are not in the file; created_at is today: change it to the day of the data',
  ];
  const draft = { ...draftSource(file, today), ...(draftInvestorList(sample, doubts) ?? draftTable(sample, doubts)) };
  doubts.push(...(await tryDraft(draft, file)));
  return { ...draft, doubts };
}

function draftSource(file: InputFile, today: string): Proposal {
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

function draftTable(sample: Sample, doubts: string[]): Proposal {
  const fields = guessColumns(sample.columns, (column) => sample.values.get(column) ?? [], doubts);
  const [first] = sample.columns;
  if (!fields.has('name') && first !== undefined) {
    fields.set('name', first);
    doubts.push(`no column is clearly the company's name: "${first}" is used`);
  }
  const draft = draftCompanies(fields, sample, doubts);
  addUnusedColumns(sample, fields, doubts);
  return draft;
}

async function readSample(file: InputFile): Promise<Sample> {
  const sample: Sample = { columns: [], values: new Map() };
  const getValues = (column: string) => {
    const known = sample.values.get(column);
    if (known) return known;
    const values: string[] = [];
    sample.columns.push(column);
    sample.values.set(column, values);
    return values;
  };
  let [rows, values] = [0, 0];
  for await (const row of readRows(file)) {
    if (isBadRow(row)) continue;
    for (const column of row.columns) {
      const [known, texts] = [getValues(column), row.read(column)];
      for (const text of texts) known.push(text);
      values += texts.length;
    }
    rows += 1;
    if (rows >= sampledRows || values >= sampledValues || sample.columns.length > readLimits.columns) break;
  }
  if (sample.columns.length === 0)
    throw new ImportError(`${getInputName(file)} has no rows.`, 'Check that it is the right file.');
  return sample;
}

/** Reads the first rows with the draft and lists what could not be read. */
async function tryDraft(draft: Proposal, file: InputFile): Promise<string[]> {
  const feed = openMappedFile(mappingSchema.parse(draft), file);
  let records = 0;
  for await (const { kind } of feed.records) {
    if (kind !== 'place') records += 1;
    // Not for every record, because each call builds a report.
    if (records % 100 === 0 && (feed.readReport().files[0]?.read ?? 0) >= sampledRows) break;
  }
  return feed
    .readReport()
    .findings.filter(({ reason }) => !expected.has(reason))
    .map(({ reason, count, rows }) => {
      const values = [...new Set(rows.map(({ value }) => `"${value}"`))].slice(0, toldValues).join(', ');
      return `${reason} (${count} of the first rows): ${values}`;
    });
}
