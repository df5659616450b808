import { searchCompanies } from '#contract/companies.ts';
import { searchInvestors } from '#contract/investors.ts';
import type { Act } from '../../purchase/act.ts';
import { buy } from '../../purchase/buy.ts';
import { toBatches } from '../../purchase/price.ts';
import type { Identified, Owned } from './owned.ts';
import { ownedCompanies, ownedInvestors } from './records.ts';

/** Buys companies by id; one request for up to 500, each asking for exactly its own number of rows. */
export async function buyCompanies(act: Act, ids: readonly string[]): Promise<void> {
  for (const batch of toBatches(ids)) {
    const { data } = await buy(act, searchCompanies, {
      body: { identifiers: { ids: batch }, page_size: batch.length },
    });
    take(ownedCompanies, batch, data.companies);
  }
}

/** Buys investment firms by id, in the same way. */
export async function buyInvestors(act: Act, ids: readonly string[]): Promise<void> {
  for (const batch of toBatches(ids)) {
    const { data } = await buy(act, searchInvestors, {
      body: { identifiers: { ids: batch }, page_size: batch.length },
    });
    take(ownedInvestors, batch, data.investors);
  }
}

/** Rows that could not be read at all (null) say nothing about which ids the service knows. */
function take<R extends Identified>(owned: Owned<R>, asked: readonly string[], rows: readonly R[] | null): void {
  if (rows === null) return;
  owned.keep(rows);
  owned.keepUnknown(owned.missing(asked));
}
