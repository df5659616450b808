import type { Company } from '#contract/companies.ts';
import type { Deal } from '#contract/deals.ts';
import type { Investor } from '#contract/investors.ts';
import type { Person } from '#contract/people.ts';

/** A round with facts from other requests. */
export type DealFacts = Deal & {
  company: CompanyFacts;
  investors: { id: string; led: boolean; partners: string[] }[];
};
export type CompanyFacts = Company & {
  founded: string | null;
  status: string | null;
  /** Permalinks of its places and industries, with everything above them. */
  tags: Set<string>;
  rounds: DealFacts[];
  /** By date, then creation, then id; rounds without a date are last. */
  latest: DealFacts | undefined;
};
/** A round that an investor or a person took part in. */
export type Part = { deal: DealFacts; led: boolean; angel: boolean; institutional: boolean };
export type InvestorFacts = Investor & { tags: Set<string>; parts: Part[] };
export type PersonFacts = Person & {
  email: boolean;
  phone: boolean;
  parts: Part[];
  investors: InvestorFacts[];
  employer: CompanyFacts | undefined;
};

/** All records, read through the service, and facts that no record shows, read from the tables. */
export type World = {
  deals: DealFacts[];
  companies: CompanyFacts[];
  investors: InvestorFacts[];
  people: PersonFacts[];
  places: Set<string>;
  industries: Set<string>;
  superCategories: Set<string>;
};
