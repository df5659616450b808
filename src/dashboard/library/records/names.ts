import { searchCompanies } from '#contract/companies.ts';
import { searchInvestors } from '#contract/investors.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import { splitIntoBatches } from '../../purchase/price.ts';
import type { Identified, RecordStore } from './record-store.ts';
import { unlockedCompanies, unlockedInvestors } from './records.ts';

/** Buys companies by id; one request for up to 500, each asking for exactly its own number of rows. */
export async function unlockCompanies(authorization: SpendAuthorization, ids: readonly string[]): Promise<void> {
  for (const batch of splitIntoBatches(ids)) {
    const { data } = await sendPaid(authorization, searchCompanies, {
      body: { identifiers: { ids: batch }, page_size: batch.length },
    });
    take(unlockedCompanies, batch, data.companies);
  }
}

/** Buys investment firms by id, in the same way. */
export async function unlockInvestors(authorization: SpendAuthorization, ids: readonly string[]): Promise<void> {
  for (const batch of splitIntoBatches(ids)) {
    const { data } = await sendPaid(authorization, searchInvestors, {
      body: { identifiers: { ids: batch }, page_size: batch.length },
    });
    take(unlockedInvestors, batch, data.investors);
  }
}

/** Rows that could not be read at all (null) say nothing about which ids the service knows. */
function take<R extends Identified>(owned: RecordStore<R>, asked: readonly string[], rows: readonly R[] | null): void {
  if (rows === null) return;
  owned.keep(rows);
  owned.keepUnknown(owned.missing(asked));
}
