import { describeBusiness } from '../../../platform/about-company.ts';
import {
  type CompanyRecord,
  type DealRecord,
  freeNames,
  unlockedCompanies,
  unlockedDeals,
  unlockedInvestors,
  unlockedRoundInvestors,
} from '../../../records/records.ts';
import { readFreeName } from '../../../records/request-names.ts';
import type { SearchQuery } from '../kit/query/search-query.ts';
import { isAnyOf, isCompanyMatch, isRoundMatch } from '../kit/record/company-match.ts';
import type { NamedRecord } from '../kit/record/profile-link.tsx';
import type { ResourceChart } from '../kit/resource/resource.ts';

/** An investor of a deal, and whether it is known to have led. */
type DealInvestorName = NamedRecord & { readonly isLead: boolean };

/** The investors that led a deal, where its investors are unlocked. */
const findLeads = (dealId: string): Set<string> =>
  new Set(
    unlockedRoundInvestors.read(dealId)?.firms.flatMap(({ id, lead_investor }) => (id && lead_investor ? [id] : [])),
  );

/** A deal as a row of the table. */
export type DealRow = {
  readonly id: string;
  readonly deal: DealRecord;
  readonly company: CompanyRecord | undefined;
  /** The company's name, if it is unlocked or free. */
  readonly companyName: string | undefined;
  /** The company's domain, if it is unlocked or came with its free name. */
  readonly domain: string | undefined;
  /** What the company does, next to its name, as far as unlocked records say; else its domain. */
  readonly about: string | undefined;
  /** Whether the service said that it has no such company. */
  readonly companyUnknown: boolean;
  /** Its investors with a known name: leads first, then in the deal's order. */
  readonly investors: readonly DealInvestorName[];
  /** The number of investors and angels without a known name. */
  readonly unnamed: number;
};

/** One deal as a row; undefined when it is locked. */
export function buildDealRow(id: string): DealRow | undefined {
  const deal = unlockedDeals.read(id);
  return deal && new LoadedDeal(id, deal);
}

/**
 * Company and investors are getters, because sorting by amount reads all rows and needs neither. A class, because
 * objects with getters of their own take eight times as long to create.
 */
class LoadedDeal implements DealRow {
  declare readonly id: string;
  declare readonly deal: DealRecord;
  #company: CompanyRecord | undefined;

  constructor(id: string, deal: DealRecord) {
    this.id = id;
    this.deal = deal;
  }
  get company() {
    this.#company ??= unlockedCompanies.read(this.deal.company_id ?? '');
    return this.#company;
  }
  get companyName() {
    const { company_id: id } = this.deal;
    return this.company?.name ?? (id === null ? undefined : readFreeName('company', id));
  }
  get domain() {
    const domain = this.company?.domain ?? freeNames.read(this.deal.company_id ?? '')?.remark ?? '';
    return domain.replace(/^https?:\/\//, '') || undefined;
  }
  get about() {
    const { long_description: long, short_description: short } = this.deal.deal_descriptions ?? {};
    return describeBusiness(this.companyName ?? '', this.company?.short_description, [short, long]) || this.domain;
  }
  get companyUnknown() {
    const id = this.deal.company_id ?? '';
    return unlockedCompanies.isUnknown(id) || freeNames.isUnknown(id);
  }
  get investors() {
    const leads = findLeads(this.id);
    const named = (this.deal.investor_ids ?? []).flatMap((id) => {
      const name = readInvestorName(id);
      return name === undefined ? [] : [{ id, name, isLead: leads.has(id) }];
    });
    return named.toSorted((one, other) => Number(other.isLead) - Number(one.isLead));
  }
  get unnamed() {
    const { investor_ids: investors, angel_investor_ids: angels } = this.deal;
    return (investors?.length ?? 0) - this.investors.length + (angels?.length ?? 0);
  }
}

/** Names of unlocked investors, because few investors are in many deals and each would be parsed for each of them. */
const investorNames = new Map<string, string>();
const maxInvestorNames = 5000;
unlockedInvestors.watch(() => investorNames.clear());

/** The name of an investor, if it is unlocked or free. */
export function readInvestorName(id: string): string | undefined {
  const known = investorNames.get(id);
  if (known !== undefined) return known;
  const name = unlockedInvestors.read(id)?.name ?? undefined;
  if (name === undefined) return readFreeName('investor', id);
  if (investorNames.size >= maxInvestorNames) investorNames.clear();
  investorNames.set(id, name);
  return name;
}

/** Whether an unlocked deal fits the filters of a query, as far as it and its company are unlocked. */
export function isDealMatch(id: string, query: SearchQuery): boolean {
  const deal = unlockedDeals.read(id);
  if (!deal || !isRoundMatch({ ...deal, type: deal.round_type }, query)) return false;
  const { company_id: companyId, investor_ids: investors } = deal;
  const isByCompany = isAnyOf(query.company, (one) => one.id === companyId);
  if (!isByCompany || !isAnyOf(query.investor, (one) => investors?.includes(one.id) === true)) return false;
  const company = companyId === null ? undefined : unlockedCompanies.read(companyId);
  return isCompanyMatch(company ?? ({ id: companyId } as CompanyRecord), query);
}

/** The post-money valuation in US dollars; null for every other kind of valuation. */
export function getPostMoney({ valuation }: DealRecord): number | null {
  return valuation?.type === 'POST_MONEY' ? valuation.valuation_usd : null;
}

const needsCompanies = 'Unlock the companies to see it.';

/** How deals are charted. */
export const dealChart: ResourceChart = {
  read(id) {
    const deal = unlockedDeals.read(id);
    if (!deal) return undefined;
    const company = deal.company_id === null ? undefined : unlockedCompanies.read(deal.company_id);
    return {
      moment: deal.date,
      round: { type: deal.round_type, pre: deal.pre },
      usd: deal.total_round_raised,
      industries: company?.industries ?? null,
      place: company?.location?.country?.name ?? null,
    };
  },
  divisions: [
    { by: 'month', basis: 'By the day of announcement, in UTC.', none: 'No date' },
    { by: 'quarter', basis: 'By the day of announcement, in UTC.', none: 'No date' },
    { by: 'round', basis: 'Every deal once, by its round; extensions with their round.', none: 'No round type' },
    { by: 'industry', basis: `A deal counts in each industry of its company. ${needsCompanies}`, none: 'Not known' },
    { by: 'place', basis: `By the country of the company. ${needsCompanies}`, none: 'Not known' },
    { by: 'size', basis: 'By what the round raised, in US dollars.', none: 'No dollar amount' },
  ],
  histogram: true,
  amount: { name: 'Raised', basis: 'Disclosed amounts in US dollars.' },
  dayColumn: 'announced',
  activity: { keys: ['from', 'to'], basis: 'Deals announced in each period, in UTC, counted by the service.' },
};
