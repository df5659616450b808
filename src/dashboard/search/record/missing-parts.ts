import { calculatePrice } from '#contract/credits.ts';
import { searchCompanies } from '#contract/companies.ts';
import { areNamesFree } from '../../library/records/request-names.ts';
import { type DealRecord, freeNames, unlockedCompanies } from '../../library/records/records.ts';
import {
  countRoundInvestors,
  findLockedRounds,
  priceRoundInvestors,
  unlockCompanies,
  unlockRoundInvestors,
} from '../../library/records/unlock.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { formatCount } from '../../platform/format.ts';
import type { Extent } from '../query/search-query.ts';

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
  calculatePrice(searchCompanies.cost, companies.length) + priceRoundInvestors(rounds);

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
export async function loadMissingParts(
  authorization: SpendAuthorization,
  { companies, rounds }: MissingParts,
  onProgress: (done: number, of: number) => void,
): Promise<void> {
  const of = rounds.length + (companies.length > 0 ? 1 : 0);
  let done = 0;
  const step = () => {
    done += 1;
    onProgress(done, of);
  };
  onProgress(0, of);
  if (companies.length > 0) await unlockCompanies(authorization, companies).then(step);
  const waiting = [...rounds];
  const loadNext = async (): Promise<void> => {
    const deal = waiting.shift();
    if (!deal || authorization.cancelled.aborted) return;
    await unlockRoundInvestors(authorization, [deal]).then(step, (error: unknown) => {
      // The next request waits until the service takes requests again.
      if (!(error instanceof ApiError) || error.kind !== 'rate') throw error;
      waiting.push(deal);
    });
    await loadNext();
  };
  // Requests of one press run side by side, so that 25 rounds take as long as six.
  const ends = await Promise.allSettled(Array.from({ length: 4 }, loadNext));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

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
