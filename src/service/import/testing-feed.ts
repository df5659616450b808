import type { Sql } from '../db/sql.ts';
import { readGazetteer, type Place } from '../lookups/gazetteer.ts';
import type { Feed } from './load.ts';
import type { SourceRecord } from './records.ts';

/** A source of a test's own records. */
export const createFeed = (key: string, records: Feed['records']): Feed => ({
  source: { key, title: `Source ${key}`, licence: 'none', address: null },
  records,
});

/** The few places that the records here name: a load with them takes a tenth of the time. */
export const fewPlaces: Place[] = readGazetteer()
  .filter(({ permalink }) =>
    [
      'north-america',
      'united-states',
      'california-united-states',
      'san-francisco-california',
      'san-francisco-bay-area',
    ].includes(permalink),
  )
  .map((place, _index, all) => ({
    ...place,
    above: place.above.filter((permalink) => all.some((other) => other.permalink === permalink)),
  }));

/** A company in San Francisco with one investor and one series A; `name` tells it from others. */
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
export async function readAllRows(sql: Sql): Promise<Record<string, unknown[]>> {
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
