import { raw } from 'sql-template-tag';
import type { FinancingFilter } from '#contract/request-parts.ts';
import { currentIds } from './identifiers.ts';
import { isOneOf } from './permalinks.ts';
import type { Predicate } from './predicates.ts';
import type { Fragment, Sql } from './sql.ts';

/** The columns that are compared with a list, and the type of its values. */
export const listColumns = {
  'd.uuid': 'uuid',
  'c.uuid': 'uuid',
  'i.uuid': 'uuid',
  'p.uuid': 'uuid',
  'c.num_employees': 'employee_range',
  'i.num_employees': 'employee_range',
  'c.status': 'company_status',
  'c.domain': 'text',
  'c.linkedin_slug': 'text',
  'c.crunchbase_slug': 'text',
  'i.domain': 'text',
  'i.linkedin_slug': 'text',
  'i.crunchbase_slug': 'text',
  'i.permalink': 'text',
  'p.linkedin_slug': 'text',
  'p.crunchbase_slug': 'text',
  'p.twitter_slug': 'text',
  'e.company_slug': 'text',
  'e.title': 'role',
  'e.title_key': 'title',
  'ed.school_key': 'school',
  'company_location_tags.location_id': 'id',
  'company_industry_tags.industry_id': 'id',
  'ilt.location_id': 'id',
} as const;

/** For each relation, the key of a record and the query for the keys of records that have the related record. */
export const relations = {
  companyOfDeal: ['d.company_id', 'SELECT c.id FROM companies c'],
  investorsOfDeal: ['d.id', 'SELECT di.deal_id FROM deal_investors di JOIN investors i ON i.id = di.investor_id'],
  investorLocationsOfDeal: [
    'd.id',
    'SELECT di.deal_id FROM deal_investors di JOIN investor_location_tags ilt USING (investor_id)',
  ],
  peopleOfDeal: [
    'd.id',
    'SELECT da.deal_id FROM deal_angels da JOIN people p ON p.id = da.person_id',
    'SELECT dp.deal_id FROM deal_partners dp JOIN people p ON p.id = dp.person_id',
  ],
  locationsOfDeal: ['d.company_id', 'SELECT company_id FROM company_location_tags'],
  industriesOfDeal: ['d.company_id', 'SELECT company_id FROM company_industry_tags'],
  locationsOfCompany: ['c.id', 'SELECT company_id FROM company_location_tags'],
  industriesOfCompany: ['c.id', 'SELECT company_id FROM company_industry_tags'],
  latestDealOfCompany: ['c.latest_deal_id', 'SELECT d.id FROM deals d'],
  dealsOfCompany: ['c.id', 'SELECT d.company_id FROM deals d'],
  investorsOfCompany: [
    'c.id',
    'SELECT cv.company_id FROM company_investors cv JOIN investors i ON i.id = cv.investor_id',
  ],
  angelsOfCompany: ['c.id', 'SELECT ca.company_id FROM company_angels ca JOIN people p ON p.id = ca.person_id'],
  locationsOfInvestor: ['i.id', 'SELECT ilt.investor_id FROM investor_location_tags ilt'],
  employer: ['p.current_company_id', 'SELECT c.id FROM companies c'],
  dealsOfEmployer: ['p.current_company_id', 'SELECT d.company_id FROM deals d'],
  latestDealOfEmployer: [
    'p.current_company_id',
    'SELECT c.id FROM companies c JOIN deals d ON d.id = c.latest_deal_id',
  ],
  jobs: ['p.id', 'SELECT e.person_id FROM employments e'],
  jobsWithCompany: ['p.id', 'SELECT e.person_id FROM employments e LEFT JOIN companies c ON c.id = e.company_id'],
  educations: ['p.id', 'SELECT ed.person_id FROM educations ed'],
  firms: ['p.id', 'SELECT pf.person_id FROM person_firms pf JOIN investors i ON i.id = pf.investor_id'],
} as const satisfies Record<string, readonly [key: string, ...queries: string[]]>;

type PredicateOf<K extends Predicate['is']> = Extract<Predicate, { is: K }>;

/** The SQL condition of a predicate, over the record whose alias its columns use. */
export function buildPredicateCondition(sql: Sql, predicate: Predicate): Fragment {
  switch (predicate.is) {
    case 'all':
      return joinAll(sql, predicate.of, ' AND ') ?? sql`true`;
    case 'any':
      return sql`(${joinAll(sql, predicate.of, ' OR ') ?? sql`false`})`;
    case 'oneOf':
      return buildListCondition(sql, predicate);
    case 'min':
      return sql`${raw(predicate.column)} >= ${predicate.usd}`;
    case 'max':
      return sql`${raw(predicate.column)} <= ${predicate.usd}`;
    case 'since':
      return sql`${raw(predicate.column)} >= ${startOf(predicate.day)}::timestamptz`;
    case 'until':
      return sql`${raw(predicate.column)} < ${startOf(predicate.day)}::timestamptz + interval '1 day'`;
    case 'within':
      return sql`${raw(predicate.column)} >= ${predicate.start} AND ${raw(predicate.column)} < ${justAfter(predicate.end)}`;
    case 'round':
      return buildRoundCondition(sql, predicate.rounds);
    case 'known':
      return sql`${raw(predicate.column)} IS NOT NULL`;
    case 'flag':
      return raw(predicate.column);
    case 'related': {
      const [key, ...queries] = relations[predicate.relation];
      const where = buildPredicateCondition(sql, predicate.where);
      const found = queries
        .map((query) => sql`${raw(query)} WHERE ${where}`)
        .reduce((both, query) => sql`${both} UNION ALL ${query}`);
      return sql`${raw(key)} IN (${found})`;
    }
  }
}

function joinAll(sql: Sql, predicates: readonly Predicate[], by: ' AND ' | ' OR '): Fragment | undefined {
  return predicates
    .map((predicate) => buildPredicateCondition(sql, predicate))
    .reduce<Fragment | undefined>((all, one) => (all ? sql`${all}${raw(by)}${one}` : one), undefined);
}

/** The start of a UTC day, in any session time zone. */
const startOf = (day: string): string => `${day}T00:00:00Z`;

/** Times are compared in milliseconds, the precision that the API shows. */
const justAfter = (moment: Date): Date => new Date(moment.getTime() + 1);

function buildListCondition(sql: Sql, { column: name, values }: PredicateOf<'oneOf'>): Fragment {
  const column = name === 'e.company_slug' ? companySlug(sql) : raw(name);
  const kind = listColumns[name];
  if (kind === 'id') return sql`${column} ${isOneOf(sql, values.map(Number))}`;
  const texts = values.map(String);
  switch (kind) {
    case 'uuid':
      return sql`${column} = ANY(${currentIds(sql, texts)})`;
    case 'text':
      return sql`${column} = ANY(${texts}::text[])`;
    case 'role':
      return sql`${column} ~* ANY(${texts.map((role) => roleTitles[role] ?? role)}::text[])`;
    case 'title':
      return sql`${column} = ANY(ARRAY(SELECT to_title_key(title) FROM unnest(${texts}::text[]) AS title))`;
    case 'school':
      return sql`${column} = ANY(ARRAY(SELECT to_key(school) FROM unnest(${texts}::text[]) AS school))`;
    default:
      return sql`${column} = ANY(${texts}::text[]::${raw(kind)}[])`;
  }
}

/** The LinkedIn slug of an employer, over `jobsWithCompany`. */
const companySlug = (sql: Sql): Fragment =>
  sql`coalesce(c.linkedin_slug, substring(lower(e.company_url) FROM 'linkedin\\.com/company/([^/?#]+)'))`;

/** Words in a title that identify a role. */
const roleTitles: Record<string, string> = {
  founder: String.raw`\m(co-?)?founder`,
  ceo: String.raw`\m(ceo|chief executive)`,
  key_person: String.raw`\m((co-?)?founder|c[a-z]o|chief [a-z ]*officer|partner|board)\M`,
};

function buildRoundCondition(sql: Sql, types: readonly FinancingFilter[]): Fragment {
  const rounds = types
    .map(({ type, pre, extension }) => sql`(${type}::text::financing_type, ${pre}::boolean, ${extension}::boolean)`)
    .reduce((all, round) => sql`${all}, ${round}`);
  // The list of types lets the planner use an index; the list of rounds decides.
  return sql`d.round_type = ANY(${types.map(({ type }) => type)}::text[]::financing_type[])
    AND (d.round_type, d.pre, d.extension) IN (${rounds})`;
}
