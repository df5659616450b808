import { setTimeout as sleep } from 'node:timers/promises';
import { currentGeneration } from '../db/permalinks.ts';
import type { Pool, Transaction } from '../db/pool.ts';
import type { Fragment, Sql } from '../db/sql.ts';

/** Progress of the index: ready, or the companies read and their total; `elsewhere` while another gateway builds it. */
type IndexStep = 'ready' | 'elsewhere' | { readonly read: number; readonly of: number };

/** Any fixed number, the same in every Fundscope: the holder of this lock builds the index. */
const indexLock = 4312;
/** Companies per step. A step takes a second or two, which is as long as an import may have to wait for it. */
const partSize = 10_000;
const idleMs = 2_000;
/** A build shorter than this reports no progress. */
const progressIntervalMs = 3_000;
/** Reported after this many failures in a row. */
const failuresToReport = 5;

/**
 * Performs the next step of building the index, in its own transaction, so that any gateway can continue if this
 * process ends.
 */
export async function buildNextStep(sql: Pool): Promise<IndexStep> {
  const { step } = await sql.begin(async (tx) => {
    const [state] = await tx<
      { current: number; next_id: number | null; finished: boolean | null; companies: number }[]
    >`
      SELECT ${currentGeneration(tx)} AS current, i.next_id, i.finished, t.companies
      FROM totals t LEFT JOIN relevance_index i ON i.generation = ${currentGeneration(tx)}`;
    if (!state || state.finished) return { step: 'ready' as const };
    const [lock] = await tx<{ taken: boolean }[]>`SELECT pg_try_advisory_xact_lock(${indexLock}) AS taken`;
    if (!lock?.taken) return { step: 'elsewhere' as const };
    if (state.next_id === null) await beginIndex(tx);
    const read = await indexPart(tx);
    const [after] = await tx<{ current: number }[]>`SELECT ${currentGeneration(tx)} AS current`;
    if (after?.current !== state.current) throw new Error('the records were replaced while they were read');
    return { step: read ?? { read: state.companies, of: state.companies } };
  });
  return step;
}

async function beginIndex(tx: Transaction): Promise<void> {
  await tx.unsafe(
    'SET LOCAL lock_timeout = 400; TRUNCATE relevance_index, relevance_words; SET LOCAL lock_timeout = 0',
  );
  await tx`
    INSERT INTO relevance_index (generation, companies, mean_words, next_id)
    SELECT ${currentGeneration(tx)}, t.companies, greatest(1, coalesce(w.mean, 1)), 0
    FROM totals t, (SELECT avg(length(words))::float8 AS mean FROM (SELECT words FROM company_words LIMIT 10000) AS first) AS w`;
}

/**
 * `(company_id, lexeme, weight)` of the companies that satisfy a condition on `w`, as a subquery: the weight, 0 to 1, grows
 * with the frequency of the word and falls with the length of the text.
 */
export const buildWordWeights = (sql: Sql, condition: Fragment): Fragment => sql`(
    SELECT company_id, lexeme, often / (often + length) AS weight
    FROM (
      SELECT w.company_id, found.lexeme, 1.2 * (0.4 + 0.6 * length(w.words) / i.mean_words) AS length,
        cardinality(found.positions) + CASE WHEN 'C' = ANY(found.weights) THEN 1.0 ELSE 0.0 END
          + CASE WHEN 'A' = ANY(found.weights) THEN 0.5 ELSE 0.0 END AS often
      FROM relevance_index i, company_words w, unnest(w.words) AS found WHERE ${condition}
    ) AS counted
  )`;

/** Indexes the next companies. */
async function indexPart(tx: Transaction): Promise<{ read: number; of: number } | undefined> {
  const [range] = await tx<{ first: number; last: number | null; companies: number }[]>`
    SELECT i.next_id AS first, i.companies, (
      SELECT max(company_id) FROM (
        SELECT company_id FROM company_words WHERE company_id >= i.next_id ORDER BY company_id LIMIT ${partSize}
      ) AS part
    ) AS last FROM relevance_index i FOR UPDATE`;
  if (!range) throw new Error('the index was deleted while it was being built');
  const { first, last, companies } = range;
  if (last === null) {
    await tx`UPDATE relevance_index SET finished = true`;
    return undefined;
  }
  await tx.unsafe("SET LOCAL work_mem = '64MB'");
  await tx`
    INSERT INTO relevance_words (word, part, companies, postings)
    SELECT lexeme, ${first}::int, count(*), string_agg(int4send(company_id * 64 + round(63 * weight)::int), ''::bytea)
    FROM ${buildWordWeights(tx, tx`w.company_id BETWEEN ${first} AND ${last}`)} AS weighed GROUP BY lexeme`;
  await tx`UPDATE relevance_index SET next_id = ${last + 1}`;
  return { read: Math.min(last, companies), of: companies };
}

/** Builds the whole index of the current records; for commands and tests. */
export async function buildIndex(sql: Pool): Promise<void> {
  while ((await buildNextStep(sql)) !== 'ready') await sleep(0);
}

/** Keeps the index up to date until `signal` aborts; reports long builds and repeated failures. */
export async function maintainIndex(sql: Pool, signal: AbortSignal, report: (text: string) => void): Promise<void> {
  let since: number | undefined;
  let reportedAt: number | undefined;
  let failures = 0;
  while (!signal.aborted) {
    // The database may be unavailable, or an import may have replaced the records; the next round tries again.
    const step = await buildNextStep(sql).catch((error: Error) => {
      failures += 1;
      if (failures === failuresToReport && !signal.aborted)
        report(`Search by meaning: records could not be read. ${error.message}`);
      return 'elsewhere' as const;
    });
    if (step !== 'elsewhere') failures = 0;
    const now = Date.now();
    if (typeof step === 'object') {
      since ??= now;
      if (now - (reportedAt ?? since) > progressIntervalMs) {
        reportedAt = now;
        report(`Search by meaning: ${formatCount(step.read)} of ${formatCount(step.of)} companies read.`);
      }
    } else if (step === 'ready') {
      if (reportedAt !== undefined) report('Search by meaning is ready.');
      since = reportedAt = undefined;
    }
    await sleep(typeof step === 'object' ? 10 : idleMs, undefined, { signal }).catch(() => undefined);
  }
}

const formatCount = (count: number) => count.toLocaleString('en');
