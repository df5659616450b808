import { type CsvCell, formatCsvRange, formatCsvRow } from '#contract/csv.ts';
import { parseUtcDay } from '#contract/scalars.ts';
import type { UnlockedKind } from '#contract/workspace/records.ts';

/** Names by id: records by their own name, rounds by the id of their company. */
export type ExportedNames = Map<string, string>;

/** A column's heading, the path of its value, in which `*` is every item of a list, and its kind. */
export type RecordColumn = readonly [head: string, path: string, kind?: 'day' | 'name' | 'range'];

/** A readable file of unlocked records of one kind, with names instead of ids. */
type RecordFile = {
  readonly name: string;
  readonly kind: UnlockedKind;
  /** The heading of a first column with the name of the record. */
  readonly subject?: string;
  /** Lists of the record; each item is a row. By default the record itself is one. */
  readonly each?: readonly string[];
  readonly columns: readonly RecordColumn[];
};

const place: readonly RecordColumn[] = [
  ['city', 'location.city.name'],
  ['country', 'location.country.name'],
];
const pages: readonly RecordColumn[] = [
  ['domain', 'domain'],
  ['linkedin', 'linkedin'],
  ['crunchbase', 'crunchbase'],
];

/** All files of records. */
export const recordFiles: readonly RecordFile[] = [
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
      ['employees', 'num_employees', 'range'],
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
      ['employees', 'num_employees', 'range'],
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
    kind: 'rounds',
    subject: 'company',
    each: ['investors', 'angel_investors'],
    columns: [['investor', 'name'], ['lead', 'lead_investor'], ...pages],
  },
  {
    name: 'articles',
    kind: 'articles',
    subject: 'company',
    each: ['articles'],
    columns: [
      ['published_utc', 'date', 'day'],
      ['link', 'link'],
    ],
  },
  {
    name: 'work-histories',
    kind: 'histories',
    subject: 'person',
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
];

/** Adds the names in a record. An investor's own record, which comes before rounds, has the better one. */
export function collectRecordNames(names: ExportedNames, kind: UnlockedKind, record: unknown): void {
  const add = (one: unknown, path = 'name') => {
    const [id, name] = [listValuesAt(one, ['id'])[0], listValuesAt(one, [path])[0]];
    if (typeof id === 'string' && typeof name === 'string' && name !== '' && !names.has(id)) names.set(id, name);
  };
  if (kind === 'rounds') {
    for (const list of ['investors', 'angel_investors']) listValuesAt(record, [list, '*']).forEach((one) => add(one));
  } else add(record, kind === 'deals' || kind === 'articles' ? 'company_id' : 'name');
}

/** The name of a record; null if unknown, because an id means nothing to a reader. */
export function findName(names: ExportedNames, id: string): string | null {
  const name = names.get(id);
  // A round is named by its company.
  return name === undefined ? null : (names.get(name) ?? (isId(name) ? null : name));
}

const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** The heading row of a file. */
export const formatRecordHead = ({ subject, columns }: RecordFile): string =>
  formatCsvRow(['unlocked_utc', ...(subject === undefined ? [] : [subject]), ...columns.map(([head]) => head)]);

/** The rows of a record in a file. */
export function formatRecordRows(
  { subject, each, columns }: RecordFile,
  names: ExportedNames,
  { id, record, unlockedAt }: { readonly id: string; readonly record: unknown; readonly unlockedAt: Date },
): string {
  const start = [unlockedAt.toISOString(), ...(subject === undefined ? [] : [findName(names, id)])];
  const items = each ? each.flatMap((list) => listValuesAt(record, [list, '*'])) : [record];
  return items
    .map((item) => formatCsvRow([...start, ...columns.map((column) => formatRecordCell(names, item, column))]))
    .join('');
}

/** The value of a column; several are joined. */
export function formatRecordCell(names: ExportedNames, item: unknown, [, path, kind]: RecordColumn): CsvCell {
  const values = listValuesAt(item, path.split('.')).flatMap((value): CsvCell[] => {
    if (kind === 'day') return typeof value === 'string' ? [parseUtcDay(value) ?? null] : [];
    if (kind === 'name') return typeof value === 'string' ? [findName(names, value)] : [];
    if (kind === 'range') return typeof value === 'string' ? [formatCsvRange(value)] : [];
    if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
    return typeof value === 'string' || typeof value === 'number' ? [value] : [];
  });
  const known = values.filter((value) => value !== null);
  return known.length > 1 ? known.join('; ') : (known[0] ?? null);
}

/** The values at a path; none if the record has another shape, because services send what they like. */
function listValuesAt(value: unknown, [first, ...rest]: readonly string[]): unknown[] {
  if (first === undefined) return [value];
  if (first === '*') return Array.isArray(value) ? value.flatMap((one) => listValuesAt(one, rest)) : [];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return [];
  return listValuesAt((value as Readonly<Record<string, unknown>>)[first], rest);
}
