import { readCompany, searchCompanies } from '#contract/companies.ts';
import { readCompanyDeals } from '#contract/deals.ts';
import { ownedCompanies, type OwnedDeal } from '../../library/records/records.ts';
import { takePage } from '../../search/find.ts';
import type { Section } from '../../search/question.ts';
import type { FoundPage } from '../../search/resource.ts';
import type { Act } from '../../purchase/act.ts';
import { buy } from '../../purchase/buy.ts';
import type { PageRequest } from '../../search/table/pages.ts';

/** Buys one page of a search; how near a company came belongs to the answer, not to the company. */
export async function findCompanies(act: Act, body: Section): Promise<FoundPage> {
  const answer = await buy(act, searchCompanies, { body });
  const { companies } = answer.data;
  const figures = Object.fromEntries((companies ?? []).map(({ id, similarity }) => [id, { similarity }]));
  const kept = companies?.map((company) => ({ ...company, similarity: null }));
  return takePage(searchCompanies, answer, kept, ownedCompanies, figures);
}

/** Buys one company. */
export async function loadCompany(act: Act, id: string): Promise<void> {
  const { data } = await buy(act, readCompany, { query: { id } });
  if (data.company) ownedCompanies.keep([data.company]);
}

/** Buys a page of the rounds of a company, newest first. */
export async function loadRounds(act: Act, id: string, { page, size }: PageRequest): Promise<readonly OwnedDeal[]> {
  const { data } = await buy(act, readCompanyDeals, { query: { id, page, page_size: size } });
  return data.deals ?? [];
}
