import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { readGazetteer } from '../lookups/gazetteer.ts';
import type { Place } from '../lookups/gazetteer/place.ts';
import { deriveRecordId } from './sink.ts';
import { load, type LoadOptions } from './load.ts';
import type {
  ImportedCompany,
  ImportedDeal,
  ImportedInvestor,
  ImportedPerson,
  ImportFeed,
  SourceRecord,
} from './records.ts';

/** A source with a test's own records. */
export const createFeed = (key: string, records: ImportFeed['records']): ImportFeed => ({
  source: { key, title: `Source ${key}`, licence: 'none', address: null },
  records,
});

/** Some of the places that we ship, without the places above them. */
export const pickPlaces = (...permalinks: string[]): Place[] =>
  readGazetteer()
    .filter(({ permalink }) => permalinks.includes(permalink))
    .map((place) => ({ ...place, above: place.above.filter((permalink) => permalinks.includes(permalink)) }));

/** The few places that these test records name: a load with only these takes a tenth of the time. */
export const fewPlaces = pickPlaces(
  'north-america',
  'united-states',
  'california-united-states',
  'san-francisco-california',
  'san-francisco-bay-area',
);

/** A company in San Francisco with one investor and one series A; `name` distinguishes it from others. */
export function listRecords(name: string, raised = 1_000_000): SourceRecord[] {
  const place = {
    city: 'san-francisco-california',
    state: 'california-united-states',
    country: 'united-states',
    region: 'north-america',
  };
  return [
    { kind: 'investor', key: `${name}-fund`, permalink: `${name}-fund`, name: `${name} Fund` },
    { kind: 'company', key: name, permalink: name, name, place, industries: ['enterprise-software'] },
    {
      kind: 'deal',
      key: `${name}-a`,
      companyKey: name,
      roundType: 'SERIES_A',
      date: '2013-04-01',
      createdAt: '2013-10-01',
      raised,
      financings: [{ type: 'SERIES_A', sizeUsd: raised, sizeNative: raised, currency: 'USD' }],
      investors: [{ key: `${name}-fund`, lead: true }],
    },
  ];
}

/** Every row of every table of records, without the time of the import. */
export async function readRecordTables(sql: Sql): Promise<Record<string, unknown[]>> {
  const tables = await sql<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'data' AND tablename <> 'sources' ORDER BY 1`;
  const rows = await Promise.all(
    tables.map(({ name }) => sql.unsafe<unknown[]>(`SELECT t::text AS row FROM data.${name} t ORDER BY 1`)),
  );
  return Object.fromEntries(tables.map(({ name }, position) => [name, [...(rows[position] ?? [])]]));
}

/** The schemas of records: the live one, and that of a running or killed load. */
export async function readSchemas(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'data%'`;
  return rows.map(({ name }) => name);
}

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
export const createCompany = (
  key: string,
  { slug, ...given }: Given<ImportedCompany> & { slug?: string } = {},
): ImportedCompany => ({
  kind: 'company',
  key,
  name: key,
  permalink: buildPermalink(given.name ?? key),
  ...(slug ? { crunchbase: site('crunchbase', `organization/${slug}`) } : {}),
  ...given,
});

export const createInvestor = (key: string, given: Given<ImportedInvestor> = {}): ImportedInvestor => ({
  kind: 'investor',
  key,
  name: key,
  permalink: buildPermalink(given.name ?? key),
  ...given,
});

export const createPerson = (key: string, given: Given<ImportedPerson> = {}): ImportedPerson => ({
  kind: 'person',
  key,
  name: key,
  ...given,
});

/** A series A of a company. */
export const createDeal = (key: string, companyKey: string, given: Given<ImportedDeal> = {}): ImportedDeal => ({
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
  const source: ImportFeed['source'] = {
    key,
    title: `Source ${key}`,
    licence: `Licence of ${key}`,
    address: null,
    snapshot: `${year}-01-01`,
  };
  await load(sql, { source, records }, { gazetteer: fewPlaces, ...options });
}

/** Removes all records and sources. */
export async function empty(sql: Pool): Promise<void> {
  await sql`TRUNCATE sources, companies, investors, people, deals, merges, put_aside, kept_apart CASCADE`;
}

/** Which sources' records were merged, by their own ids; without those that are in one source only. */
export async function readGroups(sql: Pool): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    SELECT concat(entity, ' ', string_agg(uuid::text, ' ' ORDER BY uuid)) AS text FROM merges GROUP BY entity, id ORDER BY 1`;
  return rows.map(({ text }) => text);
}

/** All facts that users see, without what differs after every load: numbers and order. */
export async function readFacts(sql: Pool): Promise<Record<string, string[]>> {
  const companies = sql`SELECT c.*, t.short_description, t.long_description,
      (SELECT string_agg(i.permalink, ',' ORDER BY i.permalink) FROM company_industries JOIN industries i ON i.id = industry_id WHERE company_id = c.id) AS industries,
      (SELECT string_agg(l.permalink, ',' ORDER BY l.permalink) FROM company_location_tags JOIN locations l ON l.id = location_id WHERE company_id = c.id) AS places
    FROM companies c LEFT JOIN company_texts t ON t.company_id = c.id`;
  const deals = sql`SELECT d.*, c.uuid AS company,
      (SELECT string_agg(concat(i.uuid, lead), ',' ORDER BY i.name, lead) FROM deal_investors JOIN investors i ON i.id = investor_id WHERE deal_id = d.id) AS investors,
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

export const slug = 'acorn';
/** The company's id in a source. */
export const idOf = (source: string) => deriveRecordId(source, 'company', 'Acorn');

/** A company with a round, its investor, an angel and a founder, as an older source has it. */
export const older: SourceRecord[] = [
  createInvestor('Red Fund'),
  createInvestor('Oak Fund'),
  createCompany('Acorn', {
    slug,
    founded: '2010-01-01',
    status: 'private',
    place: sanFrancisco,
    industries: ['enterprise-software'],
    shortDescription: 'Makes acorns.',
  }),
  createPerson('Bob Roe', {}),
  createDeal('a', 'Acorn', {
    raised: 1e6,
    investors: [{ key: 'Red Fund', lead: null }, { key: 'Oak Fund' }],
    angels: ['Bob Roe'],
    createdAt: '2013-10-01',
    articles: [{ link: 'https://news.example/a', isPrimary: true }],
  }),
  createDeal('b', 'Acorn', { roundType: 'SERIES_B', date: '2014-05-01', raised: 5e6 }),
];
/** The same company in a newer source. */
export const newer: SourceRecord[] = [
  createInvestor('Red Fund'),
  createCompany('Acorn', {
    slug,
    name: 'Acorn Labs',
    domain: 'acorn.com',
    status: 'acquired',
    place: { country: 'united-states', region: 'north-america' },
    industries: ['enterprise-software', 'analytics'],
    statedValuation: { usd: 2e9, date: '2015-01-01' },
  }),
  createPerson('Ann Lee', {
    isFounder: true,
    employments: [{ companyKey: 'Acorn', companyName: 'Acorn', isCurrent: true }],
  }),
  createDeal('x', 'Acorn', {
    date: '2013-04-02',
    investors: [{ key: 'Red Fund', lead: true }],
    createdAt: '2014-06-01',
    articles: [{ link: 'https://news.example/b', isPrimary: true }],
  }),
  createDeal('y', 'Acorn', { roundType: 'SERIES_C', date: '2015-05-01', raised: 9e6 }),
];
