import { readCompany } from '#contract/companies.ts';
import { unlockedCompanies, unlockedInvestors, type InvestorRecord } from '../../library/records/records.ts';
import { hasArrived } from '../../library/records/sync-state.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { readInvestor } from '#contract/investors.ts';

/** Unlocks one company. */
export async function loadCompany(authorization: SpendAuthorization, id: string): Promise<void> {
  if (await hasArrived('companies', id)) return;
  const { data } = await sendPaid(authorization, readCompany, { query: { id } });
  if (data.company) unlockedCompanies.add([data.company]);
}

/** Unlocks one investor. */
export async function loadInvestor(authorization: SpendAuthorization, id: string): Promise<void> {
  if (await hasArrived('investors', id)) return;
  const { data } = await sendPaid(authorization, readInvestor, { query: { id } });
  if (data.investor) unlockedInvestors.add([clearInvestorMatches(data.investor)]);
}

const noMatches = { filtered_deal_count: null, filtered_lead_count: null };

/** An investor without counts of matching deals, which belong to one search and not to the record. */
export const clearInvestorMatches = (investor: Omit<InvestorRecord, keyof typeof noMatches>): InvestorRecord => ({
  ...investor,
  ...noMatches,
});
