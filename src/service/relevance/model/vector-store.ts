import { type Pool, readBatches } from '../../db/pool.ts';
import type { Sql } from '../../db/sql.ts';
import type { RecordText, TextEmbedder } from './endpoint.ts';
import { createVectorIndex, storeVector, toBytes, type VectorIndex } from './vectors.ts';

/** How far a pass over the companies has come; the next one begins after `lastId`. */
export type Pass = { readonly lastId: number; readonly made: number; readonly isDone: boolean };

/** These take much less time than a lease lasts. */
const batchesAtOnce = 16;
const leaseSeconds = 90;
const answerMs = 60_000;
/** A thread of the lowest priority may have to wait for all others. */
const threadMs = 600_000;

/**
 * The text of a company that a model reads, and the digest under which its vector is stored. If summaries do not count
 * more, only the text is part of the digest, and no text has to be read again.
 */
const texts = (sql: Sql, hasSummaries: boolean) => sql`
  SELECT id, text, summary, decode(md5(CASE WHEN ${hasSummaries} THEN concat(summary, chr(10), text) ELSE text END), 'hex') AS digest
  FROM (
    SELECT c.id, coalesce(t.short_description, '') AS summary,
      concat_ws(chr(10), c.name, t.short_description, named.industries, left(t.long_description, 2000)) AS text
    FROM companies c LEFT JOIN company_texts t ON t.company_id = c.id LEFT JOIN LATERAL (
      SELECT string_agg(i.name, ', ' ORDER BY i.name COLLATE "C") AS industries
      FROM company_industries ci JOIN industries i ON i.id = ci.industry_id WHERE ci.company_id = c.id
    ) AS named ON true
  ) AS one`;

/** Only a local model receives which part of a text is the summary. */
const readsSummaries = (model: TextEmbedder) => model.embedRecords !== undefined;

/** Whether this gateway may make vectors; for a while no other one may then. */
export async function takeLease(sql: Sql, model: string, owner: string): Promise<boolean> {
  const rows = await sql`
    INSERT INTO text_models (model, owner, busy_until) VALUES (${model}, ${owner}, now() + make_interval(secs => ${leaseSeconds}))
    ON CONFLICT (model) DO UPDATE SET owner = excluded.owner, busy_until = excluded.busy_until
      WHERE text_models.owner = excluded.owner OR text_models.busy_until < now() RETURNING model`;
  return rows.length > 0;
}

/** Lets another gateway continue. */
export const releaseLease = (sql: Sql, model: string, owner: string): Promise<unknown> =>
  sql`UPDATE text_models SET busy_until = now() WHERE model = ${model} AND owner = ${owner}`;

/** Makes and stores the missing vectors of the next companies. */
export async function createVectors(sql: Sql, model: TextEmbedder, after: number, signal: AbortSignal): Promise<Pass> {
  const companiesAtOnce = batchesAtOnce * model.textsAtOnce;
  const rows = await sql<{ id: number; text: string; summary: string; digest: Buffer; is_missing: boolean }[]>`
    SELECT *, NOT EXISTS (
      SELECT 1 FROM text_vectors v WHERE v.model = ${model.name} AND v.digest = part.digest
    ) AS is_missing
    FROM (SELECT * FROM (${texts(sql, readsSummaries(model))}) AS one WHERE id > ${after}
      ORDER BY id LIMIT ${companiesAtOnce}) AS part`;
  const distinct = new Map(rows.filter((row) => row.is_missing).map((row) => [row.digest.toString('hex'), row]));
  // In a batch, every text takes as long as the longest one.
  const missing = [...distinct.values()].toSorted((a, b) => a.text.length - b.text.length);
  const embed = (part: readonly RecordText[], within: AbortSignal) =>
    model.embedRecords?.(part, within) ??
    model.embed(
      part.map(({ text }) => text),
      within,
    );
  for (let from = 0; from < missing.length; from += model.textsAtOnce) {
    const part = missing.slice(from, from + model.textsAtOnce);
    const vectors = await embed(
      part.map(({ text, summary }) => ({ text, summary })),
      AbortSignal.any([signal, AbortSignal.timeout(model.embedRecords ? threadMs : answerMs)]),
    );
    const made = part.map(({ digest }, at) => ({
      model: model.name,
      digest,
      vector: Buffer.from(toBytes(vectors[at] ?? [])),
    }));
    await sql`INSERT INTO text_vectors ${sql.values(made)} ON CONFLICT DO NOTHING`;
  }
  return { lastId: rows.at(-1)?.id ?? after, made: missing.length, isDone: rows.length < companiesAtOnce };
}

/** All vectors of the current companies; undefined while some are missing. */
export async function readVectors(
  sql: Pool,
  model: TextEmbedder,
  generation: number,
): Promise<VectorIndex | undefined> {
  const [totals] = await sql<{ companies: number }[]>`SELECT companies FROM totals`;
  const companies = totals?.companies ?? 0;
  let index: VectorIndex | undefined;
  let dimensions = 0;
  let count = 0;
  const statement = sql<{ id: number; vector: Buffer }[]>`
    SELECT one.id, v.vector FROM (${texts(sql, readsSummaries(model))}) AS one
    JOIN text_vectors v ON v.model = ${model.name} AND v.digest = one.digest`;
  for await (const rows of readBatches(sql, statement, 1_000)) {
    for (const { id, vector } of rows) {
      dimensions ||= vector.length;
      index ??= createVectorIndex(generation, companies, dimensions);
      if (vector.length !== dimensions || count === companies) return undefined;
      storeVector(index, count++, id, new Int8Array(vector));
    }
  }
  return count === companies ? index : undefined;
}

/** How many companies there are, and how many of them have a vector of the installed model. */
export async function countVectors(sql: Sql, model: string): Promise<{ companies: number; embedded: number }> {
  const [row] = await sql<{ companies: number; embedded: number }[]>`
    SELECT count(*)::int AS companies, count(v.digest)::int AS embedded FROM (${texts(sql, true)}) AS one
    LEFT JOIN text_vectors v ON v.model = ${model} AND v.digest = one.digest`;
  return row ?? { companies: 0, embedded: 0 };
}

/** Deletes everything that is stored of a model. */
export async function deleteVectors(sql: Sql, model: string): Promise<void> {
  await sql`DELETE FROM text_vectors WHERE model = ${model}`;
  await sql`DELETE FROM text_models WHERE model = ${model}`;
}
