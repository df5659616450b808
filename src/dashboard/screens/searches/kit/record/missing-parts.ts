import { searchCompanies } from '#contract/companies.ts';
import { areNamesFree } from '../../../../records/request-names.ts';
import { type DealRecord, freeNames, unlockedCompanies } from '../../../../records/records.ts';
import { countRoundInvestors, findLockedRounds, priceRoundInvestors, unlockByIds } from '../../../../records/unlock.ts';
import type { SpendAuthorization } from '../../../../spending/spend-authorization.ts';
import { formatCount } from '../../../../platform/format.ts';
import type { Extent } from '../query/search-query.ts';
import { priceOf } from '../../../../spending/price.ts';

/** What is missing before rows show their companies, and their investors with leads. */
export type MissingParts = {
  readonly companies: readonly string[];
  /** The deals whose investors are locked; one request each. */
  readonly rounds: readonly DealRecord[];
};

/**
 * Finds what rows of deals lack. Where the service charges for names, companies whose name is known are not bought;
 * where names are free, what is bought is the rest of the record.
 */
export function findMissingParts(deals: readonly DealRecord[], extent: Extent): MissingParts {
  const companies = deals.flatMap(({ company_id: id }) =>
    id === null || (!areNamesFree() && freeNames.read(id)) ? [] : [id],
  );
  return {
    companies: extent === 'rows' ? [] : unlockedCompanies.missing(companies),
    rounds: extent === 'whole' ? findLockedRounds(deals) : [],
  };
}

/** The exact price of what is missing, in tenths. */
export const priceMissingParts = ({ companies, rounds }: MissingParts): number =>
  priceOf(searchCompanies.cost, companies.length) + priceRoundInvestors(rounds);

/** "24 companies, 31 investors with leads". */
export const describeMissingParts = ({ companies, rounds }: MissingParts): string =>
  [
    ...(companies.length > 0 ? [formatCount(companies.length, 'company', 'companies')] : []),
    ...(rounds.length > 0
      ? [
          `${formatCount(
            rounds.reduce((rows, deal) => rows + countRoundInvestors(deal), 0),
            'investor',
          )} with leads`,
        ]
      : []),
  ].join(', ');

/** Loads what is missing. It stops at the first failure; what arrived before stays unlocked. */
export const loadMissingParts = (
  authorization: SpendAuthorization,
  { companies, rounds }: MissingParts,
  onProgress: (done: number, of: number) => void,
): Promise<void> => unlockByIds(authorization, { companies, rounds: rounds.map(({ id }) => id) }, { onProgress });

/** The rounds that these tenths pay for, in the given order; one that is too expensive is skipped. */
export function chooseAffordable(rounds: readonly DealRecord[], tenths: number): DealRecord[] {
  let left = tenths;
  return rounds.filter((deal) => {
    const price = priceRoundInvestors([deal]);
    if (price > left) return false;
    left -= price;
    return true;
  });
}
