import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { findLostCharge } from './charge.ts';
import { Refusal, toValidationRefusal } from './errors.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** How long an answer is kept, and how many an account has at most (contract 3). */
const keptHours = 24;
const mostKept = 1000;

/** One request that may be sent again: whose, under which key, and what it asks. */
export type Claim = { readonly accountId: string; readonly key: string; readonly hash: Buffer; readonly now: Date };

/** An answer as it was sent: its JSON text, and its headers of ignored filters and of what ranked it. */
export type KeptAnswer = {
  readonly body: string;
  readonly ignored: string | undefined;
  readonly rankedBy: string | undefined;
};

/** The claim of a request with an Idempotency-Key, undefined without one; a key is 1 to 255 visible characters. */
export function readClaim(request: FastifyRequest, accountId: string, now: Date): Claim | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    const message = 'Idempotency-Key must be 1 to 255 visible characters.';
    throw toValidationRefusal(
      [{ field: 'Idempotency-Key', value: String(key).slice(0, 200), message, code: 'OUT_OF_RANGE', validOptions: [] }],
      'Send a new uuid with every new request.',
    );
  }
  const [path = '', query = ''] = request.url.split('?', 2);
  const parts = [request.method, path.replace(/\/$/, ''), query, JSON.stringify(request.body ?? null)];
  return { accountId, key, hash: createHash('sha256').update(parts.join('\n')).digest(), now };
}

/** The answer that was kept under a claim; throws 422 when the key was used for another request. */
export async function readKeptAnswer(sql: Pool, claim: Claim): Promise<KeptAnswer | undefined> {
  const [row] = await sql<{ body: Buffer; ignored_filters: string | null; ranked_by: string | null; same: boolean }[]>`
    SELECT body, ignored_filters, ranked_by, request_hash = ${claim.hash} AS same FROM idempotent_answers
    WHERE account_id = ${claim.accountId} AND key = ${claim.key}
      AND answered_at > ${claim.now}::timestamptz - make_interval(hours => ${keptHours})`;
  if (!row) return undefined;
  if (!row.same) {
    throw new Refusal(422, 'IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request.', {
      help: 'Send a new key with every new request. Nothing was charged.',
    });
  }
  return {
    body: (await unpack(row.body)).toString(),
    ignored: row.ignored_filters ?? undefined,
    rankedBy: row.ranked_by ?? undefined,
  };
}

/**
 * Makes an answer and keeps it in the transaction of its charge; a twin that is as far waits for it and then fails.
 * Where the connection is lost, what was charged under `chargeId` is answered all the same.
 */
export async function keepForSure<T extends { readonly kept: KeptAnswer }>(
  db: Pool,
  claim: Claim,
  chargeId: string,
  make: (tx: Sql) => Promise<T>,
): Promise<T> {
  let made: T | undefined;
  try {
    await db.begin(async (tx) => {
      made = await make(tx);
      await keepAnswer(tx, claim, made.kept);
    });
  } catch (error) {
    if (!(await findLostCharge(db, error, claim.accountId, chargeId))) throw error;
  }
  if (!made) throw new Error('a transaction ended without its answer');
  return made;
}

async function keepAnswer(tx: Sql, claim: Claim, answer: KeptAnswer): Promise<void> {
  const packed = await pack(answer.body);
  await tx`
    DELETE FROM idempotent_answers WHERE account_id = ${claim.accountId} AND (
      answered_at <= ${claim.now}::timestamptz - make_interval(hours => ${keptHours})
      OR key IN (SELECT key FROM idempotent_answers WHERE account_id = ${claim.accountId}
        ORDER BY answered_at DESC, key OFFSET ${mostKept - 1}))`;
  await tx`
    INSERT INTO idempotent_answers (account_id, key, request_hash, body, ignored_filters, ranked_by, answered_at)
    VALUES (${claim.accountId}, ${claim.key}, ${claim.hash}, ${packed}, ${answer.ignored ?? null},
      ${answer.rankedBy ?? null}, ${claim.now})`;
}
