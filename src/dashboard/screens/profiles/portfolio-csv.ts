import { unlockedCompanies } from '../../records/records.ts';
import { formatFilePart, formatUtcDay } from '../../platform/format.ts';
import { formatExactNativeAmounts } from '../../platform/rounds.ts';
import { saveCsv, toCsv } from '../searches/kit/export/file-formats.ts';
import type { PortfolioRow } from './portfolio.ts';
import { readKnownName } from '../searches/kit/lookups/known-names.ts';

const heads =
  'deal_id,announced_utc,company,domain,description,round,raised_usd,raised_native,role,with,location,industries'.split(
    ',',
  );

/** Investments as CSV, in the given order; what is locked is blank. */
export const formatPortfolioCsv = (rows: readonly PortfolioRow[]): string =>
  toCsv([
    heads,
    ...rows.map(({ id, deal, day, companyName, about, round, isLead, coInvestors, place, industries }) => [
      id,
      day ?? null,
      companyName ?? null,
      unlockedCompanies.read(deal.company_id ?? '')?.domain ?? null,
      about,
      round,
      deal.total_round_raised,
      formatExactNativeAmounts(deal),
      isLead === true ? 'lead' : isLead === false ? 'investor' : null,
      coInvestors.map(({ name }) => name).join('; '),
      place,
      industries,
    ]),
  ]);

/** Saves the investments of an investor as CSV. */
export function savePortfolio(investorId: string, rows: readonly PortfolioRow[]): void {
  const name = formatFilePart(readKnownName('investor', investorId) ?? '');
  saveCsv(`portfolio-${name}-${formatUtcDay()}.csv`, formatPortfolioCsv(rows));
}
