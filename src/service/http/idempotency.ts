import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { HttpError, createValidationError } from './http-error.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** How long a response is stored, and how many at most per account (contract 3). */
const storedHours = 24;
const maxStored = 1000;

/** A request with an Idempotency-Key; `hash` covers its method, path, query and body. */
export type IdempotentRequest = {
  readonly accountId: string;
  readonly key: string;
  readonly hash: Buffer;
  readonly now: Date;
};

/** A response as sent: its JSON text, and the values of X-Ignored-Filters and Fundscope-Relevance. */
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

/** The stored response to a request; throws 422 if its key was used for a different request. */
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

/** Stores responses in a transaction, and deletes those of their accounts that are too old or exceed the limit. */
export async function storeResponses(
  tx: Sql,
  stored: readonly { readonly idempotent: IdempotentRequest; readonly response: StoredResponse }[],
): Promise<void> {
  if (stored.length === 0) return;
  const bodies = await Promise.all(stored.map(({ response }) => compress(response.body)));
  const column = <T>(read: (one: IdempotentRequest) => T): T[] => stored.map(({ idempotent }) => read(idempotent));
  await tx`
    WITH accounts AS (
      SELECT id, max(moment) AS moment, count(*) AS responses
      FROM unnest(${column(({ accountId }) => accountId)}::uuid[], ${column(({ now }) => now.toISOString())}::timestamptz[])
        AS new (id, moment) GROUP BY id
    )
    DELETE FROM idempotent_answers old USING accounts
    WHERE old.account_id = accounts.id AND (
      old.answered_at <= accounts.moment - make_interval(hours => ${storedHours})
      OR old.key IN (SELECT key FROM idempotent_answers WHERE account_id = accounts.id
        ORDER BY answered_at DESC, key OFFSET ${maxStored} - accounts.responses))`;
  await tx`
    INSERT INTO idempotent_answers (account_id, key, request_hash, body, ignored_filters, ranked_by, answered_at)
    SELECT * FROM unnest(${column(({ accountId }) => accountId)}::uuid[], ${column(({ key }) => key)}::text[],
      ${column(({ hash }) => hash)}::bytea[], ${bodies}::bytea[],
      ${stored.map(({ response }) => response.ignored ?? null)}::text[],
      ${stored.map(({ response }) => response.rankedBy ?? null)}::text[],
      ${column(({ now }) => now.toISOString())}::timestamptz[])`;
}
