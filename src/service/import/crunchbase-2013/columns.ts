export const companiesFile = 'crunchbase-companies.csv';
export const roundsFile = 'crunchbase-rounds.csv';

/** The day that the export was made: nothing in it can be younger, and every record of it was added then. */
export const exportDay = '2013-10-01';
/** A filler for unknown in the export's dates. */
export const fillerDay = '1960-01-01';

export const companyColumns = [
  'permalink',
  'name',
  'category_code',
  'funding_total_usd',
  'status',
  'country_code',
  'state_code',
  'region',
  'city',
  'funding_rounds',
  'founded_at',
  'founded_month',
  'founded_quarter',
  'founded_year',
  'first_funding_at',
  'last_funding_at',
  'last_milestone_at',
] as const;

export const roundColumns = [
  'company_permalink',
  'company_name',
  'company_category_code',
  'company_country_code',
  'company_state_code',
  'company_region',
  'company_city',
  'funding_round_type',
  'funded_at',
  'funded_month',
  'funded_quarter',
  'funded_year',
  'raised_amount_usd',
] as const;

/** Investor, startup, the round's amount divided by its investors, day as YYYYMMDD; the file has no header. */
export const shareColumns = ['investor', 'startup', 'share', 'day'] as const;

export type Cells<Columns extends readonly string[]> = Record<Columns[number], string>;

/** The cells of a row by column, without the blanks around them; undefined when their number is wrong. */
export function toCells<Columns extends readonly string[]>(
  columns: Columns,
  cells: string[],
): Cells<Columns> | undefined {
  if (cells.length !== columns.length) return undefined;
  return Object.fromEntries(
    columns.map((column, position) => [column, cells[position]?.trim() ?? '']),
  ) as Cells<Columns>;
}

/** The slug of `/company/slug`; undefined for anything else. */
export function toCompanySlug(permalink: string): string | undefined {
  return /^\/company\/([^/\s]+)$/.exec(permalink)?.[1];
}

/** A US dollar amount; undefined when it cannot be one. */
export function toAmount(text: string): number | undefined {
  return /^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
