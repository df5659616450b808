import { ImportError } from '../import-error.ts';
import { mappingSchema } from '../mapping/schema.ts';
import { openMappedFile } from '../mapping/mapped-file.ts';
import { readRows } from '../reading/source-rows.ts';
import { findOneInput, getInputName, type InputFile } from '../reading/input-files.ts';
import { isBadRow } from '../reading/row.ts';
import { guessColumns } from './columns.ts';
import { draftMapping, type Proposal, type Sample } from './draft.ts';

const sampledRows = 1_000;
/** The number of example values for each doubt. */
const toldValues = 3;

/** Findings of every table that need no change of the mapping. */
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
  const doubts: string[] = [];
  const fields = guessColumns(sample.columns, (column) => sample.values.get(column) ?? [], doubts);
  if (!fields.has('name')) {
    const first = sample.columns[0];
    if (first === undefined)
      throw new ImportError(`${getInputName(file)} has no columns.`, 'Check that it is the right file.');
    fields.set('name', first);
    doubts.push(`no column is clearly the company's name: "${first}" is used`);
  }
  const draft = draftMapping(file, fields, sample, today, doubts);
  const unused = sample.columns.filter((column) => ![...fields.values()].includes(column));
  if (unused.length > 0) doubts.push(`unused columns: ${unused.join(', ')}`);
  doubts.push(...(await tryDraft(draft, file)));
  return { ...draft, doubts };
}

async function readSample(file: InputFile): Promise<Sample> {
  const sample: Sample = { columns: [], values: new Map() };
  let rows = 0;
  for await (const row of readRows(file)) {
    if (isBadRow(row)) continue;
    for (const column of row.columns) {
      if (!sample.values.has(column)) sample.columns.push(column);
      sample.values.set(column, [...(sample.values.get(column) ?? []), ...row.read(column)]);
    }
    rows += 1;
    if (rows >= sampledRows) break;
  }
  if (rows === 0) throw new ImportError(`${getInputName(file)} has no rows.`, 'Check that it is the right file.');
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
