import type { CompanyFacts, DealFacts, FirmFacts, Part, PersonFacts, World } from './testing-fuzz-world.ts';
import { foldName } from './db/fold.ts';

/** A part of a request's body: filters by name. */
export type Filters = Record<string, unknown>;
type Sections = Record<string, Filters | undefined>;
type Predicate<T> = (record: T, value: never) => boolean;
type Predicates<T> = Record<string, Predicate<T>>;

/** What each filter means, in plain code over plain records: the second opinion on the SQL. */
function holds<T>(record: T, filters: Filters | undefined, predicates: Predicates<T>): boolean {
  return Object.entries(filters ?? {}).every(([name, value]) => {
    const predicate = predicates[name];
    if (!predicate) throw new Error(`the model knows no filter ${name}`);
    return predicate(record, value as never);
  });
}

const within = (value: number | null | undefined, test: (value: number) => boolean) =>
  value !== null && value !== undefined && test(value);
const toDay = (text: string): string =>
  new Date(/T.*(Z|[+-]\d\d:?\d\d)$/i.test(text) || !text.includes('T') ? text : `${text}Z`).toISOString().slice(0, 10);
const sameDomain = (domain: string | null, given: string) =>
  domain !== null &&
  domain ===
    given
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
      .replace(/\/.*$/, '');
const toSlug = (url: string): string => decodeURIComponent(url.toLowerCase().replace(/\/$/, '').replace(/.*\//, ''));
const sameSlug = (url: string | null, given: string) => url !== null && toSlug(url) === toSlug(given);
const always = () => true;

type Round = { type: string; pre?: boolean; extension?: boolean };

const round: Predicates<DealFacts> = {
  financing_types: (deal, types: Round[]) =>
    types.some(
      ({ type, pre = false, extension = false }) =>
        deal.round_type === type && deal.pre === pre && deal.extension === extension,
    ),
  size_min: (deal, usd: number) => within(deal.total_round_raised, (raised) => raised >= usd),
  size_max: (deal, usd: number) => within(deal.total_round_raised, (raised) => raised <= usd),
  date_start: (deal, day: string) => deal.date !== null && deal.date.slice(0, 10) >= toDay(day),
  date_end: (deal, day: string) => deal.date !== null && deal.date.slice(0, 10) <= toDay(day),
  created_start: (deal, day: string) => deal.created_at.slice(0, 10) >= toDay(day),
  created_end: (deal, day: string) => deal.created_at.slice(0, 10) <= toDay(day),
  investor_ids: (deal, ids: string[]) => deal.firms.some(({ id }) => hasId(ids, id)),
  people_ids: (deal, ids: string[]) =>
    deal.angel_investor_ids.some((id) => hasId(ids, id)) ||
    deal.firms.some(({ partners }) => partners.some((id) => hasId(ids, id))),
};

const hasId = (ids: string[], id: string) => ids.some((given) => given.toLowerCase() === id);
const tagged = (known: Set<string>) => (record: { tags: Set<string> }, values: string[]) =>
  values.some((value) => known.has(value) && record.tags.has(value));

const companyFacts = (world: World): Predicates<CompanyFacts> => ({
  locations: tagged(world.places),
  industries: tagged(world.industries),
  super_categories: tagged(world.superCategories),
  employee_count: ({ num_employees }, ranges: string[]) => ranges.includes(num_employees ?? ''),
  ipo_status: ({ ipo_status }, statuses: string[]) => statuses.includes(ipo_status ?? ''),
  total_raised_min: ({ total_raised }, usd: number) => within(total_raised, (raised) => raised >= usd),
  total_raised_max: ({ total_raised }, usd: number) => within(total_raised, (raised) => raised <= usd),
  // Relevance is no yes or no: rows of a searched text are checked against the other filters alone.
  search_query: always,
  min_relevance: always,
});

/** Whether any identifier names a record; true when none is asked for. */
function isNamed(
  record: {
    id: string;
    domain?: string | null;
    linkedin: string | null;
    crunchbase: string | null;
    twitter?: string | null;
  },
  identifiers: Filters = {},
): boolean {
  const some = (name: string, test: (given: string) => boolean) => ((identifiers[name] ?? []) as string[]).some(test);
  return (
    Object.keys(identifiers).length === 0 ||
    some('ids', (id) => id.toLowerCase() === record.id) ||
    some('domains', (domain) => sameDomain(record.domain ?? null, domain)) ||
    some('linkedin_urls', (url) => sameSlug(record.linkedin, url)) ||
    some('crunchbase_urls', (url) => sameSlug(record.crunchbase, url)) ||
    some('twitter_urls', (url) => sameSlug(record.twitter ?? null, url))
  );
}

/** The deals that POST /deals must find. */
export function findModelDeals(world: World, { identifiers, deal, company, investors }: Sections): DealFacts[] {
  const { company_ids, ...facts } = company ?? {};
  return world.deals.filter(
    (one) =>
      holds(one, identifiers, { deal_ids: ({ id }, ids: string[]) => hasId(ids, id) }) &&
      holds(one, deal, round) &&
      (company_ids === undefined || hasId(company_ids as string[], one.company_id)) &&
      holds(one.company, facts, companyFacts(world)) &&
      holds(one, investors, round),
  );
}

/** The companies that POST /companies must find; with a searched text, those that it may find. */
export function findModelCompanies(world: World, sections: Sections): CompanyFacts[] {
  const { identifiers, company, latest_deal, investors } = sections;
  return world.companies.filter((one) => {
    const { latest } = one;
    return (
      isNamed(one, identifiers) &&
      holds(one, company, companyFacts(world)) &&
      (latest_deal === undefined || (latest !== undefined && holds(latest, latest_deal, round))) &&
      Object.entries(investors ?? {}).every(([name, ids]) =>
        one.rounds.some((deal) => holds(deal, { [name]: ids }, round)),
      )
    );
  });
}

/** A record with the deals that portfolio filters count; undefined where no such filter was given. */
export type Counted<T> = { record: T; counted: Part[] | undefined };

/** The parts that satisfy every portfolio filter at once, whatever the endpoint calls it. */
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
    min_matching_deals: always,
  };
  return parts.filter((part) => holds(part, filters, predicates));
}

const hasEnough = (counted: Part[] | undefined, filters: Filters | undefined) =>
  counted === undefined || counted.length >= Number(filters?.['min_matching_deals'] ?? 1);

const firmFacts = (world: World): Predicates<FirmFacts> => ({
  locations: tagged(world.places),
  employee_count: ({ num_employees }, ranges: string[]) => ranges.includes(num_employees ?? ''),
  ids: ({ id }, ids: string[]) => hasId(ids, id),
  permalinks: ({ guru_permalink }, permalinks: string[]) => permalinks.includes(guru_permalink),
  domains: ({ domain }, domains: string[]) => domains.some((given) => sameDomain(domain, given)),
  linkedin_urls: ({ linkedin }, urls: string[]) => urls.some((url) => sameSlug(linkedin, url)),
  crunchbase_urls: ({ crunchbase }, urls: string[]) => urls.some((url) => sameSlug(crunchbase, url)),
});

/** The firms that POST /investors must find, with the deals that their filtered counts count. */
export function findModelFirms(world: World, sections: Sections): Counted<FirmFacts>[] {
  const { identifiers, investor, company_investments: portfolio } = sections;
  return world.firms
    .filter((firm) => isNamed(firm, identifiers) && holds(firm, investor, firmFacts(world)))
    .map((record) => ({ record, counted: portfolio && countParts(world, record.parts, portfolio) }))
    .filter(({ counted }) => hasEnough(counted, portfolio));
}

const roles = {
  founder: /\b(co-?)?founder/i,
  ceo: /\b(ceo|chief executive)/i,
  key_person: /\b((co-?)?founder|c[a-z]o|chief [a-z ]*officer|partner|board)\b/i,
};
const toKey = (title: string) =>
  foldName(title)
    .split(/[\s-]+/)
    .filter((word) => !['of', 'the', 'and'].includes(word))
    .join('-');

const personFacts = (world: World): Predicates<PersonFacts> => ({
  roles: (person, wanted: (keyof typeof roles)[]) =>
    titlesOf(person).some((title) => wanted.some((role) => roles[role].test(title))),
  contact_types: (person, types: string[]) =>
    types.some(
      (type) =>
        ({
          linkedin: person.linkedin_url !== null,
          twitter: person.twitter_url !== null,
          email: person.email,
          phone: person.phone,
        })[type] ?? false,
    ),
  job_titles: (person, keys: string[]) => titlesOf(person).some((title) => keys.map(toKey).includes(toKey(title))),
  education_schools: ({ education_history }, schools: string[]) =>
    education_history.some(
      ({ school_name }) => school_name !== null && schools.map(toKey).includes(toKey(school_name)),
    ),
  linkedin_companies: ({ employment_history }, slugs: string[]) =>
    employment_history.some(({ company_id, company_url }) => {
      const linkedin = world.companies.find(({ id }) => id === company_id)?.linkedin ?? company_url;
      return slugs.some((slug) => sameSlug(linkedin, slug));
    }),
});

const titlesOf = ({ employment_history }: PersonFacts): string[] =>
  employment_history.flatMap(({ is_current, title }) => (is_current && title !== null ? [title] : []));

const employerStatus = ({ status, ipo_status }: CompanyFacts, statuses: string[]) =>
  statuses.includes(ipo_status ?? '') || statuses.includes(status ?? '');

/** The people whom POST /people must find, with the deals that their filtered counts count. */
export function findModelPeople(world: World, body: Filters): Counted<PersonFacts>[] {
  const { identifiers, person, company, investor } = body as Sections;
  const { deals, ...firm } = (investor ?? {}) as Filters & { deals?: Filters };
  const counted = (one: PersonFacts) => deals && countParts(world, one.parts, deals);
  return world.people
    .filter((one) => {
      const { linkedin_url: linkedin, crunchbase_url: crunchbase, twitter_url: twitter } = one;
      return (
        isNamed({ id: one.id, linkedin, crunchbase, twitter }, identifiers) &&
        holds(one, person, personFacts(world)) &&
        (body['person_type'] !== 'investor' || one.is_investor) &&
        (body['person_type'] !== 'company' || one.current_company !== null) &&
        (company === undefined || isEmployedBy(world, one, company)) &&
        (investor === undefined || one.is_investor) &&
        Object.entries(firm).every(([name, value]) =>
          one.firms.some((own) => holds(own, { [name]: value }, firmFacts(world))),
        )
      );
    })
    .map((record) => ({ record, counted: counted(record) }))
    .filter((found) => hasEnough(found.counted, deals));
}

function isEmployedBy(world: World, person: PersonFacts, company: Filters): boolean {
  const { employer } = person;
  if (!employer) return false;
  const { ids, ipo_status, investor_people_ids, latest_deal, ...facts } = company;
  const { latest } = employer;
  const firmsOf = (deal: DealFacts) => world.firms.filter(({ id }) => deal.firms.some((firm) => firm.id === id));
  return (
    (ids === undefined || hasId(ids as string[], employer.id)) &&
    (ipo_status === undefined || employerStatus(employer, ipo_status as string[])) &&
    (investor_people_ids === undefined ||
      employer.rounds.some((deal) => holds(deal, { people_ids: investor_people_ids }, round))) &&
    holds(employer, facts, companyFacts(world)) &&
    (latest_deal === undefined ||
      (latest !== undefined &&
        holds(latest, latest_deal as Filters, {
          ...round,
          investor_locations: (deal, values: string[]) =>
            firmsOf(deal).some((firm) => tagged(world.places)(firm, values)),
        })))
  );
}
