import type { ReviewState } from '#contract/workspace/reviews.ts';
import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import type { Change } from './statuses.ts';
import { bumpVersions, lockPart } from './versions.ts';

type ReviewRow = {
  readonly finished_at: Date | null;
  readonly place: string | null;
  readonly shown_ids: string[];
  readonly alert_ids: string[];
};

/** The most deals and alerts that are remembered, and for how long. */
const maxReviewed = 20_000;
const reviewedDays = 400;

/** What the reviews of an account have shown; the latest ids first. */
export async function readReviewState(sql: Sql, accountId: string): Promise<ReviewState> {
  const [row] = await sql<ReviewRow[]>`
    SELECT finished_at, place, ${listReviewed(sql, accountId, 'deal')} AS shown_ids,
      ${listReviewed(sql, accountId, 'alert')} AS alert_ids
    FROM (SELECT ${accountId}::uuid AS account_id) AS account LEFT JOIN reviews USING (account_id)`;
  return {
    finished_at: row?.finished_at?.toISOString() ?? null,
    place: row?.place ?? null,
    shown_ids: row?.shown_ids ?? [],
    alert_ids: row?.alert_ids ?? [],
  };
}

const listReviewed = (sql: Sql, accountId: string, kind: 'deal' | 'alert') => sql`
  array(SELECT id FROM reviewed WHERE account_id = ${accountId} AND kind = ${kind}
    ORDER BY last_at DESC, id LIMIT ${maxReviewed})`;

/** Ends a review, which included these deals and alerts. */
export async function completeReview(
  db: Pool,
  { accountId, now }: Pick<Change, 'accountId' | 'now'>,
  {
    deal_ids: dealIds,
    alert_ids: alertIds,
  }: { readonly deal_ids: readonly string[]; readonly alert_ids: readonly string[] },
): Promise<ReviewState> {
  return db.begin(async (tx) => {
    await bumpVersions(tx, accountId, 'reviews');
    const [row] = await tx<{ number: number }[]>`
      INSERT INTO reviews AS r (account_id, number, finished_at, reopens) VALUES (${accountId}, 1, ${now}, true)
      ON CONFLICT (account_id) DO UPDATE SET number = r.number + 1, finished_at = ${now}, place = NULL, reopens = true,
        reopened_finished_at = r.finished_at, reopened_place = r.place
      RETURNING number`;
    await storeReviewed(tx, accountId, { deal: dealIds, alert: alertIds }, row?.number ?? 1, now);
    await dropReviewed(tx, accountId, now);
    return readReviewState(tx, accountId);
  });
}

/** Adds deals and alerts that a review included. The part must be locked. */
export async function storeReviewed(
  tx: Sql,
  accountId: string,
  ids: { readonly deal: readonly string[]; readonly alert: readonly string[] },
  review: number,
  now: Date,
): Promise<void> {
  for (const kind of ['deal', 'alert'] as const) {
    await tx`
      INSERT INTO reviewed AS r (account_id, kind, id, first_review, last_at)
      SELECT ${accountId}, ${kind}, id, ${review}, ${now} FROM (SELECT DISTINCT unnest(${[...ids[kind]]}::uuid[]) AS id) AS sent
      ON CONFLICT (account_id, kind, id) DO UPDATE SET last_at = greatest(r.last_at, excluded.last_at)`;
  }
}

async function dropReviewed(tx: Sql, accountId: string, now: Date): Promise<void> {
  await tx`
    DELETE FROM reviewed r USING (
      SELECT kind, id, last_at, row_number() OVER (PARTITION BY kind ORDER BY last_at DESC, id) AS place
      FROM reviewed WHERE account_id = ${accountId}
    ) AS one
    WHERE r.account_id = ${accountId} AND r.kind = one.kind AND r.id = one.id
      AND (place > ${maxReviewed} OR one.last_at <= ${now}::timestamptz - ${reviewedDays} * interval '1 day')`;
}

/** Undoes the end of the last review, once: deals and alerts that only it included count as not shown. */
export async function reopenLastReview(db: Pool, accountId: string): Promise<ReviewState> {
  return db.begin(async (tx) => {
    await lockPart(tx, accountId, 'reviews');
    const [row] = await tx<{ number: number }[]>`
      UPDATE reviews SET reopens = false, finished_at = reopened_finished_at, place = reopened_place
      WHERE account_id = ${accountId} AND reopens RETURNING number`;
    if (row) {
      await tx`DELETE FROM reviewed WHERE account_id = ${accountId} AND first_review = ${row.number}`;
      await bumpVersions(tx, accountId, 'reviews');
    }
    return readReviewState(tx, accountId);
  });
}

/** Stores the deal at which the review continues. */
export async function writeReviewPlace(db: Pool, accountId: string, place: string | null): Promise<ReviewState> {
  return db.begin(async (tx) => {
    await lockPart(tx, accountId, 'reviews');
    const { count } = await tx`
      INSERT INTO reviews AS r (account_id, place) VALUES (${accountId}, ${place})
      ON CONFLICT (account_id) DO UPDATE SET place = excluded.place WHERE r.place IS DISTINCT FROM excluded.place`;
    if (count > 0) await bumpVersions(tx, accountId, 'reviews');
    return readReviewState(tx, accountId);
  });
}
