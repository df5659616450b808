import { type Pool, readBatches } from '../db/pool.ts';
import type { UsageDays } from './usage.ts';

/**
 * A line of the ledger: what was charged (negative) or granted (positive), in credits. The credits of all lines of an
 * account add up to its balance.
 */
export type LedgerEntry = {
  readonly at: string;
  readonly account_id: string;
  readonly kind: 'charge' | 'grant';
  /** The endpoint of a charge, the reason of a grant. */
  readonly what: string;
  readonly rows: number | null;
  readonly monthly_credits: number;
  readonly purchased_credits: number;
  readonly request_id: string | null;
  readonly key_prefix: string | null;
};

/** The columns of an exported ledger, in order. */
export const exportedLedgerColumns = [
  'at',
  'account_id',
  'kind',
  'what',
  'rows',
  'monthly_credits',
  'purchased_credits',
  'request_id',
  'key_prefix',
] as const satisfies readonly (keyof LedgerEntry)[];

/** Selects entries by account, UTC days and number of newest entries; each is optional. */
export type LedgerQuery = { readonly accountId?: string | undefined; readonly last?: number | undefined } & {
  readonly [End in keyof UsageDays]?: string | undefined;
};

/** The entries, oldest first, in batches, so that a ledger of any length can be exported. */
export async function* readLedger(sql: Pool, query: LedgerQuery): AsyncGenerator<LedgerEntry[]> {
  const entries = sql<LedgerEntry[]>`
    SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, account_id, kind, what, rows,
      monthly / 10.0::float8 AS monthly_credits, purchased / 10.0::float8 AS purchased_credits, request_id, key_prefix
    FROM (
      SELECT * FROM (
        SELECT charged_at AS at, account_id, 'charge' AS kind, endpoint AS what, row_count AS rows,
          -monthly_tenths AS monthly, -purchased_tenths AS purchased, request_id, key_prefix, charge_id::text AS tie
        FROM ledger
        UNION ALL
        SELECT granted_at, account_id, 'grant', reason, NULL, CASE source WHEN 'monthly' THEN tenths ELSE 0 END,
          CASE source WHEN 'purchased' THEN tenths ELSE 0 END, NULL, NULL, lpad(id::text, 20, '0')
        FROM grants
      ) AS entries
      WHERE (${query.accountId ?? null}::uuid IS NULL OR account_id = ${query.accountId ?? null}::uuid)
        AND (${query.start ?? null}::date IS NULL
          OR at >= ${query.start ?? null}::date::timestamp AT TIME ZONE 'UTC')
        AND (${query.end ?? null}::date IS NULL
          OR at < (${query.end ?? null}::date + 1)::timestamp AT TIME ZONE 'UTC')
      ORDER BY at DESC, kind DESC, tie DESC LIMIT ${query.last ?? null}
    ) AS wanted
    ORDER BY wanted.at, kind DESC, tie`;
  yield* readBatches(sql, entries, 1000);
}
