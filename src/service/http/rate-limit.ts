import type { Plan } from '#contract/enums.ts';
import type { Sql } from '../db/sql.ts';
import type { PresentedKey } from './auth.ts';
import { Refusal } from './errors.ts';

/** Requests a minute: for a valid key, and for an address without one (contract 3). */
export const requestLimits = { key: 200, address: 60 } as const;
const windowMs = 60_000;
/** How far a request may fall behind a later one on its way to the database; what differs more is a wrong clock. */
const overtakingMs = 10_000;
const none = Buffer.alloc(0);

/** Whose key it is, with what the later steps need to know of the account. */
export type KeyOwner = {
  readonly prefix: string;
  readonly accountId: string;
  readonly plan: Plan;
  readonly disabled: boolean;
};

/** The figures of the RateLimit headers. */
export type RateFigures = {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the oldest counted request leaves the window. */
  readonly resetSeconds: number;
};

/** What the limiter says of a request: whether it may go on, and the figures. */
export type Admission = RateFigures & {
  readonly owner: KeyOwner | undefined;
  readonly allowed: boolean;
  /** The moment at which it leaves. */
  readonly resetAtMs: number;
};

/**
 * Looks the key up and takes a place in its sliding minute, in one statement over a table that all gateways share.
 * A valid key has its own window, anything else that of its address. A refused request does not count. One that was
 * overtaken counts from the moment of the one before it: what that one let fall out of the window stays out.
 */
export async function admit(
  sql: Sql,
  key: PresentedKey | undefined,
  address: string,
  nowMs: number,
): Promise<Admission> {
  const [row] = await sql<AdmissionRow[]>`
    ${withCaller(sql, key, address)}, taken AS (
      INSERT INTO rate_windows AS w (caller, admitted, allowed)
      SELECT name, ARRAY[${nowMs}::bigint], true FROM caller
      ON CONFLICT (caller) DO UPDATE SET (admitted, allowed) = (
        SELECT CASE WHEN cardinality(recent) < most THEN recent || moment ELSE recent END, cardinality(recent) < most
        FROM greatest(
          ${nowMs}::bigint, least(w.admitted[cardinality(w.admitted)], ${nowMs + overtakingMs}::bigint)
        ) AS moment, LATERAL (
          SELECT array(SELECT at FROM unnest(w.admitted) AS at WHERE at > moment - ${windowMs}::bigint ORDER BY at),
            (SELECT most FROM caller)
        ) AS window_now (recent, most)
      )
      RETURNING allowed, cardinality(admitted) AS used, admitted[1] AS oldest
    )
    SELECT taken.*, caller.most, owner.* FROM taken CROSS JOIN caller LEFT JOIN owner ON true`;
  if (!row) throw new Error('the limiter returned no row');
  return toAdmission(row, nowMs);
}

/** Whose key it is, and by which name and limit the caller is counted. */
const withCaller = (sql: Sql, key: PresentedKey | undefined, address: string) => sql`
    WITH owner AS (
      SELECT k.prefix, k.account_id, a.plan, k.disabled_at IS NOT NULL OR a.disabled_at IS NOT NULL AS disabled
      FROM api_keys k JOIN accounts a ON a.id = k.account_id
      WHERE k.prefix = ${key?.prefix ?? ''} AND sha256(k.secret_hash || ${key?.salt ?? none}) = ${key?.proof ?? none}
    ), caller AS (
      SELECT coalesce((SELECT 'key:' || prefix FROM owner WHERE NOT disabled), 'address:' || ${address}::text) AS name,
        CASE WHEN EXISTS (SELECT FROM owner WHERE NOT disabled)
          THEN ${requestLimits.key}::int ELSE ${requestLimits.address}::int END AS most
    )`;

/** How a caller stands in its window, without taking a place. */
export async function readFigures(
  sql: Sql,
  key: PresentedKey | undefined,
  address: string,
  nowMs: number,
): Promise<RateFigures> {
  const [row] = await sql<{ most: number; used: number; oldest: number | null }[]>`
    ${withCaller(sql, key, address)}
    SELECT most, count(at)::int AS used, min(at) AS oldest
    FROM caller LEFT JOIN rate_windows w ON w.caller = name
      LEFT JOIN LATERAL unnest(w.admitted) AS at ON at > ${nowMs - windowMs}::bigint
    GROUP BY most`;
  if (!row) throw new Error('the limiter returned no row');
  const { most, used, oldest } = row;
  return { limit: most, remaining: most - used, resetSeconds: oldest === null ? 0 : toReset(oldest + windowMs, nowMs) };
}

const toReset = (untilMs: number, nowMs: number): number => Math.max(1, Math.ceil((untilMs - nowMs) / 1000));

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
    resetSeconds: toReset(row.oldest + windowMs, nowMs),
    resetAtMs: row.oldest + windowMs,
  };
}

/** Decides on a request: by the key that it presents, its address and the moment. */
export type Admit = (key: PresentedKey | undefined, address: string, nowMs: number) => Promise<Admission>;

const mostRemembered = 10_000;

/**
 * Admits through the database, but remembers addresses whose window is full: until its oldest request leaves, one
 * without the form of a key is refused here, so that a flood of them does not reach what the others need.
 */
export function createAdmission(sql: Sql): Admit {
  const fullUntil = new Map<string, number>();
  return async (key, address, nowMs) => {
    const until = key === undefined ? (fullUntil.get(address) ?? 0) : 0;
    if (until > nowMs) return toFullAdmission(until, nowMs);
    const admission = await admit(sql, key, address, nowMs);
    if (!admission.allowed && admission.limit === requestLimits.address) {
      if (fullUntil.size >= mostRemembered) fullUntil.clear();
      fullUntil.set(address, admission.resetAtMs);
    }
    return admission;
  };
}

const toFullAdmission = (untilMs: number, nowMs: number): Admission => ({
  owner: undefined,
  allowed: false,
  limit: requestLimits.address,
  remaining: 0,
  resetSeconds: toReset(untilMs, nowMs),
  resetAtMs: untilMs,
});

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

/** Forgets callers that have been quiet for a whole window, and so long that no request from within it is on its way. */
export async function sweepWindows(sql: Sql, nowMs: number): Promise<void> {
  await sql`DELETE FROM rate_windows WHERE admitted[cardinality(admitted)] <= ${nowMs - windowMs - overtakingMs}::bigint`;
}
