import { parseUtcDay } from '#contract/scalars.ts';
import { ImportError } from '../import-error.ts';
import type { RowToMap } from '../mapping/mapper.ts';
import type { SourceRow } from '../reading/source-rows.ts';
import { findInputFiles, getInputName, type InputFile } from '../reading/input-files.ts';
import { splitList } from '../words/lists.ts';
import { createPresetMapping, type Preset, type PresetContext, sameNames } from './preset.ts';

/** The day of the compilation of 2015. */
const compiledOn = '2015-04-02';
/** With a space: "$3,000,000" is one amount. */
const commas = [', '];

const founder = createPresetMapping(compiledOn, {
  person: {
    id: 'person_id',
    name: 'person_name',
    title: { constant: 'Founder' },
    founder: { constant: 'true' },
    jobs: { each: 'jobs', company_id: 'company', company: 'name', title: { constant: 'Founder' }, current: 'current' },
  },
});

const directoryCompany = createPresetMapping(compiledOn, {
  company: {
    id: 'company_id',
    name: 'company_name',
    domain: 'website',
    crunchbase: 'cb_url',
    linkedin: 'linkedin_url',
    num_employees: 'team_size',
    ...sameNames('location country'),
    founded: 'year_founded',
    status: 'status',
    industries: { column: 'tags', split: ['|'] },
    ...sameNames('short_description long_description'),
  },
});

const amounts = 'Amounts raised in different funding rounds';
const startup = createPresetMapping(compiledOn, {
  company: {
    id: 'Company',
    name: 'Company',
    domain: 'Website',
    crunchbase: 'crunchbase',
    address: 'Office Address',
    founded: 'Year Founded',
    status: 'Satus',
    city: 'Headquarters (City)',
    state: 'Headquarters (US State)',
    country: 'Headquarters (Country)',
    industries: { column: 'Categories', split: commas },
    short_description: 'Description',
  },
  investors: [{ column: 'Investors', split: commas, kind: 'by-name', of: 'company' }],
});
const startupRound = createPresetMapping(compiledOn, {
  company: { id: 'Company' },
  deal: { id: 'round', raised: { column: 'amount', currency: 'USD' } },
});

/**
 * Startups of Y Combinator in either of two layouts: the directory (a table of companies with founders, 2024), or
 * Startups.csv and Founders.csv (2015). Each is a separate source, so that one does not replace the other.
 */
export const yc: Preset = {
  name: 'yc',
  description: 'Startups of Y Combinator with founders: the directory, or Startups.csv with Founders.csv',
  argument: { name: '<path>', description: 'file or folder' },
  async find([path = '']) {
    const files = await findInputFiles(path);
    const findNamed = (pattern: RegExp) => files.find((file) => pattern.test(getInputName(file)));
    const [startups, founders] = [findNamed(/^Startups\.csv$/i), findNamed(/^Founders\.csv$/i)];
    if (startups && founders)
      return { source: foundersSource, rows: (context) => readStartups(context, startups, founders) };
    const directory = findNamed(/companies\.csv$/i) ?? (files.length === 1 ? files[0] : undefined);
    if (!directory) {
      throw new ImportError(
        `${path} has neither a table of companies nor Startups.csv with Founders.csv.`,
        'Name the file of the directory, or the folder that has the original files.',
      );
    }
    // Editions have their day in the name: 2024-05-11-yc-companies.csv.
    const snapshot = parseUtcDay(/^\d{4}-\d{2}-\d{2}/.exec(getInputName(directory))?.[0] ?? '') ?? null;
    return { source: { ...directorySource, snapshot }, rows: (context) => readDirectory(context, directory) };
  },
};

const foundersSource = {
  key: 'yc-founders-2015',
  title: 'Y Combinator startups, founders and investors, 2005 to 2014',
  licence: 'CC BY-SA 4.0 (Alice Corona)',
  address: 'https://github.com/ali-ce/datasets',
  snapshot: compiledOn,
};
const directorySource = {
  key: 'yc-companies',
  title: 'Y Combinator directory',
  licence: 'MIT (repository); the texts are Y Combinator’s',
  address: 'https://www.ycombinator.com/companies',
};

/** The directory has no rounds. */
async function* readDirectory({ read }: PresetContext, file: InputFile): AsyncGenerator<RowToMap> {
  const required = ['company_id', 'company_name', 'status', 'tags', 'founders_names'];
  for await (const row of read(file, { required })) {
    yield { mapping: directoryCompany, row };
    const [company, name] = [row.cell('company_id'), row.cell('company_name')];
    const current = row.cell('status') === 'Active';
    const names = splitList(row.cell('founders_names'), ['|']);
    const distinct = [...new Set(names)];
    if (distinct.length < names.length) row.report('repaired', 'a founder is listed twice', names.join(', '));
    for (const person of company ? distinct : [])
      yield buildFounder(row, `${company}|${person}`, person, [{ company, name, current }]);
  }
}

/** One person for each name and company, because people with the same name cannot be distinguished. */
const buildFounder = (row: SourceRow, id: string, name: string, jobs: object[]): RowToMap => ({
  mapping: founder,
  row: row.with({ person_id: id, person_name: name, jobs }),
});

/** Startups with a round for each amount, which has no day, and investors of the whole company; then their founders. */
async function* readStartups(
  { read }: PresetContext,
  startups: InputFile,
  founders: InputFile,
): AsyncGenerator<RowToMap> {
  const companies = new Set<string>();
  for await (const row of read(startups, { required: ['Company', 'Satus', 'Investors', amounts] })) {
    const company = row.cell('Company');
    companies.add(company);
    const profile = row.cell('Crunchbase / Angel List Profile');
    const crunchbase = /crunchbase\.com\/(organization|company)\/./i.test(profile) ? profile : '';
    yield { mapping: startup, row: row.with({ crunchbase }) };
    for (const [index, text] of splitList(row.cell(amounts), commas).entries()) {
      const amount = /undisclosed/i.test(text) ? '' : text;
      yield { mapping: startupRound, row: row.with({ round: `${company}#${index + 1}`, amount }) };
    }
  }
  for await (const row of read(founders, { required: ['Founder', 'Company'] })) {
    const [name, cell] = [row.cell('Founder'), row.cell('Company')];
    const named = companies.has(cell) ? [cell] : splitList(cell, commas);
    const distinct = [...new Set(named)];
    if (named.length > 1) row.report('repaired', 'several companies in one cell', cell);
    for (const company of distinct)
      if (!companies.has(company)) row.report('noted', 'company is not in the other file', company);
    const jobs = distinct.map((company) => ({ company, name: company, current: false }));
    yield buildFounder(row, name && `founder|${name}|${distinct[0] ?? ''}`, name, jobs);
  }
}
