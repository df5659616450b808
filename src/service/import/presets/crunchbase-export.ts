import { ImportError } from '../import-error.ts';
import type { RowToMap } from '../mapping/mapper.ts';
import type { SourceRow } from '../reading/source-rows.ts';
import { findInputFiles, getInputName, type InputFile } from '../reading/input-files.ts';
import {
  readRoundInvestors,
  firstOf,
  readInvestments,
  readUuid,
  type ExportName,
  type KnownNames,
  type ReadExport,
} from './crunchbase-round-investors.ts';
import { parseFlag } from '../words/enums.ts';
import { createPresetMapping, type Preset, type PresetContext, sameNames } from './preset.ts';

/** Required columns; other files (ipos, acquisitions ...) have none of our records. */
const requiredColumns: Record<ExportName, readonly string[]> = {
  organizations: ['uuid'],
  funding_rounds: ['announced_on'],
  investors: ['uuid'],
  investments: ['funding_round_uuid', 'investor_uuid'],
  investment_partners: ['funding_round_uuid', 'investor_uuid', 'partner_uuid'],
  people: ['uuid'],
  jobs: ['person_uuid', 'org_uuid'],
  degrees: ['person_uuid'],
};

/** The day of the 2016 sample, whose rows have no date of their own. */
const sampledOn = '2016-04-17';

// The export of 2016 and the later ones name some columns differently.
const organization = {
  id: 'id',
  name: 'organization',
  permalink: 'slug',
  legal_name: 'legal_name',
  domain: { any: ['domain', 'homepage_url'] },
  linkedin: 'linkedin_url',
  crunchbase: 'cb_url',
  num_employees: { column: 'employee_count', words: { unknown: null } },
  city: 'city',
  state: 'state_code',
  country: 'country_code',
  region: 'region',
};
const company = createPresetMapping(sampledOn, {
  company: {
    ...organization,
    twitter: 'twitter_url',
    facebook: 'facebook_url',
    address: 'address',
    founded: 'founded_on',
    status: 'status',
    industries: { any: ['category_list', 'company_category_list'], split: ['|', ','] },
    short_description: 'short_description',
    long_description: 'description',
  },
});
const investor = createPresetMapping(sampledOn, {
  investor: {
    ...organization,
    description: 'short_description',
    image: 'logo_url',
    ...sameNames('email phone'),
  },
});
const title = { any: ['primary_affiliation_title', 'featured_job_title'] };
const person = createPresetMapping(sampledOn, {
  person: {
    id: 'id',
    name: 'person',
    title,
    linkedin: 'linkedin_url',
    crunchbase: 'cb_url',
    twitter: 'twitter_url',
    about: 'description',
    city: 'city',
    location: { columns: ['city', 'state_code', 'country_code'], join: ', ' },
    ...sameNames('country_code founder works_for'),
    jobs: {
      each: 'jobs',
      ...sameNames('company_id company title start end current'),
    },
    educations: {
      each: 'studies',
      school: 'institution_name',
      degree: 'degree_type',
      field_of_study: 'subject',
      start: 'started_on',
      end: 'completed_on',
    },
  },
});
const lead = 'lead';
const round = createPresetMapping(sampledOn, {
  company: { id: 'company' },
  deal: {
    id: 'id',
    round_type: 'kind',
    date: 'announced_on',
    created_at: 'created_at',
    raised: {
      column: 'raised_amount',
      currency_column: 'raised_amount_currency_code',
      usd_column: 'raised_amount_usd',
    },
    valuation: {
      column: 'post_money_valuation',
      currency_column: 'valuation_currency',
      usd_column: 'post_money_valuation_usd',
      type: 'POST_MONEY',
    },
  },
  investors: [
    { each: 'investors', id: 'id', lead, partners: { each: 'partners', id: 'id' } },
    { each: 'angels', id: 'id', kind: 'people' },
    { each: 'named', name: 'name', kind: 'by-name', lead },
  ],
});

/** The official CSV export of Crunchbase, of 2016 or later; its uuids become the ids. */
export const crunchbaseExport: Preset = {
  name: 'crunchbase-export',
  description: 'The official CSV export of Crunchbase, whole or in part',
  argument: {
    name: '<folder>',
    description: 'folder or zip file with funding_rounds.csv, investments.csv and others',
  },
  async find([path = '']) {
    const files = await findExport(path);
    return {
      source: {
        key: 'crunchbase-export',
        title: 'Crunchbase CSV export',
        licence: 'Crunchbase terms of service',
        address: 'https://www.crunchbase.com',
      },
      rows: (context) => readExport(context, files),
    };
  },
};

async function findExport(path: string): Promise<ReadonlyMap<ExportName, InputFile>> {
  const found = new Map<ExportName, InputFile>();
  for (const file of await findInputFiles(path)) {
    const name = /^(.*)\.csv$/i.exec(getInputName(file))?.[1]?.toLowerCase();
    if (name && name in requiredColumns) found.set(name as ExportName, file);
  }
  if (found.has('funding_rounds')) return found;
  throw new ImportError(
    `${path} has no funding_rounds.csv.`,
    'Name the folder or zip file of the export, with funding_rounds.csv, investments.csv and the others.',
  );
}

async function* readExport(
  context: PresetContext,
  files: ReadonlyMap<ExportName, InputFile>,
): AsyncGenerator<RowToMap> {
  const read: ReadExport = (name, isSecondRead = false) =>
    context.read(files.get(name), { required: requiredColumns[name], isSecondRead });
  const companies = new Map<string, string>();
  const known: KnownNames = { investors: new Map(), people: new Map() };
  yield* readOrganizations(read, companies, known.investors);
  yield* readCompaniesOfRounds(read, companies);
  yield* readInvestors(read, known.investors);
  yield* readPeople(read, companies, known);
  yield* readRounds(read, companies, known, context.report);
}

function describeOrganization(row: SourceRow, id: string, name: string): SourceRow {
  const [, slug = ''] = /\/(?:organization|company)\/([^/?#]+)/.exec(row.cell('cb_url')) ?? [];
  return row.with({ id, organization: name, slug: row.cell('permalink') || slug });
}

/** organizations.csv has companies, investors and schools, by their roles. */
async function* readOrganizations(
  read: ReadExport,
  companies: Map<string, string>,
  investors: Map<string, string>,
): AsyncGenerator<RowToMap> {
  for await (const row of read('organizations')) {
    const uuid = readUuid(row, 'uuid');
    const name = firstOf(row, 'name', 'company_name');
    if (!uuid) continue;
    const roles = firstOf(row, 'roles', 'primary_role') || 'company';
    const [isCompany, isInvestor] = [roles.includes('company'), roles.includes('investor')];
    if (name === '') row.report('rejected', 'no name', uuid);
    else if (companies.has(uuid) || investors.has(uuid))
      row.report('merged', 'the same organization as one before', name);
    else if (!isCompany && !isInvestor)
      row.report('skipped', 'neither a company nor an investor', `${name} (${roles})`);
    else {
      const described = describeOrganization(row, uuid, name);
      if (isCompany) companies.set(uuid, name);
      if (isCompany) yield { mapping: company, row: described };
      if (isInvestor) investors.set(uuid, name);
      if (isInvestor) yield { mapping: investor, row: described };
    }
  }
}

/** The companies of rounds that are not in organizations.csv, or all of them without that file. */
async function* readCompaniesOfRounds(read: ReadExport, companies: Map<string, string>): AsyncGenerator<RowToMap> {
  for await (const row of read('funding_rounds')) {
    const uuid = firstOf(row, 'company_uuid', 'org_uuid').toLowerCase();
    const name = firstOf(row, 'company_name', 'org_name');
    if (uuid === '' || name === '' || companies.has(uuid) || !readUuid(row, 'company_uuid', 'org_uuid')) continue;
    companies.set(uuid, name);
    yield { mapping: company, row: describeOrganization(row, uuid, name) };
  }
}

/** The investors of investors.csv; its people are in people.csv too. */
async function* readInvestors(read: ReadExport, investors: Map<string, string>): AsyncGenerator<RowToMap> {
  for await (const row of read('investors')) {
    const uuid = readUuid(row, 'uuid');
    const name = firstOf(row, 'investor_name', 'name');
    if (!uuid) continue;
    const isPerson = row.cell('type') === 'person' || /\/person\//.test(row.cell('cb_url'));
    if (investors.has(uuid)) row.report('merged', 'is in organizations.csv or before', name);
    else if (isPerson) row.report('skipped', 'a person: read from people.csv', name);
    else if (name === '') row.report('rejected', 'no name', uuid);
    else {
      investors.set(uuid, name);
      yield { mapping: investor, row: describeOrganization(row, uuid, name) };
    }
  }
}

type Job = { company_id: string; company: string; title: string; start: string; end: string; current: boolean };

/** The people of the export, each once, with jobs, degrees and the investors they work for now. */
async function* readPeople(
  read: ReadExport,
  companies: ReadonlyMap<string, string>,
  known: KnownNames,
): AsyncGenerator<RowToMap> {
  const people = new Set<string>();
  for await (const row of read('people')) people.add(row.cell('uuid').toLowerCase());
  const jobs = await readOf(read('jobs'), people, (row) => describeJob(row, companies, known));
  const studies = await readOf(read('degrees'), people, (row) =>
    Object.fromEntries([...row.columns].map((column) => [column, row.cell(column)])),
  );
  for await (const row of read('people', true)) {
    const uuid = readUuid(row, 'uuid');
    const name = row.cell('name') || [row.cell('first_name'), row.cell('last_name')].filter(Boolean).join(' ');
    if (!uuid) continue;
    const held = jobs.get(uuid) ?? [];
    const stated = firstOf(row, 'primary_affiliation_organization', 'featured_job_organization_name');
    const affiliation = { company: stated, title: firstOf(row, ...title.any), current: true };
    if (name) known.people.set(uuid, name);
    const members = {
      id: uuid,
      person: name,
      founder: [affiliation, ...held].some((job) => /\bfounder\b/i.test(job.title)),
      works_for: held.filter(({ current }) => current).map((job) => job.company_id),
      jobs: held.length > 0 || stated === '' ? held : [affiliation],
      studies: studies.get(uuid) ?? [],
    };
    yield { mapping: person, row: row.with(members) };
  }
}

/** Reads rows by person. */
async function readOf<T>(
  rows: AsyncIterable<SourceRow>,
  people: ReadonlySet<string>,
  describe: (row: SourceRow) => T,
): Promise<Map<string, T[]>> {
  const byPerson = new Map<string, T[]>();
  for await (const row of rows) {
    const uuid = row.cell('person_uuid').toLowerCase();
    if (people.has(uuid)) byPerson.set(uuid, [...(byPerson.get(uuid) ?? []), describe(row)]);
    else row.report('skipped', 'person is not in people.csv', uuid);
  }
  return byPerson;
}

function describeJob(row: SourceRow, companies: ReadonlyMap<string, string>, { investors }: KnownNames): Job {
  const id = row.cell('org_uuid').toLowerCase();
  // "2016-04-12 00:00:00 +0000", the format of the 2016 export.
  const toDay = (column: string) => row.cell(column).slice(0, 10);
  return {
    company_id: id,
    company: row.cell('org_name') || (companies.get(id) ?? investors.get(id) ?? ''),
    title: row.cell('title'),
    start: toDay('started_on'),
    end: toDay('ended_on'),
    current: parseFlag(row.cell('is_current')) ?? false,
  };
}

async function* readRounds(
  read: ReadExport,
  companies: ReadonlyMap<string, string>,
  known: KnownNames,
  report: PresetContext['report'],
): AsyncGenerator<RowToMap> {
  const shares = await readInvestments(read);
  const seen = new Set<string>();
  const figures = { investments: 0, leads: 0 };
  for await (const row of read('funding_rounds', true)) {
    const id = readUuid(row, 'funding_round_uuid', 'uuid');
    const of = firstOf(row, 'company_uuid', 'org_uuid').toLowerCase();
    if (!id) continue;
    if (seen.has(id)) row.report('merged', 'the same round as one before', id);
    else if (!companies.has(of)) row.report('rejected', 'no company is named', id);
    else {
      const ofRound = shares.get(id) ?? [];
      figures.investments += ofRound.length;
      figures.leads += ofRound.filter((share) => share.lead).length;
      const currency = firstOf(row, 'post_money_valuation_currency_code', 'pre_money_currency_code');
      const members = { id, company: of, kind: readKind(row), valuation_currency: currency };
      yield { mapping: round, row: row.with({ ...members, ...readRoundInvestors(row, ofRound, known) }) };
    }
    seen.add(id);
  }
  report.figure('investments of these deals', figures.investments);
  report.figure('of them led', figures.leads);
}

/** In 2016 the kind had its letter in a column of its own ("venture" and "A"); later exports write "series_a". */
function readKind(row: SourceRow): string {
  const [kind, letter] = [firstOf(row, 'funding_round_type', 'investment_type'), row.cell('funding_round_code')];
  const isVenture = kind === 'venture' && letter !== '';
  if (letter !== '' && !isVenture)
    row.report('noted', 'the letter contradicts the round type, which was used', `${kind} ${letter}`);
  return isVenture ? `Series ${letter}` : kind;
}
