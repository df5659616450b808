import { readFile } from 'node:fs/promises';
import { parseDomain, parseAddressSlug } from '../../db/identifiers.ts';
import type { Sql } from '../../db/sql.ts';
import { ImportError } from '../import-error.ts';
import type { Entity } from '../records.ts';
import { evidence, type Evidence } from './evidence.ts';
import { type BlockedMerges, type MergeReport, readMergeReport } from '../sources.ts';
import { ownedTables, recordTables, storeReplacedRows } from '../stored-records.ts';
import { mergeRows } from './merge-rows.ts';

/**
 * Merges the records of different sources that describe the same company, deal, investor or person. The original rows
 * are stored, and the next load starts from them: the same sources give the same merges, in whatever order and however
 * often they are imported. Returns undefined if fewer than two sources can be compared.
 */
export async function matchSources(pool: Sql, listed: number): Promise<MergeReport | undefined> {
  const [sources] = await pool<{ num: number }[]>`SELECT count(*)::int AS num FROM sources WHERE merges`;
  if (!sources || sources.num < 2) return undefined;
  await pool.unsafe(`ANALYZE ${ownedTables.map(({ name }) => name).join(', ')}`);
  const leftApart = await findMatches(pool);
  await storeReplacedRows(pool);
  await writeMerges(pool);
  const report = await readMergeReport(pool, listed);
  await mergeRows(pool);
  const scratch = Object.keys(recordTables).flatMap((entity) =>
    ['matches', 'joins', 'apart', 'links', 'changed'].map((table) => `${entity}_${table}`),
  );
  await pool.unsafe(`DROP TABLE ${scratch.join(', ')}`);
  return { ...report, leftApart };
}

/**
 * Stores which records were merged and why. The reason is the one that first connected a record with the one it was
 * merged into, so it is the weakest on the path between them.
 */
async function writeMerges(pool: Sql): Promise<void> {
  for (const { entity, reasons } of evidence) {
    const names = reasons.map(({ reason }) => `'${reason}'`).join(', ');
    await pool.unsafe(`
      INSERT INTO merges (entity, id, own_id, uuid, source_id, reason)
      SELECT '${entity}', m.into_id, m.id, r.uuid, m.source_id, (ARRAY[${names}])[1 + (
        SELECT min(own.level) FROM ${entity}_joins own JOIN ${entity}_joins other USING (level, root)
        WHERE own.id = m.id AND other.id = m.into_id)]
      FROM ${entity}_matches m JOIN ${recordTables[entity]} r ON r.id = m.id`);
  }
}

/**
 * Finds the records of different sources that are the same. The results are tables: `company_matches` (and so on) has
 * every record with its group's `root`, the record that it becomes (`into_id`) and its `rank`; `company_joins` has the
 * groups that each reason joined. The result does not depend on the order of imports: a reason applies to a whole group
 * or not at all, and a group has at most one record of each source.
 */
async function findMatches(pool: Sql): Promise<BlockedMerges[]> {
  const leftApart: BlockedMerges[] = [];
  for (const { entity, reasons } of evidence) {
    await pool.unsafe(`CREATE UNLOGGED TABLE ${entity}_matches
      (id integer PRIMARY KEY, source_id smallint, root integer NOT NULL, proposed integer, into_id integer, rank integer)`);
    await pool.unsafe(
      `CREATE UNLOGGED TABLE ${entity}_joins (level smallint NOT NULL, root integer NOT NULL, id integer NOT NULL)`,
    );
    await resolveSeparatePairs(pool, entity);
    for (const [level, reason] of reasons.entries()) {
      const groups = await joinGroups(pool, entity, level, reason);
      if (groups > 0) leftApart.push({ entity, reason: reason.reason, groups });
    }
    await chooseIdentity(pool, entity);
  }
  return leftApart;
}

/** Resolves the pairs of `--keep-apart` to records. */
async function resolveSeparatePairs(pool: Sql, entity: Entity): Promise<void> {
  const names = entity === 'deal' ? [] : ['crunchbase_slug', 'linkedin_slug'];
  if (entity === 'company' || entity === 'investor') names.push('domain');
  const named = ['uuid::text', ...names].map(
    (column) => `
    SELECT called, id FROM ${recordTables[entity]} JOIN named ON ${column} = called`,
  );
  await pool.unsafe(`
    CREATE UNLOGGED TABLE ${entity}_apart AS
    WITH named AS (SELECT one AS called FROM kept_apart UNION SELECT other FROM kept_apart), found AS (${named.join(' UNION ')})
    SELECT DISTINCT a.id AS one, b.id AS other FROM kept_apart k JOIN found a ON a.called = k.one JOIN found b ON b.called = k.other
    WHERE a.id <> b.id`);
}

/** Joins the groups that one reason connects; returns the number of groups that must stay apart. */
async function joinGroups(pool: Sql, entity: Entity, level: number, { pairs, forbids }: Evidence): Promise<number> {
  const [matches, links, records] = [`${entity}_matches`, `${entity}_links`, recordTables[entity]];
  await pool.unsafe(`DROP TABLE IF EXISTS ${links}`);
  const { count } = await pool.unsafe(`CREATE UNLOGGED TABLE ${links} AS ${pairs}`);
  if (count === 0) return 0;
  await pool.unsafe(`
    INSERT INTO ${matches} (id, source_id, root)
    SELECT id, source_id, id FROM ${records} WHERE id IN (SELECT one FROM ${links} UNION SELECT other FROM ${links})
    ON CONFLICT DO NOTHING;
    UPDATE ${matches} SET proposed = root;
    ANALYZE ${matches}, ${links}`);
  await spread(pool, matches, links);
  const rejected = await pool.unsafe(`
    SELECT proposed FROM ${matches} m JOIN ${records} r USING (id) GROUP BY proposed
    HAVING count(DISTINCT root) > 1 AND (count(*) > count(DISTINCT m.source_id) ${forbids.map((forbid) => `OR ${forbid}`).join(' ')})
    UNION SELECT a.proposed FROM ${entity}_apart JOIN ${matches} a ON a.id = one JOIN ${matches} b ON b.id = other
    WHERE a.proposed = b.proposed`);
  const ids = rejected.map((row) => row['proposed'] as number);
  await pool.unsafe(`
    WITH joined AS (
      UPDATE ${matches} m SET root = m.proposed FROM (
        SELECT proposed FROM ${matches} WHERE proposed <> ALL('{${ids.join(',')}}')
        GROUP BY proposed HAVING count(DISTINCT root) > 1
      ) joined WHERE m.proposed = joined.proposed RETURNING m.root, m.id
    ) INSERT INTO ${entity}_joins (level, root, id) SELECT ${level}, root, id FROM joined`);
  return ids.length;
}

/** Gives every record the lowest id of all records that it is linked with, directly or not, one step at a time. */
async function spread(pool: Sql, matches: string, links: string): Promise<void> {
  for (;;) {
    const { count } = await pool.unsafe(`
      UPDATE ${matches} m SET proposed = near.lowest FROM (
        SELECT id, min(proposed) AS lowest FROM (
          SELECT l.one AS id, o.proposed FROM ${links} l JOIN ${matches} o ON o.id = l.other
          UNION ALL SELECT l.other, o.proposed FROM ${links} l JOIN ${matches} o ON o.id = l.one
          UNION ALL SELECT i.id, g.lowest FROM ${matches} i
            JOIN (SELECT root, min(proposed) AS lowest FROM ${matches} GROUP BY root) g USING (root)
        ) reached GROUP BY id
      ) near WHERE near.id = m.id AND near.lowest < m.proposed`);
    if (count === 0) return;
  }
}

/**
 * A group keeps the id that is already public, otherwise that of the source that was imported first. If two sources
 * contradict each other, the newer edition wins.
 */
async function chooseIdentity(pool: Sql, entity: Entity): Promise<void> {
  const [matches, records] = [`${entity}_matches`, recordTables[entity]];
  await pool.unsafe(`
    CREATE INDEX ON ${entity}_joins (id);
    DELETE FROM ${matches} WHERE id NOT IN (SELECT id FROM ${entity}_joins);
    UPDATE ${matches} m SET into_id = c.into_id, rank = c.rank FROM (
      SELECT m.id, first_value(m.id) OVER (PARTITION BY root ORDER BY known.uuid IS NULL, m.source_id) AS into_id,
        row_number() OVER (PARTITION BY root ORDER BY coalesce(s.snapshot, s.imported_at::date) DESC, s.key) AS rank
      FROM ${matches} m JOIN ${records} r USING (id) JOIN sources s ON s.id = m.source_id
        LEFT JOIN data.${records} known ON known.uuid = r.uuid
    ) c WHERE c.id = m.id;
    ANALYZE ${matches}`);
}

/** Reads a file with one pair per line: ids, domains, Crunchbase or LinkedIn slugs or addresses; `#` is a comment. */
export async function readSeparatePairs(path: string): Promise<[string, string][]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new ImportError(`There is no file ${path}.`, 'Check the path.', { cause });
  });
  return text.split(/\r?\n/).flatMap((line, index): [string, string][] => {
    const words = line
      .replace(/^\uFEFF/, '')
      .replace(/(^|\s)#.*$/s, '')
      .split(/[\s,;]+/)
      .filter((word) => word !== '');
    if (words.length === 0) return [];
    const [one, other] = words;
    if (!one || !other || words.length > 2) {
      throw new ImportError(
        `Line ${index + 1} of ${path} names ${words.length === 1 ? 'one record' : `${words.length} records`}, not two.`,
        'Write two ids, domains or Crunchbase slugs a line, with a comma between them.',
      );
    }
    return [[toName(one), toName(other)]];
  });
}

/** A profile's slug, a website's domain, or an id as it is. */
function toName(word: string): string {
  if (/(^|[./])(crunchbase|linkedin|twitter)\.com\//i.test(word)) return parseAddressSlug(word);
  return /[./]/.test(word) ? parseDomain(word) : word.toLowerCase();
}

/** Stores the pairs that must not merge: those of this import, otherwise those of the previous load. */
export async function storeSeparatePairs(pool: Sql, pairs: [string, string][] | undefined): Promise<void> {
  if (!pairs) await pool`INSERT INTO kept_apart SELECT * FROM data.kept_apart`;
  else {
    await pool`INSERT INTO kept_apart SELECT DISTINCT * FROM
      unnest(${pairs.map(([one]) => one)}::text[], ${pairs.map(([, other]) => other)}::text[])`;
  }
}
