import { readCompany, searchCompanies } from '#contract/companies.ts';
import { readCompanyDeals } from '#contract/deals.ts';
import { unlockedCompanies, type DealRecord } from '../../library/records/records.ts';
import { takePage } from '../../search/fetch/take-page.ts';
import type { Section } from '../../search/query/search-query.ts';
import type { FoundPage } from '../../search/resource/resource.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import type { PageRequest } from '../../search/table/pages.ts';

/** Buys one page of a search; how near a company came belongs to the answer, not to the company. */
export async function findCompanies(authorization: SpendAuthorization, body: Section): Promise<FoundPage> {
  const answer = await sendPaid(authorization, searchCompanies, { body });
  const { companies } = answer.data;
  const figures = Object.fromEntries((companies ?? []).map(({ id, similarity }) => [id, { similarity }]));
  const kept = companies?.map((company) => ({ ...company, similarity: null }));
  return takePage(searchCompanies, answer, kept, unlockedCompanies, figures);
}

/** Buys one company. */
export async function loadCompany(authorization: SpendAuthorization, id: string): Promise<void> {
  const { data } = await sendPaid(authorization, readCompany, { query: { id } });
  if (data.company) unlockedCompanies.keep([data.company]);
}

/** Buys a page of the rounds of a company, newest first. */
export async function loadRounds(
  authorization: SpendAuthorization,
  id: string,
  { page, size }: PageRequest,
): Promise<readonly DealRecord[]> {
  const { data } = await sendPaid(authorization, readCompanyDeals, { query: { id, page, page_size: size } });
  return data.deals ?? [];
}
