import { type CsvCell, formatCsvRow } from './csv.ts';
import { parseUtcDay } from './scalars.ts';
import type { WorkspaceEntry, WorkspaceKind } from './workspace.ts';

/** An exported entry. */
export type ExportedEntry = Pick<WorkspaceEntry, 'kind' | 'key' | 'at' | 'value'>;

/** The names used in exports: records by their own name, rounds by that of their company. */
export type ExportedNames = Map<string, string>;

/** A column's heading, the path of its value, in which `*` is every item of a list, and its kind. */
type Column = readonly [head: string, path: string, kind?: 'day' | 'name'];

/** A readable file of a workspace: one kind of entry, with names instead of ids. */
type WorkspaceFile = {
  readonly name: string;
  readonly kind: WorkspaceKind;
  /** The subject of a row, by the given part of the key. */
  readonly subject?: readonly [head: string, part: number];
  /** Lists of the value; each item is a row. By default the value itself is one. */
  readonly each?: readonly string[];
  readonly columns: readonly Column[];
  /** Leaves out other parts of such entries. */
  readonly part?: readonly [at: number, name: string];
};

const place: readonly Column[] = [
  ['city', 'location.city.name'],
  ['country', 'location.country.name'],
];
const pages: readonly Column[] = [
  ['domain', 'domain'],
  ['linkedin', 'linkedin'],
  ['crunchbase', 'crunchbase'],
];

/** All files; what they leave out, such as the order of stored results, is in the JSON. */
export const workspaceFiles: readonly WorkspaceFile[] = [
  {
    name: 'deals',
    kind: 'deals',
    columns: [
      ['company', 'company_id', 'name'],
      ['announced_utc', 'date', 'day'],
      ['round', 'round_type'],
      ['raised_usd', 'total_round_raised'],
      ['raised_native', 'financings.*.size_native'],
      ['raised_currency', 'financings.*.currency'],
      ['valuation_usd', 'valuation.valuation_usd'],
      ['valuation_type', 'valuation.type'],
      ['investors', 'investor_ids.*', 'name'],
      ['angels', 'angel_investor_ids.*', 'name'],
      ['added_utc', 'created_at', 'day'],
      ['description', 'deal_descriptions.short_description'],
    ],
  },
  {
    name: 'companies',
    kind: 'companies',
    columns: [
      ['name', 'name'],
      ['legal_name', 'legal_name'],
      ...pages,
      ...place,
      ['employees', 'num_employees'],
      ['ipo_status', 'ipo_status'],
      ['latest_round_utc', 'latest_deal.date', 'day'],
      ['latest_round_usd', 'latest_deal.total_round_raised'],
      ['latest_round_native', 'latest_deal.financings.*.size_native'],
      ['latest_round_currency', 'latest_deal.financings.*.currency'],
      ['total_raised_usd', 'total_raised'],
      ['latest_valuation_usd', 'latest_valuation_usd'],
      ['funding_rounds', 'num_funding_rounds'],
      ['investors', 'all_investor_ids.*', 'name'],
      ['description', 'short_description'],
    ],
  },
  {
    name: 'investors',
    kind: 'investors',
    columns: [
      ['name', 'name'],
      ...pages,
      ['contact_email', 'contact_email'],
      ['contact_phone', 'contact_phone'],
      ...place,
      ['employees', 'num_employees'],
      ['latest_deal_utc', 'most_recent_deal_date', 'day'],
      ['deals', 'total_deal_count'],
      ['deals_led', 'lead_deal_count'],
      ['description', 'description'],
    ],
  },
  {
    name: 'people',
    kind: 'people',
    columns: [
      ['name', 'name'],
      ['title', 'title'],
      ['employer', 'current_company.name'],
      ['location', 'location'],
      ['investors', 'investment_firms.*.name'],
      ['linkedin', 'linkedin_url'],
      ['crunchbase', 'crunchbase_url'],
      ['twitter', 'twitter_url'],
    ],
  },
  {
    name: 'investors-in-rounds',
    kind: 'lineups',
    subject: ['company', 0],
    each: ['firms', 'angels'],
    columns: [['investor', 'name'], ['lead', 'lead_investor'], ...pages],
  },
  {
    name: 'articles',
    kind: 'articles',
    subject: ['company', 0],
    each: ['articles'],
    columns: [
      ['published_utc', 'date', 'day'],
      ['link', 'link'],
    ],
  },
  {
    name: 'work-histories',
    kind: 'histories',
    subject: ['person', 0],
    each: ['employment_history', 'education_history'],
    columns: [
      ['organization', 'company_name'],
      ['school', 'school_name'],
      ['title', 'title'],
      ['degree', 'degree'],
      ['field', 'field_of_study'],
      ['start_utc', 'start_date', 'day'],
      ['end_utc', 'end_date', 'day'],
    ],
  },
  // One row for each field, in order of change.
  { name: 'statuses-and-notes', kind: 'statuses', subject: ['record', 1], columns: [['value', '', 'name']] },
  {
    name: 'saved-searches',
    kind: 'searches',
    part: [1, 'search'],
    columns: [
      ['name', 'name'],
      ['screen', 'screen'],
      ['filters', 'search'],
      ['deleted', 'deleted'],
    ],
  },
  {
    name: 'lists',
    kind: 'lists',
    part: [1, 'head'],
    columns: [
      ['name', 'name'],
      ['file', 'fileName'],
      ['lines', 'lines'],
      ['deleted', 'deleted'],
    ],
  },
  {
    name: 'list-files',
    kind: 'lists',
    part: [1, 'text'],
    subject: ['list', 0],
    columns: [['text', '']],
  },
];

/** The kinds whose entries contain names of others. */
export const namingKinds: readonly WorkspaceKind[] = [
  'deals',
  'companies',
  'investors',
  'people',
  'names',
  'lineups',
  'lists',
  'statuses',
];

/** Adds the names in an entry. */
export function collectEntryNames(names: ExportedNames, { kind, key, value }: ExportedEntry): void {
  const add = (id: unknown, name: unknown) => {
    if (typeof id === 'string' && typeof name === 'string' && name !== '') names.set(id, name);
  };
  if (kind === 'statuses') {
    if (key[0] === 'stage' && key[2] === 'name') add(key[1], value);
  } else if (kind === 'lists') {
    if (key[1] === 'head') add(key[0], listValuesAt(value, ['name'])[0]);
  } else if (kind === 'lineups') {
    for (const item of [...listValuesAt(value, ['firms', '*']), ...listValuesAt(value, ['angels', '*'])]) {
      add(listValuesAt(item, ['id'])[0], listValuesAt(item, ['name'])[0]);
    }
  } else add(key[0], listValuesAt(value, [kind === 'deals' ? 'company_id' : 'name'])[0]);
}

/** The heading row of a file. */
export function formatFileHead({ kind, subject, columns }: WorkspaceFile): string {
  const about = subject ? [subject[0], ...(kind === 'statuses' ? ['kind', 'field'] : [])] : [];
  return formatCsvRow(['changed_utc', ...about, ...columns.map(([head]) => head)]);
}

/** The rows of an entry in a file; none if it belongs to another part. */
export function formatFileRows(file: WorkspaceFile, names: ExportedNames, entry: ExportedEntry): string {
  const { kind, subject, each, columns, part } = file;
  const { key, at, value } = entry;
  if (part && key[part[0]] !== part[1]) return '';
  const about = subject
    ? [findName(names, key[subject[1]] ?? ''), ...(kind === 'statuses' ? [key[0] ?? null, key[2] ?? null] : [])]
    : [];
  const items = each ? each.flatMap((list) => listValuesAt(value, [list, '*'])) : [value];
  return items
    .map((item) =>
      formatCsvRow([
        new Date(at).toISOString(),
        ...about,
        ...columns.map((column) => formatCell(names, item, column, kind === 'statuses')),
      ]),
    )
    .join('');
}

/** The name of a record; null if unknown, because an id means nothing to a reader. */
function findName(names: ExportedNames, id: string): string | null {
  const name = names.get(id);
  // A round is named by its company.
  return name === undefined ? null : (names.get(name) ?? (isId(name) ? null : name));
}

const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

function formatCell(names: ExportedNames, item: unknown, [, path, kind]: Column, keepsText: boolean): CsvCell {
  const values = listValuesAt(item, path === '' ? [] : path.split('.')).flatMap((value): CsvCell[] => {
    if (Array.isArray(value)) return [value.filter((one) => typeof one === 'string').join('; ')];
    if (kind === 'day') return typeof value === 'string' ? [parseUtcDay(value) ?? null] : [];
    if (kind === 'name' && typeof value === 'string') return [findName(names, value) ?? (keepsText ? value : null)];
    if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
    return typeof value === 'string' || typeof value === 'number' ? [value] : [];
  });
  const known = values.filter((value) => value !== null);
  return known.length > 1 ? known.join('; ') : (known[0] ?? null);
}

/** The values at a path; none if the value has another shape, because it was never validated. */
function listValuesAt(value: unknown, [first, ...rest]: readonly string[]): unknown[] {
  if (first === undefined) return [value];
  if (first === '*') return Array.isArray(value) ? value.flatMap((one) => listValuesAt(one, rest)) : [];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return [];
  return listValuesAt((value as Readonly<Record<string, unknown>>)[first], rest);
}
