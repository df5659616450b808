import { raw } from 'sql-template-tag';
import type { FinancingFilter } from '#contract/request-parts.ts';
import { currentIds } from './identifiers.ts';
import { isOneOf } from './permalinks.ts';
import { readColumn, readRelation } from './catalogue.ts';
import type { Predicate } from './predicates.ts';
import type { Fragment, Sql } from './sql.ts';

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
      const { key, queries } = readRelation(predicate.relation);
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
  const kind = readColumn(name).list ?? 'text';
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
