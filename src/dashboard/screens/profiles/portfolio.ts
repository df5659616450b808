import type { CompanyRecord, DealRecord } from '../../records/records.ts';
import { unlockedCompanies, unlockedRoundInvestors } from '../../records/records.ts';
import { describeBusiness, removeName } from '../../platform/about-company.ts';
import { toDay } from '../../platform/format.ts';
import { findStage, formatRoundType, toRound } from '../../platform/rounds.ts';
import { formatIndustries, formatPlaceName } from '../searches/kit/record/facts.tsx';
import type { NamedRecord } from '../searches/kit/record/profile-link.tsx';
import { readKnownName } from '../searches/kit/lookups/known-names.ts';

/** An investment of the portfolio: one deal, as far as it is unlocked. */
export type PortfolioRow = {
  readonly id: string;
  readonly deal: DealRecord;
  readonly companyName: string | undefined;
  /** What the company does, else what the deal says. */
  readonly about: string;
  readonly round: string;
  /** UTC day. */
  readonly day: string | undefined;
  /** Whether the investor led the round; undefined while its investors are locked, null where nobody knows. */
  readonly isLead: boolean | null | undefined;
  /** Who else took part: leads first, those with a known name. */
  readonly coInvestors: readonly NamedRecord[];
  /** The other investors and angels, whose names are locked. */
  readonly unnamed: number;
  readonly place: string;
  readonly industries: string;
  readonly isMatch: boolean;
};

/** Deals of an investor as rows of its portfolio; `matches` are the deals that match the search, where known. */
export function buildPortfolio(
  deals: readonly DealRecord[],
  investorId: string,
  matches: ReadonlySet<string>,
): PortfolioRow[] {
  return deals.map((deal) => {
    const company: CompanyRecord | undefined = unlockedCompanies.read(deal.company_id ?? '');
    const firms = unlockedRoundInvestors.read(deal.id)?.firms;
    const leads = new Set(
      firms?.flatMap(({ id, lead_investor: isLead }) => (isLead === true && id !== null ? [id] : [])),
    );
    const others = [...new Set(deal.investor_ids)].filter((id) => id !== investorId);
    const coInvestors = others
      .toSorted((one, other) => Number(leads.has(other)) - Number(leads.has(one)))
      .flatMap((id) => {
        const name = readKnownName('investor', id);
        return name === undefined ? [] : [{ id, name }];
      });
    const companyName = deal.company_id === null ? undefined : readKnownName('company', deal.company_id);
    const { short_description: short, long_description: long } = deal.deal_descriptions ?? {};
    const name = companyName ?? '';
    return {
      id: deal.id,
      deal,
      companyName,
      about: describeBusiness(name, company?.short_description, [short, long]) || removeName(short ?? '', name),
      round: formatRoundType(toRound(deal)),
      day: toDay(deal.date),
      isLead: firms === undefined ? undefined : (firms.find(({ id }) => id === investorId)?.lead_investor ?? null),
      coInvestors,
      unnamed: others.length - coInvestors.length + (deal.angel_investor_ids?.length ?? 0),
      place: formatPlaceName(company?.location) ?? '',
      industries: company === undefined ? '' : formatIndustries(company),
      isMatch: matches.has(deal.id),
    };
  });
}

/** Which part of a portfolio is shown. */
export type PortfolioPart = 'all' | 'matches' | 'led';

/** What a portfolio is narrowed to. */
type PortfolioFilter = {
  readonly part: PortfolioPart;
  /** Words, or phrases in quotes, that a row must all have, in any column. */
  readonly find: string;
};

/** The rows that pass a filter, in their order. */
export function filterPortfolio(rows: readonly PortfolioRow[], { part, find }: PortfolioFilter): PortfolioRow[] {
  const words = (find.toLowerCase().match(/"[^"]+"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
  return rows.filter((row) => {
    if ((part === 'matches' && !row.isMatch) || (part === 'led' && row.isLead !== true)) return false;
    if (words.length === 0) return true;
    const { companyName = '', about, round, day = '', place, industries, coInvestors } = row;
    const text = [companyName, about, round, day, place, industries, ...coInvestors.map(({ name }) => name)];
    const folded = text.join('\n').toLowerCase();
    return words.every((word) => folded.includes(word));
  });
}

/** What rows are sorted by; unknown values come last in both directions. */
export const portfolioKeys = {
  company: (row) => row.companyName?.toLowerCase(),
  round: ({ deal: { round_type: type, pre } }) => findStage({ type, pre }) || undefined,
  amount: ({ deal }) => deal.total_round_raised ?? undefined,
  announced: ({ day }) => day,
  role: ({ isLead }) => (isLead === undefined || isLead === null ? undefined : Number(isLead)),
  with: ({ coInvestors, unnamed }) => coInvestors.length + unnamed,
  location: ({ place }) => place || undefined,
  industry: ({ industries }) => industries || undefined,
} as const satisfies Record<string, (row: PortfolioRow) => string | number | undefined>;
export type PortfolioColumn = keyof typeof portfolioKeys;

/** Sorted rows. Without a column the matches of the search come first, then the newest. */
export function sortPortfolio(
  rows: readonly PortfolioRow[],
  column: PortfolioColumn | undefined,
  direction: 1 | -1,
): PortfolioRow[] {
  const byDay = (one: PortfolioRow, other: PortfolioRow) => (other.day ?? '').localeCompare(one.day ?? '');
  if (column === undefined)
    return rows.toSorted((one, other) => Number(other.isMatch) - Number(one.isMatch) || byDay(one, other));
  const read = portfolioKeys[column];
  return rows.toSorted((one, other) => {
    const [a, b] = [read(one), read(other)];
    if (a === undefined || b === undefined)
      return Number(a === undefined) - Number(b === undefined) || byDay(one, other);
    const order = typeof a === 'string' && typeof b === 'string' ? a.localeCompare(b) : Number(a) - Number(b);
    return direction * order || byDay(one, other);
  });
}
