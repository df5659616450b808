import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Purchase, PurchaseDay, PurchaseState } from '#contract/workspace/purchases.ts';
import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { bumpVersions } from './versions.ts';

/** A purchase as it is stored. */
export type PurchaseRow = Pick<
  Purchase,
  | 'id'
  | 'screen'
  | 'endpoint'
  | 'quoted_tenths'
  | 'billed_tenths'
  | 'state'
  | 'unlocked_rows'
  | 'status'
  | 'code'
  | 'message'
  | 'request_id'
> & {
  readonly member_id: string | null;
  readonly input: string;
  readonly idempotency_key: string;
  readonly row_count: number | null;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly dismissed_at: Date | null;
};

const columns = (sql: Sql) => sql`
  id, member_id, screen, endpoint, input, idempotency_key, quoted_tenths, billed_tenths, state, row_count, unlocked_rows, status,
  code, message, request_id, started_at, ended_at, dismissed_at`;

const known = new Map<string, Endpoint>(endpoints.map((endpoint) => [endpoint.id, endpoint]));

/** The parameters, query and body of a purchase. */
export type PurchaseInput = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
};

/** Builds a purchase as the API shows it. */
export function buildPurchase(row: PurchaseRow): Purchase {
  const {
    member_id: by,
    input,
    row_count: rows,
    started_at,
    ended_at,
    dismissed_at,
    idempotency_key: _,
    ...shown
  } = row;
  const { params, query, body } = JSON.parse(input) as PurchaseInput;
  const endpoint = known.get(row.endpoint);
  const path = (endpoint?.path ?? '').replaceAll(/\{(\w+)\}/g, (_match, name: string) => params?.[name] ?? '');
  const search = new URLSearchParams(query).toString();
  return {
    ...shown,
    by,
    summary: endpoint?.summary ?? '',
    method: endpoint?.method === 'POST' ? 'POST' : 'GET',
    path: search === '' ? path : `${path}?${search}`,
    body: body ?? null,
    rows,
    started_at: started_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
    dismissed: dismissed_at !== null,
  };
}

/** The purchases of an account, newest first. */
export async function listPurchasesOf(
  sql: Sql,
  accountId: string,
  { before, state, limit }: { before?: string | undefined; state?: PurchaseState | undefined; limit: number },
): Promise<{ purchases: Purchase[]; more: boolean }> {
  const rows = await sql<PurchaseRow[]>`
    SELECT ${columns(sql)} FROM purchases
    WHERE account_id = ${accountId} AND (${state ?? null}::text IS NULL OR state = ${state ?? null}::text)
      AND (${before ?? null}::uuid IS NULL OR (started_at, id) < (
        SELECT started_at, id FROM purchases WHERE account_id = ${accountId} AND id = ${before ?? null}::uuid))
    ORDER BY started_at DESC, id DESC LIMIT ${limit + 1}`;
  return { purchases: rows.slice(0, limit).map(buildPurchase), more: rows.length > limit };
}

/** One purchase as it is stored; undefined if there is none. */
export async function readPurchase(sql: Sql, accountId: string, id: string): Promise<PurchaseRow | undefined> {
  const [row] = await sql<PurchaseRow[]>`
    SELECT ${columns(sql)} FROM purchases WHERE account_id = ${accountId} AND id = ${id}`;
  return row;
}

/** Sums of the purchases of an account by the UTC day on which they began, oldest first. */
export const sumPurchaseDays = (sql: Sql, accountId: string): Promise<PurchaseDay[]> => sql<PurchaseDay[]>`
  SELECT to_char(started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date, count(*)::int AS purchases,
    sum(quoted_tenths)::bigint AS quoted_tenths, coalesce(sum(billed_tenths), 0)::bigint AS billed_tenths,
    coalesce(sum(quoted_tenths) FILTER (WHERE state = 'unconfirmed'), 0)::bigint AS unconfirmed_tenths,
    coalesce(sum(row_count), 0)::int AS rows, coalesce(sum(unlocked_rows), 0)::int AS unlocked_rows
  FROM purchases WHERE account_id = ${accountId} GROUP BY 1 ORDER BY 1`;

/** Takes an unconfirmed purchase off the list of those to look at; undefined if there is none with this id. */
export async function dismissPurchase(
  db: Pool,
  accountId: string,
  id: string,
  now: Date,
): Promise<Purchase | undefined> {
  return db.begin(async (tx) => {
    await tx`
      UPDATE purchases SET dismissed_at = coalesce(dismissed_at, ${now}::timestamptz)
      WHERE account_id = ${accountId} AND id = ${id} AND state = 'unconfirmed'`;
    await bumpVersions(tx, accountId, 'purchases');
    const row = await readPurchase(tx, accountId, id);
    return row && buildPurchase(row);
  });
}
