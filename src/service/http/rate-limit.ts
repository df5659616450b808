import type { Plan } from '#contract/enums.ts';
import type { MemberRole } from '#contract/workspace/members.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import type { PresentedKey } from './presented-key.ts';
import { runInGroups } from './groups.ts';

/**
 * Requests in any 60 seconds: per valid key, per address or IPv6 network without one (contract 3); of names, per hour; of a workspace.
 */
export const requestLimits = { key: 200, address: 60, names: 600, workspace: 1200 } as const;
const windowMs = 60_000;

/** The windows of a valid key: the caller they count under, their requests, and their length. */
const keyWindows = {
  key: { prefix: 'key:', max: requestLimits.key, ms: windowMs },
  names: { prefix: 'names:', max: requestLimits.names, ms: 3_600_000 },
  workspace: { prefix: 'workspace:', max: requestLimits.workspace, ms: windowMs },
} as const;
type KeyWindow = keyof typeof keyWindows;
/** How late a request may reach the database after one that was sent later; a larger gap means a wrong clock. */
const reorderingMs = 10_000;
const emptyBuffer = Buffer.alloc(0);

/** The key of a request and its account. */
export type KeyOwner = {
  readonly prefix: string;
  readonly accountId: string;
  readonly plan: Plan;
  /** Whether its calls cost nothing. */
  readonly unmetered: boolean;
  readonly disabled: boolean;
  /** The workspace member who has the key; null for keys of the account itself, which belong to the first owner. */
  readonly memberId: string | null;
  readonly role: MemberRole;
  /** Whether that member was removed. */
  readonly removed: boolean;
  /** Whether the gateway added the key to a request of its own page on this machine. */
  readonly isLocal: boolean;
  /** In front of a hosted service, the browser's own key of that service, which then pays. */
  readonly hostedKey?: string;
};

/** The values of the RateLimit headers. */
export type RateLimitStatus = {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the oldest counted request leaves the window. */
  readonly resetSeconds: number;
};

/** The limiter's decision on a request. */
export type Admission = RateLimitStatus & {
  /** The length of the window, in words. */
  readonly window: string;
  readonly owner: Omit<KeyOwner, 'isLocal'> | undefined;
  readonly allowed: boolean;
  /** The load of the records when the request was admitted. */
  readonly generation: number | undefined;
  /** When the oldest counted request leaves the window. */
  readonly resetAtMs: number;
};

/** A request to be admitted. */
type AdmissionRequest = {
  readonly key: PresentedKey | undefined;
  readonly address: string;
  readonly nowMs: number;
  readonly window: KeyWindow;
};

/** Requests with the owners of their keys and the windows in which they count: that of the address without a valid key. */
function withCallers(sql: Sql, requests: readonly AdmissionRequest[]): Fragment {
  const column = <T>(read: (request: AdmissionRequest) => T): T[] => requests.map(read);
  return sql`
    WITH request AS (
      SELECT * FROM unnest(${column(({ key }) => key?.prefix ?? '')}::text[], ${column(({ key }) => key?.salt ?? emptyBuffer)}::bytea[],
        ${column(({ key }) => key?.proof ?? emptyBuffer)}::bytea[], ${column(({ address }) => address)}::text[],
        ${column(({ nowMs }) => nowMs)}::bigint[], ${column(({ window }) => keyWindows[window].prefix)}::text[],
        ${column(({ window }) => keyWindows[window].max)}::int[], ${column(({ window }) => keyWindows[window].ms)}::bigint[]
      ) WITH ORDINALITY AS request (key, salt, proof, address, now_ms, counted_in, max_requests, window_ms, place)
    ), owner AS (
      SELECT place, k.prefix, k.account_id, a.plan, a.unmetered, member_id, coalesce(m.role, 'owner') AS role, m.removed_at IS NOT NULL AS removed,
        k.disabled_at IS NOT NULL OR a.disabled_at IS NOT NULL OR m.removed_at IS NOT NULL AS disabled
      FROM request JOIN api_keys k ON k.prefix = request.key AND sha256(k.secret_hash || salt) = proof
        JOIN accounts a ON a.id = k.account_id LEFT JOIN members m ON m.id = k.member_id
    ), named AS (
      SELECT place, now_ms, CASE WHEN NOT disabled THEN counted_in || prefix ELSE 'address:' || address END AS name,
        CASE WHEN NOT disabled THEN max_requests ELSE ${requestLimits.address} END AS max_requests,
        CASE WHEN NOT disabled THEN window_ms ELSE ${windowMs}::bigint END AS window_ms
      FROM request LEFT JOIN owner USING (place)
    )`;
}

/**
 * Looks up the keys of requests and counts each in its sliding window, in one statement over a table that all gateways
 * share. A valid key has its own window; any other request counts in that of its address. A rejected request does not
 * count. Requests of one caller in one statement count at the time of its last one, and a request that arrives after a
 * later one at the time of the later one, so that the window never moves back. Requests counted by a clock that has
 * since been set back count as of now, so that they leave the window like any other.
 */
async function admitTogether(
  sql: Sql,
  requests: readonly AdmissionRequest[],
): Promise<PromiseSettledResult<Admission>[]> {
  const rows = await sql<AdmissionRow[]>`
    ${withCallers(sql, requests)}, caller AS (
      SELECT name, max_requests, window_ms, max(now_ms) AS now_ms, count(*)::int AS requests
      FROM named GROUP BY name, max_requests, window_ms
    ), taken AS (
      -- In the order of their names, so that statements never wait for each other in a circle.
      INSERT INTO rate_windows AS w (caller, admitted, added)
      SELECT name, array_fill(now_ms, ARRAY[added]), added FROM caller, least(requests, max_requests) AS added ORDER BY name
      ON CONFLICT (caller) DO UPDATE SET (admitted, added) = (
        SELECT recent || array_fill(moment, ARRAY[room]), room
        FROM caller, greatest(now_ms, least(w.admitted[cardinality(w.admitted)], now_ms + ${reorderingMs})) AS moment,
          LATERAL (SELECT array(
            SELECT least(at, now_ms + ${reorderingMs}) FROM unnest(w.admitted) AS at WHERE at > moment - window_ms ORDER BY at
          )) AS window_now (recent), greatest(0, least(requests, max_requests - cardinality(recent))) AS room
        WHERE name = w.caller
      )
      RETURNING caller, added, cardinality(admitted) AS used, admitted[1] AS oldest
    )
    SELECT nth <= added AS allowed, least(used, used - added + nth) AS used, oldest, max_requests, window_ms,
      to_regnamespace('data')::oid::bigint AS generation, prefix, account_id AS "accountId", plan, unmetered, disabled,
      member_id AS "memberId", role, removed
    FROM (SELECT *, row_number() OVER (PARTITION BY name ORDER BY place) AS nth FROM named) AS counted
      JOIN taken ON caller = name LEFT JOIN owner USING (place)
    ORDER BY place`;
  return requests.map(({ nowMs }, at) => {
    const row = rows[at];
    if (!row) return { status: 'rejected', reason: new Error('the limiter returned no row') };
    return { status: 'fulfilled', value: buildAdmission(row, nowMs) };
  });
}

/** The caller's rate limit status; the request is not counted. */
export async function readRateLimitStatus(
  sql: Sql,
  key: PresentedKey | undefined,
  address: string,
  nowMs: number,
): Promise<RateLimitStatus> {
  const [row] = await sql<{ max_requests: number; used: number; oldest: number | null }[]>`
    ${withCallers(sql, [{ key, address, nowMs, window: 'key' }])}
    SELECT max_requests, count(at)::int AS used,
      CASE WHEN count(at) > 0 THEN least(min(at), ${nowMs + reorderingMs}::bigint) END AS oldest
    FROM named LEFT JOIN rate_windows w ON w.caller = name LEFT JOIN LATERAL unnest(w.admitted) AS at ON at > now_ms - window_ms
    GROUP BY max_requests`;
  if (!row) throw new Error('the limiter returned no row');
  const { max_requests: limit, used, oldest } = row;
  return { limit, remaining: limit - used, resetSeconds: oldest === null ? 0 : secondsUntil(oldest + windowMs, nowMs) };
}

const secondsUntil = (untilMs: number, nowMs: number): number => Math.max(1, Math.ceil((untilMs - nowMs) / 1000));

type AdmissionRow = Omit<KeyOwner, 'isLocal' | 'prefix'> & {
  /** Null, like the owner's other columns, without a known key. */
  readonly prefix: string | null;
  readonly allowed: boolean;
  readonly used: number;
  readonly oldest: number;
  readonly max_requests: number;
  readonly window_ms: number;
  readonly generation: number | null;
};

function buildAdmission(row: AdmissionRow, nowMs: number): Admission {
  const { allowed, used, oldest, max_requests: limit, window_ms: lengthMs, generation, prefix, ...owner } = row;
  return {
    owner: prefix === null ? undefined : { prefix, ...owner },
    allowed,
    generation: generation ?? undefined,
    window: lengthMs === windowMs ? '60 seconds' : '1 hour',
    limit,
    remaining: limit - used,
    resetSeconds: secondsUntil(oldest + lengthMs, nowMs),
    resetAtMs: oldest + lengthMs,
  };
}

/** Counts a request, or rejects it. */
export type Admit = (
  key: PresentedKey | undefined,
  address: string,
  nowMs: number,
  window?: KeyWindow,
) => Promise<Admission>;

const maxRemembered = 10_000;

/**
 * Admits requests, those that arrive together in one statement. It remembers addresses whose window is full: until
 * there is room, their requests without a key or with the same unknown key are rejected here, so that a flood of them
 * does not load the database.
 */
export function createAdmission(sql: Sql): Admit {
  const rejections = new Map<string, Admission>();
  const admitOne = runInGroups<AdmissionRequest, Admission>((requests) => admitTogether(sql, requests));
  return async (key, address, nowMs, window = 'key') => {
    const caller = key ? `${key.identity} ${address}` : address;
    const known = rejections.get(caller);
    if (known && known.resetAtMs > nowMs) return { ...known, resetSeconds: secondsUntil(known.resetAtMs, nowMs) };
    const admission = await admitOne({ key, address, nowMs, window });
    if (!admission.allowed && !admission.owner) {
      if (rejections.size >= maxRemembered) rejections.clear();
      rejections.set(address, admission).set(caller, admission);
    }
    return admission;
  };
}

/**
 * A clock in milliseconds that follows the system's but never goes back: when the system's is set back, this one keeps
 * its time and pace, so that no window stays full longer than it should.
 */
export function createSteadyClock(): () => number {
  let offset = -Infinity;
  return () => {
    const elapsed = performance.now();
    offset = Math.max(offset, Date.now() - elapsed);
    return Math.round(offset + elapsed);
  };
}

/** Deletes windows without a recent request, except those that are being counted in. */
export async function sweepWindows(sql: Sql, nowMs: number): Promise<void> {
  await sql`
    DELETE FROM rate_windows WHERE caller IN (SELECT caller FROM rate_windows
    WHERE admitted[cardinality(admitted)] <= ${nowMs - reorderingMs}::bigint - CASE
      WHEN caller LIKE ${`${keyWindows.names.prefix}%`} THEN ${keyWindows.names.ms}::bigint ELSE ${windowMs}::bigint END
    FOR UPDATE SKIP LOCKED)`;
}
