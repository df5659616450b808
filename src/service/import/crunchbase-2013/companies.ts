import { crunchbaseCategoryCodes } from '../../lookups/category-codes.ts';
import { isMojibake, repairMojibake } from '../mojibake.ts';
import type { CompanyRecord } from '../records.ts';
import type { ReportKeeper } from '../report.ts';
import { parseUtcDay } from '#contract/scalars.ts';
import {
  companiesFile,
  companyColumns,
  exportDay,
  fillerDay,
  toAmount,
  toCells,
  toCompanySlug,
  type Cells,
} from './columns.ts';
import type { PlacedCompany } from './company-places.ts';

type CompanyCells = Cells<typeof companyColumns>;
type Find = (outcome: 'repaired' | 'noted' | 'rejected', reason: string, value: string) => undefined;

/** What the later files need of a company. */
export type KnownCompany = {
  line: number;
  founded: string | null;
  statedTotal: number | undefined;
  statedRounds: number | undefined;
};

type Status = NonNullable<CompanyRecord['status']>;

const statuses: Record<string, Status> = {
  operating: 'private',
  acquired: 'acquired',
  closed: 'closed',
  ipo: 'public',
};

/** One row of the companies file; undefined when it cannot be read, which the report then says. */
export function toCompany(
  row: { line: number; cells: string[] },
  placeOf: (company: CompanyCells) => PlacedCompany,
  report: ReportKeeper,
): { record: CompanyRecord; placed: PlacedCompany; known: KnownCompany } | undefined {
  const find: Find = (outcome, reason, value) => report.find(outcome, companiesFile, reason, row.line, value);
  const cells = toCells(companyColumns, row.cells);
  if (!cells)
    return find('rejected', `${row.cells.length} cells instead of ${companyColumns.length}`, row.cells.join());
  const slug = toCompanySlug(cells.permalink);
  if (!slug) return find('rejected', 'permalink is not /company/...', cells.permalink);
  const placed = placeOf(cells);
  for (const { reason, value } of placed.doubts) find('noted', reason, value);
  const founded = toFounded(cells.founded_at, find);
  const industry = toIndustry(cells.category_code, find);
  return {
    record: {
      kind: 'company',
      key: slug,
      permalink: slug,
      name: toName(cells.name, slug, find),
      crunchbase: `https://www.crunchbase.com/organization/${slug}`,
      founded,
      status: toStatus(cells.status, find),
      place: placed.place,
      placeText: placed.placeText,
      industries: industry ? [industry] : [],
      industryText: industry ? null : cells.category_code || null,
    },
    placed,
    known: {
      line: row.line,
      founded,
      statedTotal: toStatedTotal(cells, find),
      statedRounds: toAmount(cells.funding_rounds),
    },
  };
}

function toName(name: string, slug: string, find: Find): string {
  const whole = repairMojibake(name);
  if (whole !== name) find('repaired', 'name was UTF-8 read as Windows-1252', `${name} -> ${whole}`);
  else if (isMojibake(name)) find('noted', 'name was read in a wrong encoding and cannot be restored', name);
  // Excel took a name such as "=n+n" for a formula; the slug is the nearest that is left of it.
  if (whole !== '' && !/^#(NAME\?|VALUE!|REF!|N\/A)$/.test(whole)) return whole;
  find('repaired', 'name was lost in Excel and is made from the permalink', `${name} -> ${toTitle(slug)}`);
  return toTitle(slug);
}

/** "accel-partners" is "Accel Partners". */
export function toTitle(slug: string): string {
  return slug.replaceAll('-', ' ').replace(/(^| )\p{L}/gu, (first) => first.toUpperCase());
}

function toFounded(text: string, find: Find): string | null {
  if (text === '') return null;
  const day = parseUtcDay(text);
  if (!day || day.length !== text.length) find('repaired', 'founded_at is no date: unknown', text);
  else if (day === fillerDay) find('repaired', 'founded_at is the filler 1960-01-01: unknown', text);
  else if (day > exportDay) find('repaired', 'founded after the export: unknown', text);
  else return day;
  return null;
}

function toStatus(text: string, find: Find): Status | null {
  const status = statuses[text];
  if (!status) find('noted', 'status is not known', text);
  return status ?? null;
}

function toIndustry(code: string, find: Find): string | null {
  if (code === '') return null;
  const industry = crunchbaseCategoryCodes[code];
  if (industry === undefined) find('noted', 'category code is not known', code);
  return industry ?? null;
}

/** Totals are summed from the rounds; the stated one is only held against them. */
function toStatedTotal(cells: CompanyCells, find: Find): number | undefined {
  const stated = cells.funding_total_usd;
  if (stated === '') return undefined;
  const total = toAmount(stated);
  if (total === undefined) {
    const reason = /^#+$/.test(stated) ? 'a row of # (an Excel column too narrow)' : 'a date (an Excel accident)';
    find('repaired', `funding_total_usd is ${reason}: summed from the rounds`, stated.slice(0, 20));
  }
  return total;
}
