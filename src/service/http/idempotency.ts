import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { HttpError, createValidationError } from './http-error.ts';
import { recoverCharge } from './charge.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** How long a response is stored, and the most per account (contract 3). */
const storedHours = 24;
const maxStored = 1000;

/** A request with an Idempotency-Key; `hash` covers its method, path, query and body. */
export type IdempotentRequest = {
  readonly accountId: string;
  readonly key: string;
  readonly hash: Buffer;
  readonly now: Date;
};

/** A response as it was sent: its JSON text, and the values of X-Ignored-Filters and Fundscope-Relevance. */
export type StoredResponse = {
  readonly body: string;
  readonly ignored: string | undefined;
  readonly rankedBy: string | undefined;
};

/** Parses the Idempotency-Key of a request; undefined without one. */
export function parseIdempotencyKey(
  request: FastifyRequest,
  accountId: string,
  now: Date,
): IdempotentRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    const message = 'Idempotency-Key must be 1 to 255 visible characters.';
    throw createValidationError(
      [{ field: 'Idempotency-Key', value: String(key).slice(0, 200), message, code: 'OUT_OF_RANGE', validOptions: [] }],
      'Send a new UUID with every new request.',
    );
  }
  const [path = '', query = ''] = request.url.split('?', 2);
  const parts = [request.method, path.replace(/\/$/, ''), query, JSON.stringify(request.body ?? null)];
  return { accountId, key, hash: createHash('sha256').update(parts.join('\n')).digest(), now };
}

/** The stored response to a request; throws 422 when its key was used for a different request. */
export async function findStoredResponse(
  sql: Pool,
  idempotent: IdempotentRequest,
): Promise<StoredResponse | undefined> {
  const [row] = await sql<{ body: Buffer; ignored_filters: string | null; ranked_by: string | null; same: boolean }[]>`
    SELECT body, ignored_filters, ranked_by, request_hash = ${idempotent.hash} AS same FROM idempotent_answers
    WHERE account_id = ${idempotent.accountId} AND key = ${idempotent.key}
      AND answered_at > ${idempotent.now}::timestamptz - make_interval(hours => ${storedHours})`;
  if (!row) return undefined;
  if (!row.same) {
    throw new HttpError('idempotencyKeyReused');
  }
  return {
    body: (await decompress(row.body)).toString(),
    ignored: row.ignored_filters ?? undefined,
    rankedBy: row.ranked_by ?? undefined,
  };
}

/**
 * Charges and stores a response in one transaction, with recovery like `chargeWithRecovery`. Of two identical requests
 * at the same time, the second waits for the first and then fails on its key.
 */
export async function storeWithRecovery<T extends { readonly stored: StoredResponse }>(
  db: Pool,
  idempotent: IdempotentRequest,
  chargeId: string,
  chargeAndBuild: (tx: Sql) => Promise<T>,
): Promise<T> {
  let response: T | undefined;
  try {
    await db.begin(async (tx) => {
      response = await chargeAndBuild(tx);
      await storeResponse(tx, idempotent, response.stored);
    });
  } catch (error) {
    if (!(await recoverCharge(db, error, idempotent.accountId, chargeId))) throw error;
  }
  if (!response) throw new Error('a transaction ended without its response');
  return response;
}

async function storeResponse(tx: Sql, idempotent: IdempotentRequest, response: StoredResponse): Promise<void> {
  const compressed = await compress(response.body);
  await tx`
    DELETE FROM idempotent_answers WHERE account_id = ${idempotent.accountId} AND (
      answered_at <= ${idempotent.now}::timestamptz - make_interval(hours => ${storedHours})
      OR key IN (SELECT key FROM idempotent_answers WHERE account_id = ${idempotent.accountId}
        ORDER BY answered_at DESC, key OFFSET ${maxStored - 1}))`;
  await tx`
    INSERT INTO idempotent_answers (account_id, key, request_hash, body, ignored_filters, ranked_by, answered_at)
    VALUES (${idempotent.accountId}, ${idempotent.key}, ${idempotent.hash}, ${compressed}, ${response.ignored ?? null},
      ${response.rankedBy ?? null}, ${idempotent.now})`;
}
