import type { Plan } from '#contract/enums.ts';
import type { MemberRole } from '#contract/members.ts';
import type { Sql } from '../db/sql.ts';
import { requeue, runInGroups, type GroupOutcome } from './groups.ts';
import type { PresentedKey } from './auth.ts';

/**
 * Requests in any 60 seconds: per valid key, per address or IPv6 network without one (contract 3); of names, per hour; of a workspace.
 */
export const requestLimits = { key: 200, address: 60, names: 600, workspace: 1200 } as const;
const windowMs = 60_000;

/** The windows of a valid key: the caller they count under, their requests, and their length in ms and in words. */
const keyWindows = {
  key: { prefix: 'key:', max: requestLimits.key, ms: windowMs, words: '60 seconds' },
  names: { prefix: 'names:', max: requestLimits.names, ms: 3_600_000, words: '1 hour' },
  workspace: { prefix: 'workspace:', max: requestLimits.workspace, ms: windowMs, words: '60 seconds' },
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

/** Admits one request. */
export async function admit(
  sql: Sql,
  key: PresentedKey | undefined,
  address: string,
  nowMs: number,
): Promise<Admission> {
  const [outcome] = await admitTogether(sql, [{ key, address, nowMs, window: 'key' }]);
  if (!outcome || outcome === requeue || outcome.status === 'rejected') throw new Error('the limiter returned no row');
  return outcome.value;
}

/**
 * Looks up the keys of requests and counts each in its sliding window, in one statement over a table that all gateways
 * share. A valid key has its own window; any other request counts in that of its address. A rejected request does not
 * count. A request that arrives after a later one counts at the time of the later one, so that the window never moves
 * back. Requests counted by a clock that has since been set back count as of now, so that they leave the window like
 * any other. Of several requests of one caller only the first is counted; the others must be admitted
 * again, unless the window is full.
 */
async function admitTogether(sql: Sql, requests: readonly AdmissionRequest[]): Promise<GroupOutcome<Admission>[]> {
  const column = <T>(read: (request: AdmissionRequest) => T): T[] => requests.map(read);
  const rows = await sql<AdmissionRow[]>`
    WITH request AS (
      SELECT * FROM unnest(${column(({ key }) => key?.prefix ?? '')}::text[], ${column(({ key }) => key?.salt ?? emptyBuffer)}::bytea[],
        ${column(({ key }) => key?.proof ?? emptyBuffer)}::bytea[], ${column(({ address }) => address)}::text[],
        ${column(({ nowMs }) => nowMs)}::bigint[], ${column(({ window }) => keyWindows[window].prefix)}::text[],
        ${column(({ window }) => keyWindows[window].max)}::int[], ${column(({ window }) => keyWindows[window].ms)}::bigint[]
      ) WITH ORDINALITY AS request (key, salt, proof, address, now_ms, counted_in, max_requests, window_ms, place)
    ), owner AS (
      SELECT place, k.prefix, k.account_id, a.plan, member_id, coalesce(m.role, 'owner') AS role, m.removed_at IS NOT NULL AS removed,
        k.disabled_at IS NOT NULL OR a.disabled_at IS NOT NULL OR m.removed_at IS NOT NULL AS disabled
      FROM request JOIN api_keys k ON k.prefix = request.key AND sha256(k.secret_hash || salt) = proof
        JOIN accounts a ON a.id = k.account_id LEFT JOIN members m ON m.id = k.member_id
    ), named AS (
      SELECT place, now_ms, name, CASE WHEN known THEN max_requests ELSE ${requestLimits.address} END AS max_requests,
        CASE WHEN known THEN window_ms ELSE ${windowMs}::bigint END AS window_ms
      FROM (
        SELECT request.*, owner.prefix IS NOT NULL AND NOT disabled AS known,
          CASE WHEN NOT disabled THEN counted_in || prefix ELSE 'address:' || address END AS name
        FROM request LEFT JOIN owner USING (place)
      ) AS known_request
    ), caller AS (
      SELECT DISTINCT ON (name) * FROM named ORDER BY name, place
    ), taken AS (
      -- In the order of their names, so that statements never wait for each other in a circle.
      INSERT INTO rate_windows AS w (caller, admitted, allowed)
      SELECT name, ARRAY[now_ms], true FROM caller ORDER BY name
      ON CONFLICT (caller) DO UPDATE SET (admitted, allowed) = (
        SELECT CASE WHEN cardinality(recent) < max_requests THEN recent || moment ELSE recent END, cardinality(recent) < max_requests
        FROM caller, greatest(now_ms, least(w.admitted[cardinality(w.admitted)], now_ms + ${reorderingMs})) AS moment,
          LATERAL (SELECT array(
            SELECT least(at, now_ms + ${reorderingMs}) FROM unnest(w.admitted) AS at WHERE at > moment - window_ms ORDER BY at
          )) AS window_now (recent)
        WHERE name = w.caller
      )
      RETURNING caller, allowed, cardinality(admitted) AS used, admitted[1] AS oldest
    )
    SELECT named.place, allowed, used, oldest, max_requests, window_ms, prefix, account_id, plan, disabled,
      member_id, role, removed, to_regnamespace('data')::oid::bigint AS generation
    FROM named JOIN taken ON taken.caller = named.name LEFT JOIN owner USING (place)
    WHERE place IN (SELECT place FROM caller) OR (NOT allowed AND now_ms < oldest + window_ms)`;
  const outcomes = requests.map((): GroupOutcome<Admission> => requeue);
  for (const row of rows) {
    const { nowMs, window } = requests[row.place - 1] as AdmissionRequest;
    outcomes[row.place - 1] = { status: 'fulfilled', value: buildAdmission(row, nowMs, window) };
  }
  return outcomes;
}

/** The key's owner, and the name and limit under which the caller is counted. */
const withCaller = (sql: Sql, key: PresentedKey | undefined, address: string) => sql`
    WITH owner AS (
      SELECT k.prefix, k.disabled_at IS NOT NULL OR a.disabled_at IS NOT NULL OR m.removed_at IS NOT NULL AS disabled
      FROM api_keys k JOIN accounts a ON a.id = k.account_id LEFT JOIN members m ON m.id = k.member_id
      WHERE k.prefix = ${key?.prefix ?? ''} AND sha256(k.secret_hash || ${key?.salt ?? emptyBuffer}) = ${key?.proof ?? emptyBuffer}
    ), caller AS (
      SELECT ${keyWindows.key.prefix}::text || prefix AS name, ${keyWindows.key.max}::int AS max_requests,
        ${keyWindows.key.ms}::bigint AS window_ms
      FROM owner WHERE NOT disabled
      UNION ALL
      SELECT 'address:' || ${address}::text, ${requestLimits.address}::int, ${windowMs}::bigint
      WHERE NOT EXISTS (SELECT FROM owner WHERE NOT disabled)
    )`;

/** The caller's rate limit status; the request is not counted. */
export async function readRateLimitStatus(
  sql: Sql,
  key: PresentedKey | undefined,
  address: string,
  nowMs: number,
): Promise<RateLimitStatus> {
  const [row] = await sql<{ max_requests: number; used: number; oldest: number | null }[]>`
    ${withCaller(sql, key, address)}
    SELECT max_requests, count(at)::int AS used, 
      CASE WHEN count(at) > 0 THEN least(min(at), ${nowMs + reorderingMs}::bigint) END AS oldest
    FROM caller LEFT JOIN rate_windows w ON w.caller = name
      LEFT JOIN LATERAL unnest(w.admitted) AS at ON at > ${nowMs - windowMs}::bigint
    GROUP BY max_requests`;
  if (!row) throw new Error('the limiter returned no row');
  const { max_requests: limit, used, oldest } = row;
  return { limit, remaining: limit - used, resetSeconds: oldest === null ? 0 : secondsUntil(oldest + windowMs, nowMs) };
}

const secondsUntil = (untilMs: number, nowMs: number): number => Math.max(1, Math.ceil((untilMs - nowMs) / 1000));

type AdmissionRow = {
  place: number;
  allowed: boolean;
  used: number;
  oldest: number;
  max_requests: number;
  window_ms: number;
  generation: number | null;
  prefix: string | null;
  account_id: string;
  plan: Plan;
  disabled: boolean;
  member_id: string | null;
  role: MemberRole;
  removed: boolean;
};

function buildAdmission(row: AdmissionRow, nowMs: number, window: KeyWindow): Admission {
  const untilMs = row.oldest + row.window_ms;
  const { words } = row.window_ms === windowMs ? keyWindows.key : keyWindows[window];
  return {
    owner:
      row.prefix === null
        ? undefined
        : {
            prefix: row.prefix,
            accountId: row.account_id,
            plan: row.plan,
            disabled: row.disabled,
            memberId: row.member_id,
            role: row.role,
            removed: row.removed,
          },
    allowed: row.allowed,
    generation: row.generation ?? undefined,
    window: words,
    limit: row.max_requests,
    remaining: row.max_requests - row.used,
    resetSeconds: secondsUntil(untilMs, nowMs),
    resetAtMs: untilMs,
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
  const fullUntil = new Map<string, number>();
  const nameCaller = ({ key, address }: AdmissionRequest) => (key ? `${key.identity} ${address}` : address);
  const findRejection = (request: AdmissionRequest): Admission | undefined => {
    const { nowMs } = request;
    const until = fullUntil.get(nameCaller(request)) ?? 0;
    return until > nowMs ? rejectUntil(until, nowMs) : undefined;
  };
  const admitOne = runInGroups<AdmissionRequest, Admission>((requests) => admitTogether(sql, requests), {
    maxMembers: 64,
    keyOf: ({ key, address, window }) => (key ? `${window} ${key.identity}` : address),
    // The window may have become full while the request waited.
    findResult: findRejection,
  });
  return async (key, address, nowMs, window = 'key') => {
    const request = { key, address, nowMs, window };
    const rejected = findRejection(request);
    if (rejected) return rejected;
    const admission = await admitOne(request);
    if (!admission.allowed && !admission.owner) {
      if (fullUntil.size >= maxRemembered) fullUntil.clear();
      fullUntil.set(address, admission.resetAtMs).set(nameCaller(request), admission.resetAtMs);
    }
    return admission;
  };
}

const rejectUntil = (untilMs: number, nowMs: number): Admission => ({
  owner: undefined,
  allowed: false,
  generation: undefined,
  window: keyWindows.key.words,
  limit: requestLimits.address,
  remaining: 0,
  resetSeconds: secondsUntil(untilMs, nowMs),
  resetAtMs: untilMs,
});

/** Deletes windows without a recent request, except those that are being counted in. */
export async function sweepWindows(sql: Sql, nowMs: number): Promise<void> {
  await sql`
    DELETE FROM rate_windows WHERE caller IN (SELECT caller FROM rate_windows
    WHERE admitted[cardinality(admitted)] <= ${nowMs - reorderingMs}::bigint - CASE
      WHEN caller LIKE ${`${keyWindows.names.prefix}%`} THEN ${keyWindows.names.ms}::bigint ELSE ${windowMs}::bigint END
    FOR UPDATE SKIP LOCKED)`;
}
