import { buildNameKey } from '../db/name-key.ts';
import type { CompanyFacts, DealFacts, InvestorFacts, PersonFacts, World } from './testing-facts.ts';

/** A part of a request's body: filters by name. */
export type Filters = Record<string, unknown>;
/** A request's body: sections of filters. */
export type Sections = Record<string, Filters | undefined>;
type Predicate<T> = (record: T, value: never) => boolean;
/** What each filter of a section means. */
export type Predicates<T> = Record<string, Predicate<T>>;

/** Whether a record satisfies every filter, in plain code over plain records: an independent check of the SQL. */
export function matchesFilters<T>(record: T, filters: Filters | undefined, predicates: Predicates<T>): boolean {
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

/** The filters of a round. */
export const round: Predicates<DealFacts> = {
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
  investor_ids: (deal, ids: string[]) => deal.investors.some(({ id }) => hasId(ids, id)),
  people_ids: (deal, ids: string[]) =>
    deal.angel_investor_ids.some((id) => hasId(ids, id)) ||
    deal.investors.some(({ partners }) => partners.some((id) => hasId(ids, id))),
};

/** Whether ids, in either case, include that of a record. */
export const hasId = (ids: string[], id: string) => ids.some((given) => given.toLowerCase() === id);
/** Whether a record has any of the known permalinks. */
export const tagged = (known: Set<string>) => (record: { tags: Set<string> }, values: string[]) =>
  values.some((value) => known.has(value) && record.tags.has(value));

/** The filters of a company. Relevance is no yes or no: a search text is checked only against the other filters. */
export const companyFacts = (world: World): Predicates<CompanyFacts> => ({
  locations: tagged(world.places),
  industries: tagged(world.industries),
  super_categories: tagged(world.superCategories),
  employee_count: ({ num_employees }, ranges: string[]) => ranges.includes(num_employees ?? ''),
  ipo_status: ({ ipo_status }, statuses: string[]) => statuses.includes(ipo_status ?? ''),
  total_raised_min: ({ total_raised }, usd: number) => within(total_raised, (raised) => raised >= usd),
  total_raised_max: ({ total_raised }, usd: number) => within(total_raised, (raised) => raised <= usd),
  search_query: always,
  min_relevance: always,
});

/** Whether any identifier is that of a record; true if none is given. */
export function isNamed(
  record: {
    id: string;
    domain?: string | null;
    linkedin: string | null;
    crunchbase: string | null;
    twitter?: string | null;
  },
  identifiers: Filters = {},
): boolean {
  const hasSome = (name: string, test: (given: string) => boolean) =>
    ((identifiers[name] ?? []) as string[]).some(test);
  return (
    Object.keys(identifiers).length === 0 ||
    hasSome('ids', (id) => id.toLowerCase() === record.id) ||
    hasSome('domains', (domain) => sameDomain(record.domain ?? null, domain)) ||
    hasSome('linkedin_urls', (url) => sameSlug(record.linkedin, url)) ||
    hasSome('crunchbase_urls', (url) => sameSlug(record.crunchbase, url)) ||
    hasSome('twitter_urls', (url) => sameSlug(record.twitter ?? null, url))
  );
}

/** The filters of an investor. */
export const investorFacts = (world: World): Predicates<InvestorFacts> => ({
  locations: tagged(world.places),
  employee_count: ({ num_employees }, ranges: string[]) => ranges.includes(num_employees ?? ''),
  ids: ({ id }, ids: string[]) => hasId(ids, id),
  permalinks: ({ guru_permalink }, permalinks: string[]) => permalinks.includes(guru_permalink),
  domains: ({ domain }, domains: string[]) => domains.some((given) => sameDomain(domain, given)),
  linkedin_urls: ({ linkedin }, urls: string[]) => urls.some((url) => sameSlug(linkedin, url)),
  crunchbase_urls: ({ crunchbase }, urls: string[]) => urls.some((url) => sameSlug(crunchbase, url)),
});

const roles = {
  founder: /\b(co-?)?founder/i,
  ceo: /\b(ceo|chief executive)/i,
  key_person: /\b((co-?)?founder|c[a-z]o|chief [a-z ]*officer|partner|board)\b/i,
};
const toKey = (title: string) =>
  buildNameKey(title)
    .split(/[\s-]+/)
    .filter((word) => !['of', 'the', 'and'].includes(word))
    .join('-');

/** The filters of a person. */
export const personFacts = (world: World): Predicates<PersonFacts> => ({
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
