import type { Sql } from '../../db/sql.ts';
import type { Entity } from '../records.ts';
import { recordTables } from '../stored-records.ts';

/**
 * Rewrites the rows of merged records, table by table. A known value wins over an unknown one; of two different values,
 * the one with the lower rank wins; lists are combined. Facts that belong together, such as city and country, come from
 * one source.
 */
export async function mergeRows(pool: Sql): Promise<void> {
  await pool.unsafe(places('company'));
  await pool.unsafe(places('investor'));
  await pool.unsafe(money);
  // Deals of a merged company move to the company that remains, even if no two of them are the same.
  await pool.unsafe(`
    UPDATE deals d SET company_id = m.into_id FROM company_matches m WHERE m.id = d.company_id AND m.into_id <> m.id`);
  for (const statement of statements) await pool.unsafe(statement);
}

/** Marks the members whose place agrees with that of the first member that has one; other places are dropped. */
const places = (entity: 'company' | 'investor'): string => {
  const levels = ['city_id', 'state_id', 'country_id', 'region_id'];
  const agrees = (level: string) => `coalesce(first_value(${level}) OVER by_rank = ${level}, true)`;
  return `
    ALTER TABLE ${entity}_matches ADD COLUMN agrees boolean;
    UPDATE ${entity}_matches m SET agrees = p.agrees FROM (
      SELECT id, ${levels.map(agrees).join(' AND ')} AS agrees
      FROM ${entity}_matches JOIN ${recordTables[entity]} USING (id)
      WINDOW by_rank AS (PARTITION BY root ORDER BY num_nonnulls(${levels.join(', ')}) = 0, rank)
    ) p WHERE p.id = m.id`;
};

/** Marks the one member whose financings are used. */
const money = `
  ALTER TABLE deal_matches ADD COLUMN pays boolean;
  UPDATE deal_matches m SET pays = p.pays FROM (
    SELECT id, row_number() OVER (PARTITION BY root ORDER BY total_round_raised IS NULL, rank) = 1 AS pays
    FROM deal_matches JOIN deals USING (id)
  ) p WHERE p.id = m.id`;

/** Facts that belong together; those of members for which `holds` is false are ignored. */
type Unit = { keys: string[]; holds: string };

const isFirst = (order: string): string => `row_number() OVER (PARTITION BY m.into_id ORDER BY ${order}, m.rank) = 1`;
const identity: Unit = {
  keys: ['uuid', 'source_id', 'origin_file', 'origin_row', 'permalink'],
  holds: 'm.id = m.into_id',
};
const place: Unit = { keys: ['city_id', 'state_id', 'country_id', 'region_id', 'place_text'], holds: 'm.agrees' };
const stated: Unit = {
  keys: ['latest_valuation_usd', 'latest_valuation_date'],
  holds: isFirst('g.latest_valuation_usd IS NULL, g.latest_valuation_date DESC NULLS LAST'),
};
const kind: Unit = {
  keys: ['round_type', 'pre', 'extension', 'intermediate'],
  holds: isFirst(`g.round_type = 'FUNDING_ROUND'`),
};
const valuation: Unit = {
  keys: ['valuation_type', 'valuation_currency', 'valuation_usd', 'valuation_native'],
  holds: isFirst('g.valuation_usd IS NULL'),
};

/** Writes one row for each merged record, fact by fact; `derived` are facts that depend on all members. */
function mergeFacts(entity: Entity, table: string, units: Unit[] = [], derived = ''): string {
  const column = table === recordTables[entity] ? 'id' : `${entity}_id`;
  const unknown = units.map(
    ({ keys, holds }) => `- CASE WHEN ${holds} THEN '{}' ELSE '{${keys.join(',')}}' END::text[]`,
  );
  return `
    WITH replaced AS (
      DELETE FROM ${table} t USING ${entity}_matches m WHERE m.id = t.${column} RETURNING t.*
    ), members AS (
      SELECT m.into_id, m.rank, jsonb_strip_nulls(to_jsonb(g)) ${unknown.join(' ')} ${derived} AS facts
      FROM replaced g JOIN ${entity}_matches m ON m.id = g.${column}
    ), merged AS (
      -- For a repeated key the last value wins.
      SELECT jsonb_object_agg(key, value ORDER BY rank DESC) || jsonb_build_object('${column}', into_id) AS facts
      FROM members, jsonb_each(facts) GROUP BY into_id
    )
    INSERT INTO ${table} SELECT r.* FROM merged, jsonb_populate_record(NULL::${table}, facts) r`;
}

/** Rewrites the rows of `table` whose owner or references got another id by a merge. */
function mergeList(table: string, owner: Entity, refs: Entity[], select: string): string {
  const column = (entity: Entity) => `${entity}_id`;
  const changed = refs.length > 0 ? 'changed' : 'matches';
  const now = (entity: Entity) => `coalesce(${entity}_m.into_id, t.${column(entity)}) AS ${entity}`;
  const joins = [owner, ...refs].map(
    (entity) => `LEFT JOIN ${entity}_matches ${entity}_m ON ${entity}_m.id = t.${column(entity)}`,
  );
  return `
    WITH replaced AS (
      DELETE FROM ${table} t USING ${owner}_${changed} c WHERE c.id = t.${column(owner)} RETURNING t.*
    ), moved AS (
      SELECT t.*, ${[owner, ...refs].map(now).join(', ')}, coalesce(${owner}_m.rank, 0) AS rank FROM replaced t ${joins.join(' ')}
    )
    INSERT INTO ${table} ${select}`;
}

const pairs = (table: string, owner: Entity, ref: Entity): string =>
  mergeList(table, owner, [ref], `(${owner}_id, ${ref}_id) SELECT DISTINCT ${owner}, ${ref} FROM moved`);

const placesOf = (entity: 'company' | 'investor'): string => `
  WITH replaced AS (
    DELETE FROM ${entity}_places t USING ${entity}_matches m WHERE m.id = t.${entity}_id RETURNING m.into_id, m.agrees, t.location_id
  ) INSERT INTO ${entity}_places (${entity}_id, location_id) SELECT DISTINCT into_id, location_id FROM replaced WHERE agrees`;

/** The new order of a list: rows of the first member, then what the others add. */
const position = (owner: Entity, order: string): string =>
  `row_number() OVER (PARTITION BY ${owner} ORDER BY ${order}) - 1`;

/** If several members of a person describe the same thing, such as an employer, only the rows of the first. */
const ranked = (thing: string): string => `
  (SELECT *, min(rank) OVER (PARTITION BY person, ${thing}) AS first_rank FROM moved) ranked WHERE rank = first_rank`;

const statements: string[] = [
  mergeFacts('company', 'companies', [identity, place, stated]),
  mergeFacts('company', 'company_texts'),
  placesOf('company'),
  mergeList(
    'company_industries',
    'company',
    [],
    `(company_id, position, industry_id)
    SELECT company, ${position('company', 'rank, position')}, industry_id
    FROM (SELECT DISTINCT ON (company, industry_id) * FROM moved ORDER BY company, industry_id, rank) each_once`,
  ),
  pairs('company_investors', 'company', 'investor'),
  pairs('company_angels', 'company', 'person'),
  mergeFacts('investor', 'investors', [identity, place]),
  placesOf('investor'),
  mergeFacts(
    'person',
    'people',
    [identity],
    `|| jsonb_build_object('is_founder', bool_or(g.is_founder) OVER (PARTITION BY m.into_id))`,
  ),
  pairs('person_firms', 'person', 'investor'),
  mergeList(
    'employments',
    'person',
    ['company'],
    `
    (person_id, position, company_id, company_name, company_url, title, location, description, start_date, end_date, is_current)
    SELECT person, ${position('person', 'rank, position')}, company, company_name, company_url, title, location, description,
      start_date, end_date, is_current
    FROM ${ranked(`coalesce(company::text, lower(company_name))`)}`,
  ),
  mergeList(
    'educations',
    'person',
    [],
    `
    (person_id, position, school_id, school_name, school_url, degree, field_of_study, description, start_date, end_date)
    SELECT person, ${position('person', 'rank, position')}, school_id, school_name, school_url, degree, field_of_study, description,
      start_date, end_date
    FROM ${ranked('lower(school_name)')}`,
  ),
  mergeFacts(
    'deal',
    'deals',
    [identity, kind, { keys: ['total_round_raised'], holds: 'm.pays' }, valuation],
    `|| jsonb_build_object('created_at', min(g.created_at) OVER (PARTITION BY m.into_id))`,
  ),
  mergeFacts('deal', 'deal_texts'),
  `WITH replaced AS (
    DELETE FROM financings t USING deal_matches m WHERE m.id = t.deal_id RETURNING m.into_id, m.pays, t.*
  ) INSERT INTO financings (deal_id, position, uuid, type, size_usd, size_native, currency)
    SELECT into_id, position, uuid, type, size_usd, size_native, currency FROM replaced WHERE pays`,
  mergeList(
    'articles',
    'deal',
    [],
    `(deal_id, position, link, is_primary, date)
    SELECT deal, ${position('deal', 'rank, position')}, link, ${position('deal', 'NOT is_primary, rank, position')} = 0, date
    FROM (SELECT DISTINCT ON (deal, link) * FROM moved ORDER BY deal, link, rank, position) each_once`,
  ),
  mergeList(
    'deal_investors',
    'deal',
    ['investor'],
    `(investor_id, deal_id, lead, financing_position)
    SELECT investor, deal, bool_or(lead), min(financing_position) FROM moved GROUP BY investor, deal`,
  ),
  mergeList(
    'deal_partners',
    'deal',
    ['investor', 'person'],
    `(person_id, deal_id, investor_id)
    SELECT DISTINCT person, deal, investor FROM moved`,
  ),
  mergeList(
    'deal_angels',
    'deal',
    ['person'],
    `(person_id, deal_id, financing_position)
    SELECT person, deal, min(financing_position) FROM moved GROUP BY person, deal`,
  ),
];
