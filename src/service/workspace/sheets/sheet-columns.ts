import { formatCsvRow } from '#contract/csv.ts';
import type { FinancingFilter } from '#contract/request-parts.ts';
import { formatRoundName } from '#contract/rounds.ts';
import type { SavedRowSearch } from '#contract/workspace/saved-searches.ts';
import type { LooseRecord } from '#contract/workspace/workspace-endpoint.ts';
import { type RecordColumn, type ExportedNames, formatRecordCell } from '../export-records.ts';

/** The kinds of rows that a live sheet can have. */
export type SheetKind = SavedRowSearch['screen'];

/** The rows of a live sheet, and the names of what they mention. */
export type SheetRows = {
  readonly records: readonly LooseRecord[];
  /** The company of each deal by its id, as far as it is known. */
  readonly companies: ReadonlyMap<string, LooseRecord>;
  /** The names of the lead investors of each deal by its id, as far as they are known. */
  readonly leads: ReadonlyMap<string, readonly string[]>;
  readonly names: ExportedNames;
};

const place: readonly RecordColumn[] = [
  ['city', 'location.city.name'],
  ['country', 'location.country.name'],
];

/** The columns by kind. Formulas of spreadsheets name them: they are only ever added to, at the end. */
const columns: Readonly<Record<SheetKind, readonly RecordColumn[]>> = {
  deals: [
    ['announced_utc', 'date', 'day'],
    ['company', 'company_name'],
    ['domain', 'company.domain'],
    ['city', 'company.location.city.name'],
    ['country', 'company.location.country.name'],
    ['industries', 'company.industries.*.name'],
    ['employees', 'company.num_employees', 'range'],
    ['round', 'round'],
    ['raised_usd', 'total_round_raised'],
    ['valuation_usd', 'valuation.valuation_usd'],
    ['lead_investors', 'leads.*'],
    ['investors', 'investor_ids.*', 'name'],
    ['angels', 'angel_investor_ids.*', 'name'],
    ['added_utc', 'created_at', 'day'],
    ['description', 'deal_descriptions.short_description'],
    ['deal_id', 'id'],
  ],
  companies: [
    ['company', 'name'],
    ['domain', 'domain'],
    ...place,
    ['industries', 'industries.*.name'],
    ['employees', 'num_employees', 'range'],
    ['latest_round_utc', 'latest_deal.date', 'day'],
    ['latest_round', 'round'],
    ['latest_round_usd', 'latest_deal.total_round_raised'],
    ['total_raised_usd', 'total_raised'],
    ['latest_valuation_usd', 'latest_valuation_usd'],
    ['funding_rounds', 'num_funding_rounds'],
    ['investors', 'all_investor_ids.*', 'name'],
    ['linkedin', 'linkedin'],
    ['description', 'short_description'],
    ['company_id', 'id'],
  ],
  investors: [
    ['investor', 'name'],
    ['domain', 'domain'],
    ...place,
    ['stages', 'investment_stage'],
    ['latest_deal_utc', 'most_recent_deal_date', 'day'],
    ['deals', 'total_deal_count'],
    ['deals_led', 'lead_deal_count'],
    ['deals_last_12_months', 'deal_count_last_12_months'],
    ['top_industries', 'top_industries.*.name'],
    ['linkedin', 'linkedin'],
    ['description', 'description'],
    ['investor_id', 'id'],
  ],
  people: [
    ['person', 'name'],
    ['title', 'title'],
    ['employer', 'current_company.name'],
    ['employer_domain', 'current_company.domain'],
    ['location', 'location'],
    ['investors', 'investment_firms.*.name'],
    ['linkedin', 'linkedin_url'],
    ['person_id', 'id'],
  ],
};

/** Rows as CSV in UTF-8, with a head: names, UTC days and plain numbers. Spreadsheets that fetch it want no byte order mark. */
export function formatSheet(kind: SheetKind, rows: SheetRows): string {
  const lines = rows.records.map((record) => {
    const item = describeItem(kind, record, rows);
    return formatCsvRow(columns[kind].map((column) => formatRecordCell(rows.names, item, column)));
  });
  return formatCsvRow(columns[kind].map(([head]) => head)) + lines.join('');
}

/** A record with what belongs to it, as the paths of the columns read it. */
function describeItem(kind: SheetKind, record: LooseRecord, { companies, leads, names }: SheetRows): object {
  if (kind === 'companies') return { ...record, round: nameRound(record['latest_deal']) };
  if (kind !== 'deals') return record;
  const companyId = String(record['company_id']);
  const company = companies.get(companyId);
  return {
    ...record,
    company,
    company_name: company?.['name'] ?? names.get(companyId) ?? null,
    round: nameRound({ ...record, type: record['round_type'] }),
    leads: leads.get(record.id) ?? [],
  };
}

function nameRound(round: unknown): string | null {
  const { type, pre = false, extension = false } = (round ?? {}) as Partial<FinancingFilter>;
  return typeof type === 'string' ? formatRoundName({ type, pre, extension }) : null;
}
