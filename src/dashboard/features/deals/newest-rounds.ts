import { searchCompanies } from '#contract/companies.ts';
import {
  type CompanyRecord,
  type DealRecord,
  unlockedCompanies,
  unlockedDeals,
} from '../../library/records/records.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import { addResultPage } from '../../search/fetch/search-results.ts';
import { getMember } from '../../search/query/sentence.ts';
import type { Section } from '../../search/query/search-query.ts';
import { daysBefore } from '../../search/resource/template.ts';
import type { CheaperRequest } from '../../search/resource/resource.ts';

/** The body of POST /companies that asks for the newest rounds among these deals; undefined where it cannot. */
function convert(body: Section): Section | undefined {
  const { page, page_size, sort_by, ...sections } = body;
  const { identifiers, deal = {}, company = {}, investors } = sections as Record<string, Section>;
  // Its other orders rank companies, and its people took part in any round.
  if (sort_by !== 'most_recent_deal' || identifiers || getMember(body, 'investors.people_ids')) return;
  const { company_ids: ids, ...companyMembers } = company;
  const { investor_ids } = investors ?? {};
  const latest = { ...deal, ...(investor_ids ? { investor_ids } : {}) };
  // Without a filter of the round, companies without a round would be rows too.
  if (Object.keys(latest).length === 0) return;
  return {
    ...(ids ? { identifiers: { ids } } : {}),
    ...(Object.keys(companyMembers).length > 0 ? { company: companyMembers } : {}),
    latest_deal: latest,
    page,
    page_size,
    sort_by: 'most_recent_raise',
  };
}

/** The newest round of a company as a deal; undefined where none is known. */
export function buildNewestRound({ id: company_id, latest_deal: latest }: CompanyRecord): DealRecord | undefined {
  if (!latest?.id) return undefined;
  const { type, investors, description, ...shared } = latest;
  return {
    ...shared,
    id: latest.id,
    company_id,
    round_type: type,
    investor_ids: investors,
    deal_descriptions: description,
    created_at: null,
    valuation: null,
    fromCompany: true,
  };
}

/**
 * Deals by way of their companies: one credit a row includes the company's name and description. It knows the newest
 * round of each company alone, so it is usual only for recent rounds, where that is nearly every deal.
 */
export const newestRounds: CheaperRequest = {
  convert,
  isUsual({ from, to }) {
    const today = new Date();
    const isOpen = typeof to !== 'string' || to >= daysBefore(today, 1);
    return typeof from === 'string' && from >= daysBefore(today, 365) && isOpen;
  },
  async find(authorization, body) {
    const response = await sendPaid(authorization, searchCompanies, { body });
    const { companies } = response.data;
    const rounds = companies?.flatMap((company) => buildNewestRound(company) ?? []) ?? null;
    unlockedCompanies.add(companies ?? []);
    return addResultPage(searchCompanies, response, rounds, {
      ...unlockedDeals,
      // A whole deal says more than what its company says of it.
      add: (found) =>
        unlockedDeals.add(
          found.filter(({ id }) => unlockedDeals.read(id)?.fromCompany !== undefined || !unlockedDeals.read(id)),
        ),
    });
  },
};
