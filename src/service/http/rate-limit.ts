import type { Plan } from '#contract/enums.ts';
import type { Sql } from '../db/open.ts';
import type { PresentedKey } from './auth.ts';
import { Refusal } from './errors.ts';

/** Requests a minute: for a valid key, and for an address without one (contract 3). */
export const requestLimits = { key: 200, address: 60 } as const;
const windowMs = 60_000;
const none = Buffer.alloc(0);

/** Whose key it is, with what the later steps need to know of the account. */
export type KeyOwner = {
  readonly prefix: string;
  readonly accountId: string;
  readonly plan: Plan;
  readonly disabled: boolean;
};

/** What the limiter says of a request: whether it may go on, and the figures of the RateLimit headers. */
export type Admission = {
  readonly owner: KeyOwner | undefined;
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the oldest counted request leaves the window. */
  readonly resetSeconds: number;
};

/**
 * Looks the key up and takes a place in its sliding minute, in one statement over a table that all gateways share.
 * A valid key has its own window, anything else that of its address. A refused request does not count.
 */
export async function admit(
  sql: Sql,
  key: PresentedKey | undefined,
  address: string,
  nowMs: number,
): Promise<Admission> {
  const [row] = await sql<AdmissionRow[]>`
    WITH owner AS (
      SELECT k.prefix, k.account_id, a.plan, k.disabled_at IS NOT NULL OR a.disabled_at IS NOT NULL AS disabled
      FROM api_keys k JOIN accounts a ON a.id = k.account_id
      WHERE k.prefix = ${key?.prefix ?? ''} AND sha256(k.secret_hash || ${key?.salt ?? none}) = ${key?.proof ?? none}
    ), caller AS (
      SELECT coalesce((SELECT 'key:' || prefix FROM owner WHERE NOT disabled), 'address:' || ${address}::text) AS name,
        CASE WHEN EXISTS (SELECT FROM owner WHERE NOT disabled)
          THEN ${requestLimits.key}::int ELSE ${requestLimits.address}::int END AS most
    ), taken AS (
      INSERT INTO rate_windows AS w (caller, admitted, allowed)
      SELECT name, ARRAY[${nowMs}::bigint], true FROM caller
      ON CONFLICT (caller) DO UPDATE SET (admitted, allowed) = (
        SELECT CASE WHEN cardinality(recent) < most THEN recent || ${nowMs}::bigint ELSE recent END,
          cardinality(recent) < most
        FROM (
          SELECT array(SELECT at FROM unnest(w.admitted) AS at WHERE at > ${nowMs - windowMs}::bigint ORDER BY at),
            (SELECT most FROM caller)
        ) AS window_now (recent, most)
      )
      RETURNING allowed, cardinality(admitted) AS used, admitted[1] AS oldest
    )
    SELECT taken.*, caller.most, owner.* FROM taken CROSS JOIN caller LEFT JOIN owner ON true`;
  if (!row) throw new Error('the limiter returned no row');
  return toAdmission(row, nowMs);
}

type AdmissionRow = {
  allowed: boolean;
  used: number;
  oldest: number;
  most: number;
  prefix: string | null;
  account_id: string;
  plan: Plan;
  disabled: boolean;
};

function toAdmission(row: AdmissionRow, nowMs: number): Admission {
  return {
    owner:
      row.prefix === null
        ? undefined
        : { prefix: row.prefix, accountId: row.account_id, plan: row.plan, disabled: row.disabled },
    allowed: row.allowed,
    limit: row.most,
    remaining: row.most - row.used,
    resetSeconds: Math.max(1, Math.ceil((row.oldest + windowMs - nowMs) / 1000)),
  };
}

/** 429 with `Retry-After` in whole seconds (specification 7.2). */
export function toLimitRefusal(admission: Admission): Refusal {
  const { limit, resetSeconds } = admission;
  return new Refusal(
    429,
    'RATE_LIMIT_EXCEEDED',
    `More than ${limit} requests in 60 seconds.`,
    { limit, window: '60 seconds', help: `Wait ${resetSeconds} seconds, then try again. This request did not count.` },
    { 'retry-after': String(resetSeconds) },
  );
}

/** Forgets callers that have been quiet for a whole window. */
export async function sweepWindows(sql: Sql, nowMs: number): Promise<void> {
  await sql`DELETE FROM rate_windows WHERE admitted[cardinality(admitted)] <= ${nowMs - windowMs}::bigint`;
}
