import type { Entity } from '../records.ts';
import { isOwnHost } from '../words/addresses.ts';
import { recordTables } from '../stored-records.ts';

/** A reason to merge records of different sources; reasons are tried from the strongest to the weakest. */
export type Evidence = {
  reason: string;
  /** A query for pairs of records: `one`, `other`. */
  pairs: string;
  /** Conditions over the records `r` of a group, each of which prevents its merge. */
  forbids: string[];
};

/** Path ends that identify nobody, because the address was cut off. */
const emptySlugs = `'{"",in,pub,company,companies,organization,person,people,profile,home,about,login,company_financials,investor_financials,company_overview,www.linkedin.com,linkedin.com,www.crunchbase.com,crunchbase.com,twitter.com,www.twitter.com}'`;

/** The name without legal form and spaces: "Ready For Zero, Inc." equals "ReadyForZero". */
const coreName = `coalesce(nullif(replace(regexp_replace(r.folded,
    '( (inc|incorporated|llc|ltd|limited|corp|corporation|co|company|gmbh|ag|sa|sas|srl|spa|bv|plc|pte|pvt|pty|oy|ab|as|kk))+$', ''), ' ', ''), ''), r.folded)`;

const differ = (column: string): string => `count(DISTINCT r.${column}) > 1`;
const foundedApart = 'max(extract(year FROM r.founded)) - min(extract(year FROM r.founded)) > 2';
/** Companies in one city with a short name such as "Loom" merge only if their founding years agree. */
const tooShort = `min(length(${coreName})) < 6`;

/** Pairs records with the same `key`, if the key identifies a single record in each source. */
const sameKey = (keys: string): string => `
  WITH keys AS (${keys}), unique_keys AS (
    SELECT key, source_id, min(id) AS id FROM keys GROUP BY key, source_id HAVING count(DISTINCT id) = 1
  ), firsts AS (SELECT key, min(id) AS one FROM unique_keys GROUP BY key HAVING count(*) > 1)
  SELECT DISTINCT one, id AS other FROM firsts JOIN unique_keys USING (key) WHERE id <> one`;

/** The keys of records, only of sources that take part in merges. */
const keysOf = (entity: Entity, key: string, known = 'true', joins = ''): string => `
  SELECT r.id, r.source_id, ${key} AS key FROM ${recordTables[entity]} r JOIN sources s ON s.id = r.source_id AND s.merges
  ${joins} WHERE ${known}`;

const byId = (entity: Entity): Evidence => ({
  reason: 'id',
  pairs: sameKey(keysOf(entity, 'r.uuid')),
  forbids: [],
});

const bySlug = (
  entity: Entity,
  site: 'crunchbase' | 'linkedin' | 'twitter',
  forbids: string[],
  known = '',
): Evidence => ({
  reason: { crunchbase: 'Crunchbase address', linkedin: 'LinkedIn address', twitter: 'Twitter address' }[site],
  pairs: sameKey(keysOf(entity, `r.${site}_slug`, `r.${site}_slug <> ALL(${emptySlugs}) ${known}`)),
  forbids,
});

/** A domain of several records in one source belongs to a group or a site builder and identifies none of them. */
const loneDomains = (table: string): string => `
  JOIN (SELECT domain FROM (SELECT domain, source_id, count(*) AS num FROM ${table} WHERE domain <> '' GROUP BY 1, 2) shared
    GROUP BY domain HAVING max(num) = 1) lone USING (domain)`;

const organizationEvidence = (entity: 'company' | 'investor'): Evidence[] => {
  // The same address under two names may be a mistake, or its owner may have changed.
  const years = entity === 'company' ? [foundedApart] : [];
  const weak = entity === 'company' ? [...years, `${tooShort} AND count(r.founded) < count(*)`] : [tooShort];
  return [
    byId(entity),
    {
      reason: 'Crunchbase address and name',
      pairs: sameKey(
        keysOf(entity, `r.crunchbase_slug || ' ' || ${coreName}`, `r.crunchbase_slug <> ALL(${emptySlugs})`),
      ),
      forbids: [],
    },
    bySlug(entity, 'crunchbase', years),
    // Some organizations have the address of a person, and a founder can have several organizations.
    bySlug(entity, 'linkedin', [differ('crunchbase_slug')], `AND r.linkedin !~* '/(in|pub)/'`),
    {
      reason: 'domain and name',
      pairs: sameKey(keysOf(entity, `r.domain || ' ' || ${coreName}`, `r.domain <> ''`)),
      forbids: [],
    },
    {
      reason: 'domain',
      pairs: sameKey(keysOf(entity, 'r.domain', isOwnHost('r.domain'), loneDomains(recordTables[entity]))),
      forbids: [differ('crunchbase_slug'), differ('linkedin_slug'), ...years],
    },
    {
      reason: 'name and city',
      pairs: sameKey(keysOf(entity, `r.city_id || ' ' || ${coreName}`, `r.city_id IS NOT NULL AND r.folded <> ''`)),
      forbids: [differ('crunchbase_slug'), differ('linkedin_slug'), differ('domain'), ...weak],
    },
  ];
};

/** Investors with the same name in two sources that backed the same company. */
const byBackedCompany: Evidence = {
  reason: 'name and a company that both backed',
  pairs: sameKey(
    keysOf(
      'investor',
      `m.root || ' ' || ${coreName}`,
      `r.folded <> ''`,
      `JOIN (SELECT i.investor_id, d.company_id FROM deal_investors i JOIN deals d ON d.id = i.deal_id
        UNION SELECT investor_id, company_id FROM company_investors) b ON b.investor_id = r.id
      JOIN company_matches m ON m.id = b.company_id`,
    ),
  ),
  forbids: [differ('crunchbase_slug'), differ('linkedin_slug'), differ('domain')],
};

/** People with the same name in two sources who worked for or backed the same company. */
const byCompany: Evidence = {
  reason: 'name and company',
  pairs: sameKey(
    keysOf(
      'person',
      `m.root || ' ' || r.folded`,
      `r.folded <> ''`,
      `JOIN (SELECT person_id, company_id FROM employments
        UNION SELECT person_id, company_id FROM company_angels
        UNION SELECT a.person_id, d.company_id FROM deal_angels a JOIN deals d ON d.id = a.deal_id) b ON b.person_id = r.id
      JOIN company_matches m ON m.id = b.company_id`,
    ),
  ),
  forbids: [differ('crunchbase_slug'), differ('linkedin_slug'), differ('twitter_slug')],
};

/** Sources date a round by its filing or by the news, which are at most this many days apart. */
const daysApart = 3;
const family = (deal: string): string =>
  `CASE WHEN ${deal}.round_type IN ('SEED', 'SAFE', 'CONVERTIBLE_NOTE') THEN 'EARLY' ELSE ${deal}.round_type::text END`;
const sameMoney =
  'abs(a.total_round_raised - b.total_round_raised) <= 0.005 * greatest(a.total_round_raised, b.total_round_raised)';

/** A round that both sources have, unless either has a second candidate. */
const byRound: Evidence = {
  reason: 'company, kind, day and amount',
  pairs: `
    WITH alike AS (
      SELECT a.id AS one, b.id AS other, a.source_id AS one_source, b.source_id AS other_source
      FROM deals a JOIN company_matches ca ON ca.id = a.company_id JOIN company_matches cb ON cb.root = ca.root
      JOIN deals b ON b.company_id = cb.id AND b.source_id > a.source_id
      JOIN sources sa ON sa.id = a.source_id AND sa.merges JOIN sources sb ON sb.id = b.source_id AND sb.merges
      WHERE abs(a.date::date - b.date::date) <= ${daysApart} AND CASE
        WHEN a.round_type <> b.round_type AND 'FUNDING_ROUND' IN (a.round_type, b.round_type) THEN ${sameMoney}
        ELSE ${family('a')} = ${family('b')} AND (a.pre, a.extension, a.intermediate) = (b.pre, b.extension, b.intermediate)
          AND coalesce(${sameMoney}, true) END
    ), counted AS (
      SELECT *, count(*) OVER (PARTITION BY one, other_source) AS of_one, count(*) OVER (PARTITION BY other, one_source) AS of_other
      FROM alike
    )
    SELECT one, other FROM counted WHERE of_one = 1 AND of_other = 1`,
  forbids: [],
};

/** The reasons for each entity. Companies are first, because the others use their matches. */
export const evidence: readonly { entity: Entity; reasons: Evidence[] }[] = [
  { entity: 'company', reasons: organizationEvidence('company') },
  { entity: 'deal', reasons: [byId('deal'), byRound] },
  { entity: 'investor', reasons: [...organizationEvidence('investor'), byBackedCompany] },
  {
    entity: 'person',
    reasons: [
      byId('person'),
      bySlug('person', 'linkedin', [], `AND r.linkedin !~* '/(company|school)/'`),
      bySlug('person', 'crunchbase', []),
      bySlug('person', 'twitter', [differ('linkedin_slug')]),
      byCompany,
    ],
  },
];
