import type { FinancingType } from '#contract/enums.ts';
import { parseUtcDay } from '#contract/scalars.ts';
import type { ReportKeeper } from '../report.ts';
import {
  companiesFile,
  exportDay,
  fillerDay,
  roundColumns,
  roundsFile,
  toAmount,
  toCells,
  toCompanySlug,
} from './columns.ts';
import type { KnownCompany } from './companies.ts';

export type Round = {
  line: number;
  key: string;
  company: string;
  type: FinancingType;
  date: string | null;
  raised: number | null;
  /** Rows of the file that are this round. */
  copies: number;
};

const roundTypes: Record<string, FinancingType> = {
  angel: 'SEED',
  venture: 'FUNDING_ROUND',
  other: 'FUNDING_ROUND',
  'series-a': 'SERIES_A',
  'series-b': 'SERIES_B',
  'series-c+': 'SERIES_C',
  'private-equity': 'EQUITY',
  'post-ipo': 'EQUITY',
  crowdfunding: 'CROWDFUNDING',
};

/** Reads rounds row by row; undefined for a row that is none of its own, which the report then says. */
export function openRounds(companies: ReadonlyMap<string, KnownCompany>, report: ReportKeeper) {
  const seen = new Map<string, Round>();
  return ({ line, cells: raw }: { line: number; cells: string[] }): Round | undefined => {
    const find = (outcome: 'repaired' | 'noted' | 'merged' | 'rejected', reason: string, value: string) =>
      report.find(outcome, roundsFile, reason, line, value);
    const cells = toCells(roundColumns, raw);
    if (!cells) return find('rejected', `${raw.length} cells instead of ${roundColumns.length}`, raw.join());
    const slug = toCompanySlug(cells.company_permalink);
    const company = slug && companies.get(slug);
    if (!slug || !company) return find('rejected', 'company is not in the companies file', cells.company_permalink);
    const { funding_round_type: type, funded_at: day, raised_amount_usd: amount } = cells;
    const key = [slug, day, type, amount].join('|');
    const twin = seen.get(key);
    if (twin) {
      twin.copies += 1;
      return find('merged', 'the same round as one before', key);
    }

    const date = parseUtcDay(day);
    const sound = date === day && date !== fillerDay && date <= exportDay;
    if (day === fillerDay) find('repaired', 'funded_at is the filler 1960-01-01: unknown', slug);
    else if (!sound && day !== '') find('repaired', 'funded_at is no possible date: unknown', day);
    if (sound && company.founded && day < company.founded)
      find('noted', 'dated before its company was founded', `${slug} ${day}`);
    const stated = toAmount(amount);
    const raised = stated === 0 ? undefined : stated;
    if (amount !== '' && raised === undefined)
      find('repaired', 'raised_amount_usd is no possible amount: undisclosed', amount);
    if (!roundTypes[type]) find('repaired', 'round type is not known: FUNDING_ROUND', type);
    if (type === 'series-c+') find('noted', 'series-c+ means C or later: SERIES_C', slug);
    const round = {
      line,
      key,
      company: slug,
      type: roundTypes[type] ?? 'FUNDING_ROUND',
      date: sound ? day : null,
      raised: raised ?? null,
      copies: 1,
    };
    seen.set(key, round);
    return round;
  };
}

/** Holds what the companies file says of each company against the rows of the rounds file. */
export function compareWithRounds(
  companies: ReadonlyMap<string, KnownCompany>,
  rounds: Round[],
  report: ReportKeeper,
): void {
  const sums = new Map<string, { count: number; raised: number }>();
  for (const { company, raised, copies } of rounds) {
    const sum = sums.get(company) ?? { count: 0, raised: 0 };
    sums.set(company, { count: sum.count + copies, raised: sum.raised + copies * (raised ?? 0) });
  }
  for (const [slug, { line, statedTotal, statedRounds }] of companies) {
    const { count, raised } = sums.get(slug) ?? { count: 0, raised: 0 };
    if (statedTotal !== undefined && statedTotal !== raised) {
      report.find(
        'noted',
        companiesFile,
        'funding_total_usd is not the sum of its rows',
        line,
        `${slug}: ${statedTotal}, rows ${raised}`,
      );
    }
    if (statedRounds !== undefined && statedRounds !== count) {
      report.find(
        'noted',
        companiesFile,
        'funding_rounds is not the number of its rows',
        line,
        `${slug}: ${statedRounds}, rows ${count}`,
      );
    }
    if (count === 0) report.find('noted', companiesFile, 'company has no round', line, slug);
  }
}
