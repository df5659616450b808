import { readCompany } from '#contract/companies.ts';
import { unlockedCompanies } from '../../library/records/records.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';

/** Unlocks one company. */
export async function loadCompany(authorization: SpendAuthorization, id: string): Promise<void> {
  const { data } = await sendPaid(authorization, readCompany, { query: { id } });
  if (data.company) unlockedCompanies.keep([data.company]);
}
