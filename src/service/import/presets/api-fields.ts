import { parseUtcDay } from '#contract/scalars.ts';
import { toSlug } from '../../db/name-key.ts';
import { ImportError } from '../import-error.ts';
import type { RowToMap } from '../mapping/mapper.ts';
import type { Mapping } from '../mapping/schema.ts';
import { createSourceRow, type SourceRow } from '../mapping/source-row.ts';
import { findInputFiles, getInputName, type InputFile, type OnProgress } from '../reading/input-files.ts';
import { createObjectRow } from '../reading/row.ts';
import type { ReportedFeed } from '../report/reported-feed.ts';
import { recordNames, templateRows, type RecordName } from './api-template.ts';
import { createPresetMapping, openPreset, type PresetContext, type PresetFields } from './preset.ts';

export type ApiFieldsFormat = 'csv' | 'jsonl';
export type ApiFieldsOptions = {
  record?: string | undefined;
  source?: string | undefined;
  title?: string | undefined;
  licence?: string | undefined;
  address?: string | undefined;
  createdAt?: string | undefined;
};

const split = ['|'];
const place = (level: string) => ({ any: [`location.${level}.permalink`, `location.${level}.name`] });
const organization = {
  id: 'id',
  name: 'name',
  permalink: 'guru_permalink',
  legal_name: 'legal_name',
  domain: 'domain',
  linkedin: 'linkedin',
  crunchbase: 'crunchbase',
  pitchbook: 'pitchbook',
  num_employees: 'num_employees',
  city: place('city'),
  state: place('state'),
  country: place('country'),
  region: place('region'),
};

/** The API's own field names as a mapping for each kind of record. */
const apiFields: Record<RecordName, PresetFields> = {
  companies: {
    strict: true,
    amounts: { currency: 'USD' },
    company: {
      ...organization,
      twitter: 'twitter',
      facebook: 'facebook',
      address: 'address',
      short_description: 'short_description',
      long_description: 'long_description',
      founded: 'founded',
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
      description: 'description',
      website: 'website',
      image: 'image',
      stages: { column: 'investment_stage', split: [','] },
      email: 'contact_email',
      phone: 'contact_phone',
    },
  },
  people: {
    strict: true,
    person: {
      id: 'id',
      name: 'name',
      title: 'title',
      linkedin: 'linkedin_url',
      crunchbase: 'crunchbase_url',
      twitter: 'twitter_url',
      location: 'location',
      city: 'city',
      country_code: 'country_code',
      about: 'about',
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
        degree: 'degree',
        field_of_study: 'field_of_study',
        start: 'start_date',
        end: 'end_date',
      },
    },
  },
  deals: {
    strict: true,
    company: { id: 'company_id', name: 'company_name' },
    deal: {
      id: 'id',
      round_type: 'round_type',
      pre: 'pre',
      extension: 'extension',
      intermediate: 'intermediate',
      date: 'date',
      created_at: 'created_at',
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
        id: 'id',
        name: 'name',
        lead: 'lead_investor',
        partners: { each: 'personnel', id: 'id', name: 'name' },
      },
      { column: 'investor_ids', ids: true, split },
      { each: 'angel_investors', id: 'id', name: 'name', kind: 'people' },
      { column: 'angel_investor_ids', ids: true, split, kind: 'people' },
    ],
  },
};

/** Fields of the contract that we work out ourselves; they may be in a file, and are not read. */
export const derivedFields: Record<RecordName, readonly string[]> = {
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

/** Files in the API's own field names; a row with a value that cannot be read is rejected with its field. */
export async function openApiFields(
  format: ApiFieldsFormat,
  paths: readonly string[],
  options: ApiFieldsOptions,
  onProgress?: OnProgress,
): Promise<ReportedFeed> {
  const createdAt = options.createdAt ? parseUtcDay(options.createdAt) : new Date().toISOString().slice(0, 10);
  if (!createdAt) throw new ImportError(`${options.createdAt} is no date.`, 'Write it as YYYY-MM-DD.');
  const files = await findRecordFiles(paths, options.record);
  const [first] = [...files.values()].flat();
  const name = options.source ?? (first ? getInputName(first).replace(/\.[^.]*$/, '') : format);
  const source = {
    key: toSlug(name) || format,
    title: options.title ?? name,
    licence: options.licence ?? 'not stated',
    address: options.address ?? null,
    snapshot: options.createdAt ? createdAt : null,
  };
  const mappings = Object.fromEntries(
    recordNames.map((kind) => [kind, createPresetMapping(createdAt, apiFields[kind])]),
  ) as Record<RecordName, Mapping>;
  return openPreset({ source, rows: (context) => readFiles(context, format, files, mappings) }, onProgress);
}

/** Which file has which records: by the beginning of its name, or as `record` says of a single one. */
async function findRecordFiles(
  paths: readonly string[],
  record: string | undefined,
): Promise<Map<RecordName, InputFile[]>> {
  const stated = recordNames.find((name) => name === record);
  if (record && !stated)
    throw new ImportError(`There is no record ${record}.`, `Name one of ${recordNames.join(', ')}.`);
  const files = (await Promise.all(paths.map(findInputFiles))).flat();
  const found = new Map<RecordName, InputFile[]>();
  for (const file of files) {
    const name = getInputName(file).toLowerCase();
    const kind = files.length === 1 && stated ? stated : recordNames.find((candidate) => name.startsWith(candidate));
    if (!kind) {
      throw new ImportError(
        `Nothing says which records ${getInputName(file)} has.`,
        `Let its name begin with ${recordNames.join(', ')}, or add --record.`,
      );
    }
    found.set(kind, [...(found.get(kind) ?? []), file]);
  }
  return found;
}

async function* readFiles(
  { read }: PresetContext,
  format: ApiFieldsFormat,
  files: ReadonlyMap<RecordName, InputFile[]>,
  mappings: Record<RecordName, Mapping>,
): AsyncGenerator<RowToMap> {
  for (const kind of ['companies', 'investors', 'people', 'deals'] as const) {
    const known = new Set([...Object.keys(templateRows[kind]), ...derivedFields[kind]]);
    for (const file of files.get(kind) ?? []) {
      const type = format === 'jsonl' && /\.json$/i.test(getInputName(file)) ? 'json' : format;
      for await (const row of read(file, { type, repair: false })) {
        const names = new Set(row.columns.map((column) => column.split('.', 1)[0] ?? ''));
        for (const name of names)
          if (!known.has(name)) row.find('noted', `${name} is not a field of ${kind}: not read`, '');
        if (row.cell('id') === '') row.find('rejected', 'id: is empty', '');
        else yield { mapping: mappings[kind], row: format === 'csv' ? parseCells(row) : row };
      }
    }
  }
}

/** The column `location.city.name` of a table is the member `name` of `city` of `location`; lists may be JSON. */
function parseCells(row: SourceRow): SourceRow {
  const value: Record<string, unknown> = {};
  for (const column of row.columns) {
    const path = column.split('.');
    const last = path.pop() ?? column;
    let at = value;
    for (const name of path) at = (at[name] ??= {}) as Record<string, unknown>;
    at[last] = parseCell(row.cell(column));
  }
  return createSourceRow(createObjectRow(row.line, value), row.find);
}

function parseCell(text: string): unknown {
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
