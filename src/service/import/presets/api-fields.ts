import { parseUtcDay } from '#contract/scalars.ts';
import { toSlug } from '../../db/name-key.ts';
import { ImportError } from '../import-error.ts';
import type { RowToMap } from '../mapping/mapper.ts';
import { findInputFiles, getInputName, type InputFile } from '../reading/input-files.ts';
import { isShallow, readLimits } from '../reading/limits.ts';
import { createObjectRow } from '../reading/row.ts';
import { createSourceRow, type SourceRow } from '../reading/source-rows.ts';
import { toWebAddress } from '../words/addresses.ts';
import { type ApiRecordName, fileOrder, recordNames, templateRows } from './api-template.ts';
import { createPresetMapping, type Preset, type PresetContext, type PresetFields, sameNames } from './preset.ts';

const split = ['|'];
const place = (level: string) => ({ any: [`location.${level}.permalink`, `location.${level}.name`] });
const organization = {
  ...sameNames('id name'),
  permalink: 'guru_permalink',
  ...sameNames('legal_name domain linkedin crunchbase pitchbook num_employees'),
  city: place('city'),
  state: place('state'),
  country: place('country'),
  region: place('region'),
};

/** The API's field names as a mapping for each kind of record. */
const apiFields: Record<ApiRecordName, PresetFields> = {
  companies: {
    strict: true,
    amounts: { currency: 'USD' },
    company: {
      ...organization,
      ...sameNames('twitter facebook address short_description long_description founded'),
      status: { any: ['status', 'ipo_status'] },
      industries: { any: ['industries', 'industries.permalink', 'industries.name'], split },
      total_raised: 'total_raised',
      valuation: 'latest_valuation_usd',
      valuation_date: 'latest_valuation_date',
    },
  },
  investors: {
    strict: true,
    investor: {
      ...organization,
      ...sameNames('description website image'),
      stages: { column: 'investment_stage', split: [','] },
      email: 'contact_email',
      phone: 'contact_phone',
    },
  },
  people: {
    strict: true,
    person: {
      ...sameNames('id name title'),
      linkedin: 'linkedin_url',
      crunchbase: 'crunchbase_url',
      twitter: 'twitter_url',
      ...sameNames('location city country_code about'),
      founder: 'is_founder',
      works_for: { any: ['investment_firms', 'investment_firms.id'], split },
      jobs: {
        each: 'employment_history',
        company_id: 'company_id',
        company: 'company_name',
        title: 'title',
        start: 'start_date',
        end: 'end_date',
        current: 'is_current',
      },
      educations: {
        each: 'education_history',
        school: 'school_name',
        ...sameNames('degree field_of_study'),
        start: 'start_date',
        end: 'end_date',
      },
    },
  },
  deals: {
    strict: true,
    company: { id: 'company_id', name: 'company_name' },
    deal: {
      ...sameNames('id round_type pre extension intermediate date created_at'),
      raised: { column: 'total_round_raised', currency: 'USD' },
      financings: {
        each: 'financings',
        type: 'type',
        size: { column: 'size_native', currency_column: 'currency', usd_column: 'size_usd' },
      },
      valuation: {
        column: 'valuation.valuation_native',
        currency_column: 'valuation.valuation_currency',
        usd_column: 'valuation.valuation_usd',
        type_column: 'valuation.type',
      },
      short_description: 'deal_descriptions.short_description',
      long_description: 'deal_descriptions.long_description',
      articles: { each: 'articles', link: 'link', primary: 'is_primary', date: 'date' },
    },
    investors: [
      {
        each: 'investors',
        ...sameNames('id name'),
        lead: 'lead_investor',
        partners: { each: 'personnel', id: 'id', name: 'name' },
      },
      { column: 'investor_ids', ids: true, split },
      { each: 'angel_investors', id: 'id', name: 'name', kind: 'people' },
      { column: 'angel_investor_ids', ids: true, split, kind: 'people' },
    ],
  },
};

/** Fields of the contract that we compute; files may have them, but they are not read. */
export const derivedFields: Record<ApiRecordName, readonly string[]> = {
  deals: [],
  companies: ['region', 'num_funding_rounds', 'num_investors', 'latest_deal', 'all_investor_ids', 'similarity'],
  investors: [
    'total_deal_count',
    'lead_deal_count',
    'deal_count_last_12_months',
    'lead_deal_count_last_12_months',
    'most_recent_deal_date',
    'top_industries',
    'top_locations',
    'top_round_types',
    'filtered_deal_count',
    'filtered_lead_count',
  ],
  people: [
    'current_company',
    'is_investor',
    'is_angel',
    'has_led_deal',
    'investor_highlights',
    'filtered_deal_count',
    'filtered_lead_count',
    'filtered_most_recent_date',
    'person_type',
  ],
};

const fieldsOptions = [
  { flags: '--record <name>', description: 'records of a single file: deals, companies, investors or people' },
  {
    flags: '--source <key>',
    description: 'name of the source; the same name replaces it (default: the name of the file)',
  },
  { flags: '--title <text>', description: 'title of the source' },
  { flags: '--licence <text>', description: 'licence of the data' },
  { flags: '--address <url>', description: 'address of the data' },
  { flags: '--created-at <day>', description: 'day on which deals without created_at were added (default: today)' },
];

/** Files in the API's own field names; a row with a value that cannot be read is rejected with its field. */
const createFieldsPreset = (format: 'csv' | 'jsonl', files: string): Preset => ({
  name: format,
  description: `${files} in the field names of the API (see import template ${format})`,
  argument: {
    name: '<paths...>',
    description: 'files or folders; names begin with companies, investors, people or deals',
  },
  options: fieldsOptions,
  async find(paths, { record, source, title, licence, address, createdAt: stated }) {
    const createdAt = stated ? parseUtcDay(stated) : new Date().toISOString().slice(0, 10);
    if (!createdAt) throw new ImportError(`${stated} is not a date.`, 'Write it as YYYY-MM-DD.');
    if (address && !toWebAddress(address))
      throw new ImportError(`${address} is not a web address.`, 'Write it as https://example.com.');
    const found = await findRecordFiles(paths, record);
    const [first] = [...found.values()].flat();
    const name = source ?? (first ? getInputName(first).replace(/\.[^.]*$/, '') : format);
    return {
      source: {
        key: toSlug(name) || format,
        title: title ?? name,
        licence: licence ?? 'no licence stated',
        address: address ?? null,
        snapshot: stated ? createdAt : null,
      },
      rows: (context) => readFiles(context, format, found, createdAt),
    };
  },
});

export const csvFields = createFieldsPreset('csv', 'Tables');
export const jsonlFields = createFieldsPreset('jsonl', 'JSON files with one object per line');

/** The kind of records in each file: by the start of its name, or `record` for a single file. */
async function findRecordFiles(
  paths: readonly string[],
  record: string | undefined,
): Promise<Map<ApiRecordName, InputFile[]>> {
  const stated = recordNames.find((name) => name === record);
  if (record && !stated)
    throw new ImportError(`There is no record ${record}.`, `Name one of ${recordNames.join(', ')}.`);
  const files = (await Promise.all(paths.map(findInputFiles))).flat();
  const found = new Map<ApiRecordName, InputFile[]>();
  for (const file of files) {
    const name = getInputName(file).toLowerCase();
    const kind = files.length === 1 && stated ? stated : recordNames.find((candidate) => name.startsWith(candidate));
    if (!kind) {
      throw new ImportError(
        `It is not clear which records ${getInputName(file)} has.`,
        `Start its name with ${recordNames.join(', ')}, or add --record.`,
      );
    }
    found.set(kind, [...(found.get(kind) ?? []), file]);
  }
  return found;
}

async function* readFiles(
  { read }: PresetContext,
  format: 'csv' | 'jsonl',
  files: ReadonlyMap<ApiRecordName, InputFile[]>,
  createdAt: string,
): AsyncGenerator<RowToMap> {
  for (const kind of fileOrder) {
    const mapping = createPresetMapping(createdAt, apiFields[kind]);
    const known = new Set([...Object.keys(templateRows[kind]), ...derivedFields[kind]]);
    for (const file of files.get(kind) ?? []) {
      const type = format === 'jsonl' && /\.json$/i.test(getInputName(file)) ? 'json' : format;
      for await (const row of read(file, { type, repair: false })) {
        const names = new Set(row.columns.map((column) => column.split('.', 1)[0] ?? ''));
        for (const name of names)
          if (!known.has(name)) row.report('noted', `${name} is not a field of ${kind}: not read`, '');
        if (row.cell('id') === '') row.report('rejected', 'id: is empty', '');
        else yield { mapping, row: format === 'csv' ? parseCells(row) : row };
      }
    }
  }
}

/** The column `location.city.name` of a table is the nested member at that path; lists can be JSON. */
function parseCells(row: SourceRow): SourceRow {
  const value: Record<string, unknown> = {};
  for (const column of row.columns) {
    const path = column.split('.');
    const last = path.pop() ?? column;
    let at = value;
    for (const name of path) at = (at[name] ??= {}) as Record<string, unknown>;
    at[last] = parseCell(row.cell(column));
  }
  return createSourceRow(createObjectRow(row.line, value), row.file, row.report);
}

function parseCell(text: string): unknown {
  if (!/^[[{]/.test(text) || !isShallow(text, readLimits)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
