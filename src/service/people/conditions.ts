import type { EmployerStatus, PersonSearchFilters } from '#contract/people.ts';
import { buildCompanyConditions, buildIpoCondition, buildRoundConditions } from '../db/deal-conditions.ts';
import type { Conditions } from '../db/filters.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { currentIds, readAddressSlug, parseDomain } from '../db/identifiers.ts';
import { isOneOf, type ResolvedPermalinks } from '../db/permalinks.ts';

type Employer = NonNullable<PersonSearchFilters['company']>;
type Firm = NonNullable<PersonSearchFilters['investor']>;

/** The filters with nested sections moved one level up, so that the table of conditions has two levels. */
export type FlatPeopleFilters = Pick<PersonSearchFilters, 'person'> & {
  company?: Omit<Employer, 'search_query' | 'min_relevance' | 'latest_deal'> | undefined;
  latest_deal?: Employer['latest_deal'];
  investor?: Omit<Firm, 'deals'> | undefined;
};

/** The SQL condition of every filter of POST /people, over a person `p` (contract 1.4). */
export const buildPeopleConditions = (sql: Sql, known: ResolvedPermalinks): Conditions<FlatPeopleFilters> => ({
  person: buildPersonConditions(sql),
  company: buildEmployerConditions(sql, known),
  latest_deal: buildLatestDealConditions(sql, known),
  investor: buildInvestorConditions(sql, known),
});

/** Words in the title at the current employer that identify a role. */
const roleTitles = {
  founder: String.raw`\m(co-?)?founder`,
  ceo: String.raw`\m(ceo|chief executive)`,
  key_person: String.raw`\m((co-?)?founder|c[a-z]o|chief [a-z ]*officer|partner|board)\M`,
};

function buildPersonConditions(sql: Sql): Conditions<FlatPeopleFilters>['person'] {
  const current = (condition: Fragment) =>
    sql`EXISTS (SELECT FROM employments e WHERE e.person_id = p.id AND e.is_current AND ${condition})`;
  const contacts = { linkedin: sql`p.linkedin`, email: sql`p.email`, phone: sql`p.phone`, twitter: sql`p.twitter` };
  return {
    roles: (roles) => current(sql`e.title ~* ANY(${roles.map((role) => roleTitles[role])}::text[])`),
    contact_types: (types) =>
      sql`(${types.map((type) => sql`${contacts[type]} IS NOT NULL`).reduce((all, one) => sql`${all} OR ${one}`)})`,
    job_titles: (titles) => sql`p.id IN (SELECT e.person_id FROM employments e WHERE e.is_current
      AND e.title_key = ANY(ARRAY(SELECT to_title_key(title) FROM unnest(${titles}::text[]) AS title)))`,
    education_schools: (schools) => sql`p.id IN (SELECT ed.person_id FROM educations ed
      WHERE ed.school_key = ANY(ARRAY(SELECT to_key(school) FROM unnest(${schools}::text[]) AS school)))`,
    linkedin_companies: (slugs) => sql`EXISTS (
      SELECT FROM employments e LEFT JOIN companies c ON c.id = e.company_id
      WHERE e.person_id = p.id AND coalesce(c.linkedin_slug,
        substring(lower(e.company_url) FROM 'linkedin\\.com/company/([^/?#]+)')) = ANY(${slugs.map(readAddressSlug)}::text[]))`,
  };
}

function buildEmployerConditions(sql: Sql, known: ResolvedPermalinks): Conditions<FlatPeopleFilters>['company'] {
  const ofEmployer = (condition: Fragment) =>
    sql`p.current_company_id IN (SELECT c.id FROM companies c WHERE ${condition})`;
  const company = buildCompanyConditions(sql, known);
  return {
    ids: (ids) => ofEmployer(sql`c.uuid = ANY(${currentIds(sql, ids)})`),
    locations: (values) => ofEmployer(company.locations(values)),
    industries: (values) => ofEmployer(company.industries(values)),
    super_categories: (values) => ofEmployer(company.super_categories(values)),
    employee_count: (ranges) => ofEmployer(company.employee_count(ranges)),
    ipo_status: (statuses) => ofEmployer(buildEmployerStatusCondition(sql, statuses)),
    total_raised_min: (usd) => ofEmployer(company.total_raised_min(usd)),
    total_raised_max: (usd) => ofEmployer(company.total_raised_max(usd)),
    investor_people_ids: (ids) => sql`p.current_company_id IN (
      SELECT d.company_id FROM deals d WHERE ${buildRoundConditions(sql).people_ids(ids)})`,
  };
}

/** `public` and `private` as on the wire, `acquired` and `delisted` from the stored status. */
function buildEmployerStatusCondition(sql: Sql, statuses: readonly EmployerStatus[]): Fragment {
  const onWire = statuses.filter((status) => status === 'public' || status === 'private');
  return sql`(${buildIpoCondition(sql, onWire)} OR c.status = ANY(${statuses}::text[]::company_status[]))`;
}

function buildLatestDealConditions(sql: Sql, known: ResolvedPermalinks): Conditions<FlatPeopleFilters>['latest_deal'] {
  const round = buildRoundConditions(sql);
  const ofLatest =
    <V>(condition: (value: V) => Fragment) =>
    (value: V) =>
      sql`p.current_company_id IN (
        SELECT c.id FROM companies c JOIN deals d ON d.id = c.latest_deal_id WHERE ${condition(value)})`;
  return {
    financing_types: ofLatest(round.financing_types),
    size_min: ofLatest(round.size_min),
    size_max: ofLatest(round.size_max),
    date_start: ofLatest(round.date_start),
    date_end: ofLatest(round.date_end),
    investor_ids: ofLatest(round.investor_ids),
    investor_locations: ofLatest(
      (values) => sql`d.id IN (
        SELECT di.deal_id FROM deal_investors di JOIN investor_location_tags ilt USING (investor_id)
        WHERE ilt.location_id ${isOneOf(sql, known.ids('locations', values))})`,
    ),
  };
}

function buildInvestorConditions(sql: Sql, known: ResolvedPermalinks): Conditions<FlatPeopleFilters>['investor'] {
  const ofFirm = (condition: Fragment) => sql`p.id IN (
    SELECT pf.person_id FROM person_firms pf JOIN investors i ON i.id = pf.investor_id WHERE ${condition})`;
  return {
    ids: (ids) => ofFirm(sql`i.uuid = ANY(${currentIds(sql, ids)})`),
    domains: (domains) => ofFirm(sql`i.domain = ANY(${domains.map(parseDomain)}::text[])`),
    linkedin_urls: (urls) => ofFirm(sql`i.linkedin_slug = ANY(${urls.map(readAddressSlug)}::text[])`),
    crunchbase_urls: (urls) => ofFirm(sql`i.crunchbase_slug = ANY(${urls.map(readAddressSlug)}::text[])`),
    permalinks: (permalinks) => ofFirm(sql`i.permalink = ANY(${permalinks}::text[])`),
    locations: (values) =>
      ofFirm(sql`i.id IN (SELECT ilt.investor_id FROM investor_location_tags ilt
        WHERE ilt.location_id ${isOneOf(sql, known.ids('locations', values))})`),
    employee_count: (ranges) => ofFirm(sql`i.num_employees = ANY(${ranges}::text[]::employee_range[])`),
  };
}
