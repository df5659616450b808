import type { Pool } from '../../db/pool.ts';
import { load, type Feed, type LoadOptions } from '../load.ts';
import type { CompanyRecord, DealRecord, InvestorRecord, PersonRecord, SourceRecord } from '../records.ts';
import { fewPlaces } from '../testing-feed.ts';

export const sanFrancisco = {
  city: 'san-francisco-california',
  state: 'california-united-states',
  country: 'united-states',
  region: 'north-america',
};

type Given<Record extends { key: string }> = Partial<Omit<Record, 'kind' | 'key'>>;
const buildPermalink = (name: string) => name.toLowerCase().replaceAll(' ', '-');
const site = (name: string, path: string) => `https://www.${name}.com/${path}`;

/** A company; `slug` is its Crunchbase slug. */
export const company = (
  key: string,
  { slug, ...given }: Given<CompanyRecord> & { slug?: string } = {},
): CompanyRecord => ({
  kind: 'company',
  key,
  name: key,
  permalink: buildPermalink(given.name ?? key),
  ...(slug ? { crunchbase: site('crunchbase', `organization/${slug}`) } : {}),
  ...given,
});

export const firm = (key: string, given: Given<InvestorRecord> = {}): InvestorRecord => ({
  kind: 'investor',
  key,
  name: key,
  permalink: buildPermalink(given.name ?? key),
  ...given,
});

export const person = (key: string, given: Given<PersonRecord> = {}): PersonRecord => ({
  kind: 'person',
  key,
  name: key,
  ...given,
});

/** A series A of a company. */
export const deal = (key: string, companyKey: string, given: Given<DealRecord> = {}): DealRecord => ({
  kind: 'deal',
  key,
  companyKey,
  roundType: 'SERIES_A',
  date: '2013-04-01',
  createdAt: '2013-10-01',
  financings: [{ type: given.roundType ?? 'SERIES_A', sizeUsd: given.raised ?? null }],
  ...given,
});

/** Loads records as the source `key`, which describes the first day of `year`. */
export async function loadAs(
  sql: Pool,
  key: string,
  records: SourceRecord[],
  year = 2013,
  options: LoadOptions = {},
): Promise<void> {
  const source: Feed['source'] = {
    key,
    title: `Source ${key}`,
    licence: `Licence of ${key}`,
    address: null,
    snapshot: `${year}-01-01`,
  };
  await load(sql, { source, records }, { gazetteer: fewPlaces, ...options });
}

/** Leaves no record and no source. */
export async function empty(sql: Pool): Promise<void> {
  await sql`TRUNCATE sources, companies, investors, people, deals, merges, put_aside, kept_apart CASCADE`;
}

/** Which records of sources are one, by their own ids; without what is in one source only. */
export async function readGroups(sql: Pool): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    SELECT concat(entity, ' ', string_agg(uuid::text, ' ' ORDER BY uuid)) AS text FROM merges GROUP BY entity, id ORDER BY 1`;
  return rows.map(({ text }) => text);
}

/** Everything that people see of the records, without what is different after every load: numbers and order. */
export async function readFacts(sql: Pool): Promise<Record<string, string[]>> {
  const companies = sql`SELECT c.*, t.short_description, t.long_description,
      (SELECT string_agg(i.permalink, ',' ORDER BY i.permalink) FROM company_industries JOIN industries i ON i.id = industry_id WHERE company_id = c.id) AS industries,
      (SELECT string_agg(l.permalink, ',' ORDER BY l.permalink) FROM company_location_tags JOIN locations l ON l.id = location_id WHERE company_id = c.id) AS places
    FROM companies c LEFT JOIN company_texts t ON t.company_id = c.id`;
  const deals = sql`SELECT d.*, c.uuid AS company,
      (SELECT string_agg(concat(i.uuid, lead), ',' ORDER BY i.uuid) FROM deal_investors JOIN investors i ON i.id = investor_id WHERE deal_id = d.id) AS firms,
      (SELECT string_agg(p.uuid::text, ',' ORDER BY p.uuid) FROM deal_angels JOIN people p ON p.id = person_id WHERE deal_id = d.id) AS angels,
      (SELECT string_agg(concat(type, size_usd), ',' ORDER BY position) FROM financings WHERE deal_id = d.id) AS financings,
      (SELECT string_agg(concat(link, is_primary), ',' ORDER BY position) FROM articles WHERE deal_id = d.id) AS articles
    FROM deals d JOIN companies c ON c.id = d.company_id`;
  const people = sql`SELECT p.*, (SELECT uuid FROM companies WHERE id = current_company_id) AS employer,
      (SELECT string_agg(concat(company_name, title, is_current), ',' ORDER BY position) FROM employments WHERE person_id = p.id) AS jobs
    FROM people p`;
  const own = [
    'id',
    'source_id',
    'company_id',
    'latest_deal_id',
    'current_company_id',
    'city_id',
    'state_id',
    'country_id',
    'region_id',
  ];
  const read = async (rows: typeof companies) =>
    (await sql<{ row: string }[]>`SELECT (to_jsonb(r) - ${own}::text[])::text AS row FROM (${rows}) r ORDER BY 1`).map(
      ({ row }) => row,
    );
  return {
    companies: await read(companies),
    deals: await read(deals),
    people: await read(people),
    investors: await read(sql`SELECT * FROM investors`),
  };
}
