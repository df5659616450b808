import { readCompany } from '#contract/companies.ts';
import { readCompanyDeals, readInvestorDeals, readPersonDeals } from '#contract/deals.ts';
import { readInvestor } from '#contract/investors.ts';
import { readPerson } from '#contract/people.ts';
import {
  unlockedCompanies,
  unlockedHistories,
  unlockedInvestors,
  unlockedPeople,
  type DealRecord,
  type InvestorRecord,
  type PersonRecord,
} from '../../library/records/records.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import type { PageRequest } from '../fetch/search-results.ts';

/** Unlocks one company. */
export async function loadCompany(authorization: SpendAuthorization, id: string): Promise<void> {
  const { data } = await sendPaid(authorization, readCompany, { query: { id } });
  if (data.company) unlockedCompanies.keep([data.company]);
}

/** Unlocks one investor. */
export async function loadInvestor(authorization: SpendAuthorization, id: string): Promise<void> {
  const { data } = await sendPaid(authorization, readInvestor, { query: { id } });
  if (data.investor) unlockedInvestors.keep([clearInvestorMatches(data.investor)]);
}

/** Unlocks one person with every job and school; a search returns the last three. */
export async function loadPerson(authorization: SpendAuthorization, id: string): Promise<void> {
  const { data } = await sendPaid(authorization, readPerson, { query: { id } });
  if (!data.person) return;
  const { employment_history, education_history } = data.person;
  unlockedPeople.keep([clearPersonMatches(data.person)]);
  unlockedHistories.keep([{ id: data.person.id, employment_history, education_history }]);
}

/** Fetches one page of the deals of a record, newest first. The deals are not stored yet. */
export type FetchDeals = (authorization: SpendAuthorization, page: PageRequest) => Promise<readonly DealRecord[]>;

const fetchDealsFrom =
  (endpoint: typeof readCompanyDeals | typeof readInvestorDeals | typeof readPersonDeals) =>
  (id: string): FetchDeals =>
  async (authorization, { page, size }) => {
    const { data } = await sendPaid(authorization, endpoint, { query: { id, page, page_size: size } });
    return data.deals ?? [];
  };

export const fetchCompanyDeals: (id: string) => FetchDeals = fetchDealsFrom(readCompanyDeals);
export const fetchInvestorDeals: (id: string) => FetchDeals = fetchDealsFrom(readInvestorDeals);
export const fetchPersonDeals: (id: string) => FetchDeals = fetchDealsFrom(readPersonDeals);

const noMatches = { filtered_deal_count: null, filtered_lead_count: null };

/** An investor without counts of matching deals, which belong to one search and not to the record. */
export const clearInvestorMatches = (investor: Omit<InvestorRecord, keyof typeof noMatches>): InvestorRecord => ({
  ...investor,
  ...noMatches,
});

/** A person without counts of matching deals, which belong to one search and not to the record. */
export const clearPersonMatches = (person: PersonRecord): PersonRecord => ({
  ...person,
  ...noMatches,
  filtered_most_recent_date: null,
});
