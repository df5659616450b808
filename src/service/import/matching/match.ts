import type { Sql } from '../../db/sql.ts';
import { evidence } from './evidence.ts';
import { findMatches } from './clusters.ts';
import { readMergeReport, type MergeReport } from './merge-report.ts';
import { ownedTables, recordTables } from './owned-tables.ts';
import { storeReplacedRows } from './put-aside.ts';
import { uniteRows } from './unite.ts';

/**
 * Makes one record of what several sources say of one company, deal, investor or person, among all records of a load. What
 * each source gave is put aside, so that the next load begins with it: the same sources give the same merges, whichever
 * came first and however often one of them is imported again. Undefined where there are not two sources to compare.
 */
export async function matchSources(pool: Sql, listed: number): Promise<MergeReport | undefined> {
  const [sources] = await pool<{ num: number }[]>`SELECT count(*)::int AS num FROM sources WHERE merges`;
  if (!sources || sources.num < 2) return undefined;
  await pool.unsafe(`ANALYZE ${ownedTables.map(({ name }) => name).join(', ')}`);
  const leftApart = await findMatches(pool);
  await storeReplacedRows(pool);
  await writeMerges(pool);
  const report = await readMergeReport(pool, listed);
  await uniteRows(pool);
  const scratch = Object.keys(recordTables).flatMap((entity) =>
    ['matches', 'joins', 'apart', 'links', 'changed'].map((table) => `${entity}_${table}`),
  );
  await pool.unsafe(`DROP TABLE ${scratch.join(', ')}`);
  return { ...report, leftApart };
}

/**
 * Stores which records became one, and why: the reason that first put a record into one group with what it is now, which
 * is the weakest of those on the way between the two.
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
