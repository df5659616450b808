import templateText from './template.jsonl?raw';
import { parseUtcDay } from '#contract/scalars.ts';
import { toSlug } from '../../db/name-key.ts';
import { ImportError } from '../import-error.ts';
import type { RowToMap } from '../mapping/mapper.ts';
import type { Mapping } from '../mapping/schema.ts';
import { findInputFiles, getInputName, type InputFile, type OnProgress } from '../reading/input-files.ts';
import { createObjectRow } from '../reading/row.ts';
import { createSourceRow, type SourceRow } from '../reading/source-rows.ts';
import type { ReportedFeed } from '../report.ts';
import { createPresetMapping, openPreset, type PresetContext, type PresetFields, sameNames } from './preset.ts';

export const recordNames = ['deals', 'companies', 'investors', 'people'] as const;
type ApiRecordName = (typeof recordNames)[number];
/** Records are read in this order, so that each comes after those that it names; template.jsonl has the same order. */
const fileOrder = ['companies', 'investors', 'people', 'deals'] as const;

/** One example row of each record with every field that an import reads; the rows belong together. */
export const templateRows = Object.fromEntries(
  templateText
    .trim()
    .split('\n')
    .map((line, index) => [fileOrder[index], JSON.parse(line) as Record<string, unknown>]),
) as Record<ApiRecordName, Record<string, unknown>>;

type ApiFieldsFormat = 'csv' | 'jsonl';
type ApiFieldsOptions = {
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

/** Files in the API's own field names; a row with a value that cannot be read is rejected with its field. */
export async function openApiFields(
  format: ApiFieldsFormat,
  paths: readonly string[],
  options: ApiFieldsOptions,
  onProgress?: OnProgress,
): Promise<ReportedFeed> {
  const createdAt = options.createdAt ? parseUtcDay(options.createdAt) : new Date().toISOString().slice(0, 10);
  if (!createdAt) throw new ImportError(`${options.createdAt} is not a date.`, 'Write it as YYYY-MM-DD.');
  const files = await findRecordFiles(paths, options.record);
  const [first] = [...files.values()].flat();
  const name = options.source ?? (first ? getInputName(first).replace(/\.[^.]*$/, '') : format);
  const source = {
    key: toSlug(name) || format,
    title: options.title ?? name,
    licence: options.licence ?? 'no licence stated',
    address: options.address ?? null,
    snapshot: options.createdAt ? createdAt : null,
  };
  const mappings = Object.fromEntries(
    recordNames.map((kind) => [kind, createPresetMapping(createdAt, apiFields[kind])]),
  ) as Record<ApiRecordName, Mapping>;
  return openPreset({ source, rows: (context) => readFiles(context, format, files, mappings) }, onProgress);
}

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
  format: ApiFieldsFormat,
  files: ReadonlyMap<ApiRecordName, InputFile[]>,
  mappings: Record<ApiRecordName, Mapping>,
): AsyncGenerator<RowToMap> {
  for (const kind of fileOrder) {
    const known = new Set([...Object.keys(templateRows[kind]), ...derivedFields[kind]]);
    for (const file of files.get(kind) ?? []) {
      const type = format === 'jsonl' && /\.json$/i.test(getInputName(file)) ? 'json' : format;
      for await (const row of read(file, { type, repair: false })) {
        const names = new Set(row.columns.map((column) => column.split('.', 1)[0] ?? ''));
        for (const name of names)
          if (!known.has(name)) row.report('noted', `${name} is not a field of ${kind}: not read`, '');
        if (row.cell('id') === '') row.report('rejected', 'id: is empty', '');
        else yield { mapping: mappings[kind], row: format === 'csv' ? parseCells(row) : row };
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
  return createSourceRow(createObjectRow(row.line, value), row.report);
}

function parseCell(text: string): unknown {
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The template of one record, or of all four, each with its file name. */
export function printTemplates(format: string, record?: string): string {
  if (format !== 'csv' && format !== 'jsonl')
    throw new ImportError(`There is no template for ${format}.`, 'Name csv or jsonl.');
  const kinds = record === undefined ? recordNames : recordNames.filter((kind) => kind === record);
  if (kinds.length === 0)
    throw new ImportError(`There is no record ${record}.`, `Name one of ${recordNames.join(', ')}.`);
  const texts = kinds.map((kind) => buildTemplate(format, kind));
  if (kinds.length === 1) return texts.join('');
  return kinds.map((kind, index) => `== ${kind}.${format}\n${texts[index]}`).join('\n');
}

export function buildTemplate(format: 'csv' | 'jsonl', kind: ApiRecordName): string {
  const row = templateRows[kind];
  if (format === 'jsonl') return `${JSON.stringify(row)}\n`;
  const cells = splitCells(row);
  return `${[...cells.keys()].map(quote).join(',')}\n${[...cells.values()].map(quote).join(',')}\n`;
}

/** The columns of a table: nested members joined by dots, lists of texts joined by |, other lists as JSON. */
function splitCells(row: Record<string, unknown>, at = ''): Map<string, string> {
  const cells = new Map<string, string>();
  for (const [name, value] of Object.entries(row)) {
    const column = at + name;
    if (Array.isArray(value)) {
      const isPlain = value.every((item) => typeof item === 'string');
      cells.set(column, isPlain ? value.join('|') : JSON.stringify(value));
    } else if (typeof value === 'object' && value !== null) {
      for (const [inner, cell] of splitCells(value as Record<string, unknown>, `${column}.`)) cells.set(inner, cell);
    } else cells.set(column, typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));
  }
  return cells;
}

const quote = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
