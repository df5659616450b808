import { buildNameKey } from '../db/name-key.ts';
import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { readGazetteer } from '../lookups/gazetteer.ts';
import type { Place } from '../lookups/gazetteer/place.ts';
import { loadLanes, openRowWriter, type RowWriter } from './copy-rows.ts';
import { deriveFigures } from './derive.ts';
import { ImportError } from './import-error.ts';
import { copyStoredRecords, readStoredPlaces, recordTables } from './stored-records.ts';
import { matchSources, storeSeparatePairs } from './matching/match.ts';
import { readTableCompletion } from './next-schema.ts';
import type { Entity, ImportFeed, SourceRecord } from './records.ts';
import { demoKey, type MergeReport } from './sources.ts';
import { openPlaceWriter, writeTaxonomy } from './reference-rows.ts';
import { openSink, type Renamed, type SinkStart } from './sink.ts';

/** Rows that a load wrote, by table. */
export type LoadCounts = Record<string, number>;

export type LoadStep = 'records' | 'matching' | 'figures' | 'indexes' | 'swap';

export type BuildOptions = {
  onStep?: (step: LoadStep) => void;
  signal?: AbortSignal;
  /** Lets an older edition of the source replace a newer one. */
  replaceNewer?: boolean;
  /** False leaves the source's records out of all merges. */
  merge?: boolean;
  /** Pairs of records that must not merge, by id, domain or slug; by default those of the previous load. */
  keepApart?: [string, string][] | undefined;
  /** Called with the merges, the first `listedMerges` for each reason with names; not called for a single source. */
  onMerges?: (merges: MergeReport) => void;
  listedMerges?: number;
  /** The places to write; by default those that we ship. */
  gazetteer?: Place[];
};

/** Fills the new schema: places, industries, records of other sources, the feed's records, and all derived figures. */
export async function buildNext(
  sql: Pool,
  pool: Pool,
  feed: ImportFeed | undefined,
  options: BuildOptions,
): Promise<LoadCounts> {
  const { otherIds, sourceId, loadedEdition } = await readSources(sql, feed?.source.key);
  if (feed) checkEdition(feed, loadedEdition, feed.source.snapshot, options);
  const writer = openRowWriter(pool, loadLanes, { empty: otherIds.length === 0 });
  const places = openPlaceWriter(writer);
  options.onStep?.('records');
  const gazetteer = options.gazetteer ?? readGazetteer();
  gazetteer.forEach(places.add);
  const shipped = new Set(gazetteer.map(({ permalink }) => permalink));
  (await readStoredPlaces(sql, otherIds, shipped)).forEach(places.add);
  const industryIds = writeTaxonomy(writer);
  await writer.finish();
  await copyStoredRecords(sql, pool, otherIds);
  await storeSeparatePairs(pool, options.keepApart);
  let renamed: Renamed[] = [];
  if (feed) {
    const start = { sourceId, sourceKey: feed.source.key, industryIds, ...(await readUsedIds(pool)) };
    const sink = openSink(writer.write, places, start);
    const newest = await writeFeed(writer, sink.add, feed, options.signal);
    renamed = sink.renamed;
    const edition = feed.source.snapshot ?? newest;
    checkEdition(feed, loadedEdition, edition, options);
    writer.write('sources', { id: sourceId, ...buildSourceRow(feed, edition, options) });
  }
  const counts = await writer.finish();
  await renameRecords(pool, renamed);
  options.onStep?.('matching');
  const merges = await matchSources(pool, options.listedMerges ?? 0);
  if (merges) options.onMerges?.(merges);
  options.onStep?.('figures');
  await deriveFigures(pool);
  options.onStep?.('indexes');
  // With a single source, rows only refer to rows that were written before them.
  await finishTables(sql, pool, { checksReferences: otherIds.length > 0 });
  return Object.fromEntries(counts);
}

async function readSources(
  sql: Pool,
  key: string | undefined,
): Promise<{ otherIds: number[]; sourceId: number; loadedEdition: string | null }> {
  const sources = await sql<{ id: number; key: string; edition: string | null }[]>`
    SELECT id, key, snapshot::text AS edition FROM data.sources ORDER BY id`;
  const others = key === undefined ? sources : sources.filter((source) => source.key !== key && source.key !== demoKey);
  const loaded = sources.find((source) => source.key === key);
  const sourceId = loaded?.id ?? Math.max(0, ...sources.map(({ id }) => id)) + 1;
  return { otherIds: others.map(({ id }) => id), sourceId, loadedEdition: loaded?.edition ?? null };
}

/** Throws when the edition is older than the loaded one; demo data may be of any day. */
function checkEdition(
  { source }: ImportFeed,
  loaded: string | null,
  edition: string | null | undefined,
  { replaceNewer = false }: BuildOptions,
): void {
  if (replaceNewer || source.key === demoKey || !loaded || !edition || edition >= loaded) return;
  throw new ImportError(
    `The loaded edition of ${source.key} is of ${loaded}; this one is of ${edition}. Nothing changed.`,
    'Add --replace-newer to replace it by the older edition.',
  );
}

async function readUsedIds(pool: Pool): Promise<Pick<SinkStart, 'nextIds' | 'permalinks'>> {
  const [nextIds] = await pool<Record<Entity, number>[]>`
    SELECT (SELECT coalesce(max(id), 0) + 1 FROM companies) AS company, (SELECT coalesce(max(id), 0) + 1 FROM investors) AS investor,
      (SELECT coalesce(max(id), 0) + 1 FROM people) AS person, (SELECT coalesce(max(id), 0) + 1 FROM deals) AS deal`;
  const companies = await pool<{ permalink: string }[]>`SELECT permalink FROM companies`;
  const investors = await pool<{ permalink: string }[]>`SELECT permalink FROM investors`;
  const buildSet = (rows: { permalink: string }[]) => new Set(rows.map(({ permalink }) => permalink));
  return {
    nextIds: nextIds ?? { company: 1, investor: 1, person: 1, deal: 1 },
    permalinks: { company: buildSet(companies), investor: buildSet(investors) },
  };
}

/** Writes all records; returns the day on which the newest deal was added, null without deals. */
async function writeFeed(
  writer: RowWriter,
  add: (record: SourceRecord) => void,
  feed: ImportFeed,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  let newest = '';
  for await (const record of feed.records) {
    signal?.throwIfAborted();
    add(record);
    if (record.kind === 'deal' && record.createdAt > newest) newest = record.createdAt;
    const pressure = writer.pressure();
    if (pressure) await pressure;
  }
  return newest.slice(0, 10) || null;
}

const buildSourceRow = ({ source, report }: ImportFeed, edition: string | null, { merge }: BuildOptions) => ({
  key: source.key,
  title: source.title,
  licence: source.licence,
  address: source.address,
  snapshot: edition,
  merges: merge ?? true,
  imported_at: new Date().toISOString(),
  report: JSON.stringify(report?.() ?? {}),
});

/**
 * Builds keys and indexes and checks references in parallel. The references themselves, which take no time while they
 * are not checked, are created one after the other, because two could deadlock.
 */
async function finishTables(sql: Pool, pool: Pool, { checksReferences }: { checksReferences: boolean }): Promise<void> {
  const { constraints, indexes, references, checks } = await readTableCompletion(sql);
  const runAll = (statements: Iterable<string>) =>
    Promise.all([...statements].map((statement) => pool.unsafe(statement)));
  const finishTable = async (table: string) => {
    const key = constraints.get(table);
    await runAll([...(key ? [key] : []), ...(indexes.get(table) ?? [])]);
    await pool.unsafe(`VACUUM ANALYZE ${table}`);
  };
  await Promise.all([...new Set([...constraints.keys(), ...indexes.keys()])].map(finishTable));
  for (const statement of references) await pool.unsafe(statement);
  if (checksReferences) await runAll(checks.values());
}

/** Renames records to the most frequent spelling in their source. */
async function renameRecords(pool: Sql, renamed: readonly Renamed[]): Promise<void> {
  for (const entity of ['company', 'investor', 'person'] as const) {
    const names = renamed
      .filter((record) => record.entity === entity)
      .map(({ id, name }) => ({ id, name, folded: buildNameKey(name) }));
    if (names.length === 0) continue;
    await pool.unsafe(
      `UPDATE ${recordTables[entity]} t SET name = r.name, folded = r.folded
      FROM json_to_recordset($1::text::json) r(id int, name text, folded text) WHERE r.id = t.id`,
      [JSON.stringify(names)],
    );
  }
}
