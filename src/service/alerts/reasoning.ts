import type { AlertDeal, AlertFilters } from '#contract/alerts.ts';
import type { FinancingType } from '#contract/enums.ts';
import { formatRoundName } from '#contract/rounds.ts';
import { formatEmployeeRange } from '#contract/scalars.ts';

/** A deal from the matching query, with the values for its reasoning. */
export type MatchRow = Omit<AlertDeal, 'date' | 'reasoning'> & {
  date: Date;
  pre: boolean;
  extension: boolean;
  num_employees: string | null;
  investors: { id: string; name: string }[];
  places: { permalink: string; name: string }[];
  industries: { permalink: string; name: string }[];
  round_type: FinancingType;
};

/** A sentence that names each filter that matched, with the value of the deal (contract 2). */
export function formatReasoning(deal: MatchRow, filters: AlertFilters): string {
  const reasons = [
    filters.financing_types.length > 0 && `the round is ${formatRoundName({ ...deal, type: deal.round_type })}`,
    (filters.deal_size_min !== null || filters.deal_size_max !== null) && formatSizeReason(deal, filters),
    deal.industries.length > 0 && `the company works in ${formatNames(deal.industries)}`,
    deal.places.length > 0 && `it is based in ${formatNames(deal.places)}`,
    filters.num_employees.length > 0 && `it has ${formatEmployeeRange(deal.num_employees ?? '')} employees`,
    filters.companies.length > 0 && `the company is ${deal.company_name}`,
    filters.investors.length > 0 && `${formatNames(listMatchedInvestors(deal, filters))} took part`,
  ].filter((reason) => reason !== false);
  return reasons.length === 0
    ? 'The alert has no filter, so every deal matches.'
    : `Matched because ${list.format(reasons)}.`;
}

/** "a", "a and b", "a, b and c". */
const list = new Intl.ListFormat('en-GB');

const money = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 2,
  minimumFractionDigits: 0,
});

function formatSizeReason({ total_round_raised }: MatchRow, { deal_size_min, deal_size_max }: AlertFilters): string {
  const bounds = [
    deal_size_min === null ? '' : `at least ${money.format(deal_size_min)}`,
    deal_size_max === null ? '' : `at most ${money.format(deal_size_max)}`,
  ].filter((bound) => bound !== '');
  return `${money.format(total_round_raised ?? 0)} was raised (${bounds.join(', ')})`;
}

const listMatchedInvestors = (deal: MatchRow, { investors }: AlertFilters) =>
  deal.investors.filter(({ id }) => investors.some((wanted) => wanted.id === id));

const formatNames = (named: readonly { name: string }[]): string => list.format(named.map(({ name }) => name));
