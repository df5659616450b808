import {
  companyFacts,
  type Filters,
  investorFacts,
  hasId,
  matchesFilters,
  isNamed,
  personFacts,
  type Predicates,
  round,
  type Sections,
  tagged,
} from './testing-filters.ts';
import type { CompanyFacts, DealFacts, InvestorFacts, Part, PersonFacts, World } from './testing-facts.ts';

/** The deals that POST /deals must find. */
export function findModelDeals(world: World, { identifiers, deal, company, investors }: Sections): DealFacts[] {
  const { company_ids, ...facts } = company ?? {};
  return world.deals.filter(
    (one) =>
      matchesFilters(one, identifiers, { deal_ids: ({ id }, ids: string[]) => hasId(ids, id) }) &&
      matchesFilters(one, deal, round) &&
      (company_ids === undefined || hasId(company_ids as string[], one.company_id)) &&
      matchesFilters(one.company, facts, companyFacts(world)) &&
      matchesFilters(one, investors, round),
  );
}

/** The companies that POST /companies must find; with a search text, those that it may find. */
export function findModelCompanies(world: World, sections: Sections): CompanyFacts[] {
  const { identifiers, company, latest_deal, investors } = sections;
  return world.companies.filter((one) => {
    const { latest } = one;
    return (
      isNamed(one, identifiers) &&
      matchesFilters(one, company, companyFacts(world)) &&
      (latest_deal === undefined || (latest !== undefined && matchesFilters(latest, latest_deal, round))) &&
      Object.entries(investors ?? {}).every(([name, ids]) =>
        one.rounds.some((deal) => matchesFilters(deal, { [name]: ids }, round)),
      )
    );
  });
}

/** A record with the deals that portfolio filters count; undefined without such a filter. */
export type Counted<T> = { record: T; counted: Part[] | undefined };

/** The parts that satisfy every portfolio filter at once, under any endpoint's name for it. */
function countParts(world: World, parts: readonly Part[], filters: Filters): Part[] {
  const company = companyFacts(world);
  const ofCompany = (name: string) => (part: Part, value: never) => company[name]?.(part.deal.company, value) ?? false;
  const ofRound = (name: string) => (part: Part, value: never) => round[name]?.(part.deal, value) ?? false;
  const predicates: Predicates<Part> = {
    ...Object.fromEntries(Object.keys(company).map((name) => [name, ofCompany(name)])),
    ...Object.fromEntries(Object.keys(round).map((name) => [name, ofRound(name)])),
    deal_size_min: ofRound('size_min'),
    deal_size_max: ofRound('size_max'),
    deal_start_date: ofRound('date_start'),
    deal_end_date: ofRound('date_end'),
    portfolio_locations: ofCompany('locations'),
    portfolio_employee_count: ofCompany('employee_count'),
    company_ids: ({ deal }, ids: string[]) => hasId(ids, deal.company_id),
    only_lead_deals: ({ led }, only: boolean) => led || !only,
    investment_type: (part, kind: 'all' | 'angel' | 'institutional') => kind === 'all' || part[kind],
    min_matching_deals: () => true,
  };
  return parts.filter((part) => matchesFilters(part, filters, predicates));
}

const hasEnough = (counted: Part[] | undefined, filters: Filters | undefined) =>
  counted === undefined || counted.length >= Number(filters?.['min_matching_deals'] ?? 1);

/** The investors that POST /investors must find, with the deals that their filtered counts count. */
export function findModelInvestors(world: World, sections: Sections): Counted<InvestorFacts>[] {
  const { identifiers, investor, company_investments: portfolio } = sections;
  return world.investors
    .filter((record) => isNamed(record, identifiers) && matchesFilters(record, investor, investorFacts(world)))
    .map((record) => ({ record, counted: portfolio && countParts(world, record.parts, portfolio) }))
    .filter(({ counted }) => hasEnough(counted, portfolio));
}

/** The people that POST /people must find, with the deals that their filtered counts count. */
export function findModelPeople(world: World, body: Filters): Counted<PersonFacts>[] {
  const { identifiers, person, company, investor } = body as Sections;
  const { deals, ...own } = (investor ?? {}) as Filters & { deals?: Filters };
  const counted = (one: PersonFacts) => deals && countParts(world, one.parts, deals);
  return world.people
    .filter((one) => {
      const { linkedin_url: linkedin, crunchbase_url: crunchbase, twitter_url: twitter } = one;
      return (
        isNamed({ id: one.id, linkedin, crunchbase, twitter }, identifiers) &&
        matchesFilters(one, person, personFacts(world)) &&
        (body['person_type'] !== 'investor' || one.is_investor) &&
        (body['person_type'] !== 'company' || one.current_company !== null) &&
        (company === undefined || isEmployedBy(world, one, company)) &&
        (investor === undefined || one.is_investor) &&
        Object.entries(own).every(([name, value]) =>
          one.investors.some((record) => matchesFilters(record, { [name]: value }, investorFacts(world))),
        )
      );
    })
    .map((record) => ({ record, counted: counted(record) }))
    .filter((found) => hasEnough(found.counted, deals));
}

const employerStatus = ({ status, ipo_status }: CompanyFacts, statuses: string[]) =>
  statuses.includes(ipo_status ?? '') || statuses.includes(status ?? '');

function isEmployedBy(world: World, person: PersonFacts, company: Filters): boolean {
  const { employer } = person;
  if (!employer) return false;
  const { ids, ipo_status, investor_people_ids, latest_deal, ...facts } = company;
  const { latest } = employer;
  const investorsOf = (deal: DealFacts) =>
    world.investors.filter(({ id }) => deal.investors.some((other) => other.id === id));
  return (
    (ids === undefined || hasId(ids as string[], employer.id)) &&
    (ipo_status === undefined || employerStatus(employer, ipo_status as string[])) &&
    (investor_people_ids === undefined ||
      employer.rounds.some((deal) => matchesFilters(deal, { people_ids: investor_people_ids }, round))) &&
    matchesFilters(employer, facts, companyFacts(world)) &&
    (latest_deal === undefined ||
      (latest !== undefined &&
        matchesFilters(latest, latest_deal as Filters, {
          ...round,
          investor_locations: (deal, values: string[]) =>
            investorsOf(deal).some((record) => tagged(world.places)(record, values)),
        })))
  );
}
