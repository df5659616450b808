import type { Sql } from '../../db/sql.ts';
import type { Entity } from '../sink.ts';
import { evidence, type Evidence } from './evidence.ts';
import { recordTables } from './owned-tables.ts';

/** How many groups of records had one reason to be one and were left apart, because another spoke against it. */
export type UnmergedPair = { entity: Entity; reason: string; groups: number };

/**
 * Finds the records of different sources that are one, and leaves them in tables `company_matches` and so on: every
 * record with its group's `root`, what it becomes (`into_id`), and its `rank` in it; and `company_joins`: which groups
 * each reason joined. Nothing here depends on the order
 * in which the sources came: a reason holds for a whole group or not at all, and a group has one record of a source.
 */
export async function findMatches(pool: Sql): Promise<UnmergedPair[]> {
  const leftApart: UnmergedPair[] = [];
  for (const { entity, reasons } of evidence) {
    await pool.unsafe(`CREATE UNLOGGED TABLE ${entity}_matches
      (id integer PRIMARY KEY, source_id smallint, root integer NOT NULL, proposed integer, into_id integer, rank integer)`);
    await pool.unsafe(
      `CREATE UNLOGGED TABLE ${entity}_joins (level smallint NOT NULL, root integer NOT NULL, id integer NOT NULL)`,
    );
    await findKeptApart(pool, entity);
    for (const [level, reason] of reasons.entries()) {
      const groups = await joinGroups(pool, entity, level, reason);
      if (groups > 0) leftApart.push({ entity, reason: reason.reason, groups });
    }
    await chooseIdentity(pool, entity);
  }
  return leftApart;
}

/** Which records the pairs mean that a person keeps apart. */
async function findKeptApart(pool: Sql, entity: Entity): Promise<void> {
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

/** Joins the groups that one reason connects; gives the number of those that it may not. */
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

/** Gives every record the least number among all that the links connect it with, a step further at a time. */
async function spread(pool: Sql, matches: string, links: string): Promise<void> {
  for (;;) {
    const { count } = await pool.unsafe(`
      UPDATE ${matches} m SET proposed = near.least FROM (
        SELECT id, min(proposed) AS least FROM (
          SELECT l.one AS id, o.proposed FROM ${links} l JOIN ${matches} o ON o.id = l.other
          UNION ALL SELECT l.other, o.proposed FROM ${links} l JOIN ${matches} o ON o.id = l.one
          UNION ALL SELECT i.id, g.least FROM ${matches} i
            JOIN (SELECT root, min(proposed) AS least FROM ${matches} GROUP BY root) g USING (root)
        ) reached GROUP BY id
      ) near WHERE near.id = m.id AND near.least < m.proposed`);
    if (count === 0) return;
  }
}

/**
 * A group is the record of it that people know already, else that of the source that was imported first. Where two
 * sources contradict each other, the one that describes the later day is right.
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
