import type { UnlockedKind } from '#contract/workspace/records.ts';
import type { ReviewState } from '#contract/workspace/reviews.ts';
import type { CompanyList } from '#contract/workspace/lists.ts';
import type { StoredStatus } from '#contract/workspace/statuses.ts';
import type { Sql } from '../db/sql.ts';
import { readListHeads, findList } from './lists.ts';
import { readStatusPage } from './statuses.ts';

/**
 * What an account stores, in batches that need little memory. No transaction stays open between them, so that a slow
 * reader holds nothing up; what changes meanwhile is read as it was or as it is.
 */

/** An unlocked record as it is exported; its JSON is not parsed. */
type ExportedRecord = { readonly id: string; readonly record: string | null; readonly unlocked_at: Date };

export const readRecordBatches = (sql: Sql, accountId: string, kind: UnlockedKind): AsyncGenerator<ExportedRecord[]> =>
  readInBatches(
    (last) => sql<ExportedRecord[]>`
      SELECT id, record, unlocked_at FROM unlocked_records
      WHERE account_id = ${accountId} AND kind = ${kind} ${last ? sql`AND id > ${last.id}` : sql``}
      ORDER BY id LIMIT 500`,
  );

/** A stored search as it is exported: JSON columns are not parsed. */
type ExportedSearch = {
  readonly id: string;
  readonly resource: string;
  readonly body: string;
  readonly via: string | null;
  readonly screen: string;
  readonly by: string | null;
  readonly ids: string[];
  readonly figures: string;
  readonly total: number | null;
  readonly moved_from: number | null;
  readonly loaded: number;
  readonly duplicates: number;
  readonly ended: boolean;
  readonly ignored: string;
  readonly more_ignored: number;
  readonly surprises: number;
  readonly ranked_by: string | null;
  readonly billed_tenths: number;
  readonly first_at: Date;
  readonly loaded_at: Date;
};

export const readSearchBatches = (sql: Sql, accountId: string): AsyncGenerator<ExportedSearch[]> =>
  readInBatches(
    (last) => sql<ExportedSearch[]>`
      SELECT id, resource, body, via, screen, member_id AS by, ids, figures, total, moved_from, loaded, duplicates, ended,
        ignored, more_ignored, surprises, ranked_by, billed_tenths, first_at, loaded_at
      FROM searches WHERE account_id = ${accountId} ${last ? sql`AND id > ${last.id}` : sql``} ORDER BY id LIMIT 5`,
  );

/** A stored response as it is exported, with the hash of its request in hex digits. */
type ExportedResponse = {
  readonly request_hash: string;
  readonly endpoint: string;
  readonly data: string;
  readonly meta: string;
  readonly stored_at: Date;
};

export const readResponseBatches = (sql: Sql, accountId: string): AsyncGenerator<ExportedResponse[]> =>
  readInBatches(
    (last) => sql<ExportedResponse[]>`
      SELECT encode(request_hash, 'hex') AS request_hash, endpoint, data, meta, stored_at
      FROM stored_responses
      WHERE account_id = ${accountId} ${last ? sql`AND request_hash > decode(${last.request_hash}, 'hex')` : sql``}
      ORDER BY stored_responses.request_hash LIMIT 500`,
  );

/** A paid request as it is exported. */
type ExportedPurchase = {
  readonly id: string;
  readonly by: string | null;
  readonly screen: string;
  readonly endpoint: string;
  readonly input: string;
  readonly quoted_tenths: number;
  readonly billed_tenths: number | null;
  readonly state: string;
  readonly rows: number | null;
  readonly unlocked_rows: number | null;
  readonly status: number | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly request_id: string | null;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  /** The start to the microsecond. */
  readonly place: string;
};

/** Paid requests, oldest first. */
export const readPurchaseBatches = (sql: Sql, accountId: string): AsyncGenerator<ExportedPurchase[]> =>
  readInBatches(
    (last) => sql<ExportedPurchase[]>`
      SELECT id, member_id AS by, screen, endpoint, input, quoted_tenths, billed_tenths, state, row_count AS rows,
        unlocked_rows, status, code, message, request_id, started_at, ended_at, started_at::text AS place
      FROM purchases
      WHERE account_id = ${accountId}
        ${last ? sql`AND (started_at, id) > (${last.place}::timestamptz, ${last.id}::uuid)` : sql``}
      ORDER BY started_at, id LIMIT 500`,
  );

export async function* readStatusBatches(sql: Sql, accountId: string): AsyncGenerator<StoredStatus[]> {
  let page = await readStatusPage(sql, accountId, 0);
  yield page.statuses;
  while (page.more) {
    page = await readStatusPage(sql, accountId, page.version);
    yield page.statuses;
  }
}

/** The lists of an account with their lines, one by one. */
export async function* readWholeLists(sql: Sql, accountId: string): AsyncGenerator<CompanyList> {
  for (const { id } of await readListHeads(sql, accountId)) {
    const list = await findList(sql, accountId, id);
    if (list) yield list;
  }
}

/** Whether an account has reviewed anything. */
export const hasReviews = ({ finished_at, place, shown_ids, alert_ids }: ReviewState): boolean =>
  finished_at !== null || place !== null || shown_ids.length + alert_ids.length > 0;

/** Reads batches, each after the last row of the one before. */
async function* readInBatches<R>(read: (last: R | undefined) => PromiseLike<R[]>): AsyncGenerator<R[]> {
  let rows = await read(undefined);
  while (rows.length > 0) {
    yield rows;
    rows = await read(rows.at(-1));
  }
}
