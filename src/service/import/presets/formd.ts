import type { FinancingType } from '#contract/enums.ts';
import { ImportError } from '../import-error.ts';
import type { RowToMap } from '../mapping/mapper.ts';
import type { SourceRow } from '../reading/source-rows.ts';
import { findInputFiles, getInputName, type InputFile } from '../reading/input-files.ts';
import { parseDate } from '../words/dates.ts';
import { parseFlag } from '../words/enums.ts';
import { capitalizeName } from '../words/names.ts';
import { createPresetMapping, type Preset, type PresetContext, sameNames } from './preset.ts';

const requiredColumns = {
  FORMDSUBMISSION: ['ACCESSIONNUMBER', 'FILE_NUM', 'FILING_DATE', 'SUBMISSIONTYPE'],
  ISSUERS: ['ACCESSIONNUMBER', 'IS_PRIMARYISSUER_FLAG', 'CIK', 'ENTITYNAME'],
  OFFERING: ['ACCESSIONNUMBER', 'INDUSTRYGROUPTYPE', 'SALE_DATE', 'TOTALAMOUNTSOLD'],
  RELATEDPERSONS: ['ACCESSIONNUMBER', 'FIRSTNAME', 'LASTNAME'],
} as const;
type TableName = keyof typeof requiredColumns;
type Tables = ReadonlyMap<TableName, InputFile[]>;

/** Industry groups whose names our taxonomy does not have; null for those that are too vague. */
export const formdIndustries: Record<string, string | null> = {
  'Pooled Investment Fund': null,
  'Other Banking and Financial Services': 'finance',
  'Coal Mining': 'mining',
  'Energy Conservation': 'energy-efficiency',
  'Other Energy': 'energy-services',
  'Hospitals and Physicians': 'hospitals',
  'Other Health Care': 'health-services',
  Commercial: 'commercial-real-estate',
  'REITS and Finance': 'real-estate-investment',
  Residential: 'residential-real-estate',
  'Other Real Estate': 'real-estate-services',
  Retailing: 'retail',
  'Other Technology': null,
  'Airlines and Airports': 'airlines',
  'Lodging and Conventions': 'hotels',
  'Tourism and Travel Services': 'travel',
  'Other Travel': 'travel',
  Other: null,
};
const fundGroup = 'Pooled Investment Fund';

/** A mapping requires a day, but every filing has its own. */
const noDay = '2008-01-01';

const issuer = createPresetMapping(noDay, {
  company: {
    id: 'cik',
    name: 'name',
    legal_name: 'ENTITYNAME',
    ...sameNames('city state country address'),
    founded: 'year',
    industries: 'group',
  },
});
const officer = createPresetMapping(noDay, {
  person: {
    ...sameNames('id name title founder city location'),
    jobs: { each: 'jobs', company_id: 'cik', company: 'company', title: 'title', current: { constant: 'true' } },
  },
});
const offering = createPresetMapping(noDay, {
  company: { id: 'cik' },
  deal: {
    id: 'offering',
    round_type: 'type',
    date: 'SALE_DATE',
    created_at: 'filed',
    raised: { column: 'TOTALAMOUNTSOLD', currency: 'USD' },
  },
});

/** Notices of private offerings in the United States, one or several quarters. */
export const formd: Preset = {
  name: 'formd',
  description: 'Form D data sets of the SEC; give all quarters that you want at once',
  argument: { name: '<paths...>', description: 'zip files or folders of the quarters' },
  async find(paths) {
    const tables = await findTables(paths);
    return {
      source: {
        key: 'formd',
        title: 'Form D data sets, U.S. Securities and Exchange Commission',
        licence: 'public domain (U.S. government work)',
        address: 'https://www.sec.gov/data-research/sec-markets-data/form-d-data-sets',
      },
      industries: formdIndustries,
      rows: (context) => readFilings(context, tables),
    };
  },
};

/** The tables of all quarters, in the order of their paths. */
async function findTables(paths: readonly string[]): Promise<Tables> {
  const found = new Map<TableName, InputFile[]>();
  for (const file of (await Promise.all(paths.map(findInputFiles))).flat()) {
    const [, name] = /(?:^|_)([A-Z]+)\.tsv$/i.exec(getInputName(file)) ?? [];
    const table = name?.toUpperCase() as TableName | undefined;
    if (table && table in requiredColumns) found.set(table, [...(found.get(table) ?? []), file]);
  }
  const missing = (['FORMDSUBMISSION', 'ISSUERS', 'OFFERING'] as const).filter((name) => !found.has(name));
  if (missing.length === 0) return found;
  throw new ImportError(
    `${paths.join(', ')} does not have ${missing.map((name) => `${name}.tsv`).join(', ')}.`,
    'Name the zip files or folders of the quarters as the SEC gives them.',
  );
}

async function* readFilings(context: PresetContext, tables: Tables): AsyncGenerator<RowToMap> {
  async function* read(name: TableName, isSecondRead = false): AsyncGenerator<SourceRow> {
    const format = { type: 'tsv', delimiter: '\t', quoted: false } as const;
    for (const file of tables.get(name) ?? [])
      yield* context.read(file, { ...format, required: requiredColumns[name], isSecondRead });
  }
  const filings = await findLastFilings(read('FORMDSUBMISSION'));
  for await (const row of read('OFFERING', true)) {
    const filing = filings.get(row.cell('ACCESSIONNUMBER'));
    if (filing) filing.group = row.cell('INDUSTRYGROUPTYPE');
  }
  for await (const row of read('ISSUERS')) {
    const filing = filings.get(row.cell('ACCESSIONNUMBER'));
    const cik = row.cell('CIK').replace(/^0+/, '');
    const name = capitalizeName(row.cell('ENTITYNAME'));
    if (!filing) row.report('skipped', 'its filing is not used', row.cell('ACCESSIONNUMBER'));
    else if (row.cell('IS_PRIMARYISSUER_FLAG') !== 'YES') row.report('skipped', 'not the primary issuer', name);
    else if (filing.group === fundGroup) row.report('skipped', 'a fund, not a company', name);
    else {
      if (cik && name) filing.issuer = { cik, name };
      yield { mapping: issuer, row: row.with({ cik, name, ...describeIssuer(row, filing.group) }) };
    }
  }
  for await (const row of read('RELATEDPERSONS')) {
    const person = describePerson(row, filings.get(row.cell('ACCESSIONNUMBER'))?.issuer);
    if (person) yield { mapping: officer, row: row.with(person) };
  }
  for await (const row of read('OFFERING')) {
    const members = describeOffering(row, filings.get(row.cell('ACCESSIONNUMBER')));
    if (members) yield { mapping: offering, row: row.with(members) };
  }
}

type Filing = { offering: string; filed: string; group?: string; issuer?: { cik: string; name: string } };

/** The last filing of each offering (a D, or the D/A that amends it) by its accession number. */
async function findLastFilings(rows: AsyncIterable<SourceRow>): Promise<Map<string, Filing>> {
  const last = new Map<string, { accession: string; filed: string }>();
  for await (const row of rows) {
    const accession = row.cell('ACCESSIONNUMBER');
    const filed = parseDate(row.cell('FILING_DATE'))?.day;
    const id = row.cell('FILE_NUM') || accession;
    const before = last.get(id);
    if (accession === '' || !filed)
      row.report('rejected', 'no accession number, or no filing date', `${accession} ${row.cell('FILING_DATE')}`);
    else if (row.cell('TESTORLIVE') === 'TEST') row.report('skipped', 'a test filing', accession);
    else if (!/^D(\/A)?$/.test(row.cell('SUBMISSIONTYPE')))
      row.report('skipped', 'not a Form D', `${accession} ${row.cell('SUBMISSIONTYPE')}`);
    else if (before && (before.filed > filed || (before.filed === filed && before.accession > accession)))
      row.report('skipped', 'a later filing of the same offering was used', accession);
    else {
      if (before)
        row.report('noted', 'amends an earlier filing, which is not used', `${accession} after ${before.accession}`);
      last.set(id, { accession, filed });
    }
  }
  return new Map([...last].map(([id, { accession, filed }]) => [accession, { offering: id, filed }]));
}

function describeIssuer(row: SourceRow, group = ''): Record<string, unknown> {
  const { cell } = row;
  // The code is that of a US state, or the SEC's own code of a country, whose description has its name.
  const code = cell('STATEORCOUNTRY');
  const inUs = /^[A-Z]{2}$/.test(code);
  const street = [cell('STREET1'), cell('STREET2')].filter(Boolean).join(', ');
  const town = [cell('CITY'), code, cell('ZIPCODE')].filter(Boolean).join(' ');
  return {
    city: capitalizeName(cell('CITY')),
    state: inUs ? code : '',
    country: inUs ? 'USA' : capitalizeName(cell('STATEORCOUNTRYDESCRIPTION')),
    address: [street, town].filter(Boolean).join(', '),
    year: /^[12]\d{3}$/.test(cell('YEAROFINC_VALUE_ENTERED')) ? cell('YEAROFINC_VALUE_ENTERED') : '',
    group,
  };
}

/** An officer, director or promoter; undefined if the row is not a person of an imported company. */
function describePerson(row: SourceRow, of: Filing['issuer']): Record<string, unknown> | undefined {
  const isEmpty = (part: string) => /^[-.\s]*$|^n\/?a$/i.test(part);
  const names = ['FIRSTNAME', 'MIDDLENAME', 'LASTNAME'].map(row.cell);
  const name = capitalizeName(names.filter((part) => !isEmpty(part)).join(' '));
  if (!of) return row.report('skipped', 'its filing is not used', row.cell('ACCESSIONNUMBER'));
  // Form D requires a first name, even for a general partner that is a company.
  if (isEmpty(names[0] ?? '')) return row.report('skipped', 'no first name: not a person', name);
  const relations = ['RELATIONSHIP_1', 'RELATIONSHIP_2', 'RELATIONSHIP_3'].map(row.cell).filter(Boolean).join(', ');
  const title = row.cell('RELATIONSHIPCLARIFICATION') || relations;
  const city = capitalizeName(row.cell('CITY'));
  return {
    id: `${of.cik}|${name.toLowerCase()}`,
    name,
    title,
    founder: /\bfounder\b/i.test(title),
    city,
    location: [city, row.cell('STATEORCOUNTRY')].filter(Boolean).join(', '),
    jobs: [{ cik: of.cik, company: of.name, title }],
  };
}

function describeOffering(row: SourceRow, filing: Filing | undefined): Record<string, unknown> | undefined {
  const accession = row.cell('ACCESSIONNUMBER');
  if (!filing) return row.report('skipped', 'its filing is not used', accession);
  if (filing.group === fundGroup) return row.report('skipped', 'a fund, not a company', accession);
  if (!filing.issuer) return row.report('rejected', 'no primary issuer', accession);
  if (parseFlag(row.cell('YETTOOCCUR')))
    return row.report('skipped', 'nothing was sold yet', `${filing.issuer.name} ${accession}`);
  return { cik: filing.issuer.cik, offering: filing.offering, filed: filing.filed, type: findType(row) };
}

/** The round type by the securities of an offering; with several kinds, a general round. */
function findType(row: SourceRow): FinancingType {
  const is = (column: string) => parseFlag(row.cell(column)) ?? false;
  const others = ['OPTIONTOACQUIRE', 'SECURITYTOBEACQUIRED', 'MINERALPROPERTY', 'TENANTINCOMMON', 'OTHER'];
  if (is('ISEQUITYTYPE')) return is('ISDEBTTYPE') ? 'FUNDING_ROUND' : 'EQUITY';
  const onlyDebt = is('ISDEBTTYPE') && !others.some((kind) => is(`IS${kind}TYPE`));
  return onlyDebt ? 'DEBT_FINANCING' : 'FUNDING_ROUND';
}
