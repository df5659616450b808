import type { ExportedKind } from '#contract/workspace/data.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { HttpError } from '../http/http-error.ts';
import { hashSearch } from './request-hash.ts';
import type { RestoredRecord, RestoredResponse, RestoredSearch } from './restore-items.ts';
import { type Restore, restoreAuthor, restoreTime } from './restored-values.ts';
import { bumpVersions } from './versions.ts';

/** The most records, and bytes of records or searches, that an account may have after a restore. */
const maxRestoredRecords = 1_000_000;
const maxRestoredBytes = 4_000_000_000;

/** Stores records of a file that the account lacks, or has from an earlier time; returns how many. */
export async function restoreRecords(
  tx: Sql,
  { accountId, now }: Restore,
  kind: ExportedKind,
  items: readonly RestoredRecord[],
): Promise<number> {
  const records = items.map(({ record }) => (record === null ? null : JSON.stringify(record)));
  const times = items.map(({ unlocked_at }) => restoreTime(unlocked_at, now).toISOString());
  const { count } = await tx`
    INSERT INTO unlocked_records AS stored (account_id, kind, id, record, unlocked_at)
    SELECT DISTINCT ON (id) ${accountId}::uuid, ${kind}, id, record, unlocked_at
    FROM unnest(${items.map(({ id }) => id)}::uuid[], ${records}::text[], ${times}::timestamptz[])
      AS sent (id, record, unlocked_at)
    ORDER BY id, unlocked_at DESC
    ON CONFLICT (account_id, kind, id) DO UPDATE SET record = excluded.record, unlocked_at = excluded.unlocked_at
    WHERE excluded.unlocked_at > stored.unlocked_at`;
  if (count === 0) return 0;
  await requireRoom(tx, tx`unlocked_records WHERE account_id = ${accountId}`, tx`coalesce(octet_length(record), 0)`);
  await bumpVersions(tx, accountId, 'records');
  return count;
}

/** Stores searches of a file that the account lacks, or has loaded earlier; returns how many. */
export async function restoreSearches(
  tx: Sql,
  { accountId, now, members }: Restore,
  items: readonly RestoredSearch[],
): Promise<number> {
  let restored = 0;
  // In the order of their ids, so that two restores never wait for each other in a circle.
  for (const { id, resource, body, via, by, ids, figures, ignored, first_at, loaded_at, ...rest } of items.toSorted(
    (one, other) => (one.id < other.id ? -1 : 1),
  )) {
    const row = {
      account_id: accountId,
      // An id that another search of the account has got is not taken from it.
      id: tx`CASE WHEN EXISTS (SELECT FROM searches WHERE account_id = ${accountId} AND id = ${id}) THEN gen_random_uuid() ELSE ${id}::uuid END`,
      request_hash: hashSearch(resource, body, via),
      resource,
      body: JSON.stringify(body),
      via,
      member_id: restoreAuthor(by, members),
      ids: tx`${ids}::uuid[]`,
      figures: JSON.stringify(figures),
      ignored: JSON.stringify(ignored),
      ...rest,
      first_at: restoreTime(first_at, now),
      loaded_at: restoreTime(loaded_at, now),
    };
    const { count } = await tx`
      INSERT INTO searches AS stored ${tx.values([row])}
      ON CONFLICT (account_id, request_hash) DO UPDATE SET screen = excluded.screen, member_id = excluded.member_id,
        body = excluded.body, ids = excluded.ids, figures = excluded.figures, total = excluded.total, moved_from = excluded.moved_from,
        loaded = excluded.loaded, duplicates = excluded.duplicates, ended = excluded.ended, ignored = excluded.ignored,
        more_ignored = excluded.more_ignored, surprises = excluded.surprises, ranked_by = excluded.ranked_by,
        billed_tenths = excluded.billed_tenths, first_at = excluded.first_at, loaded_at = excluded.loaded_at
      WHERE excluded.loaded_at > stored.loaded_at`;
    restored += count;
  }
  if (restored === 0) return 0;
  const size = tx`octet_length(body) + octet_length(figures) + 16 * cardinality(ids)`;
  await requireRoom(tx, tx`searches WHERE account_id = ${accountId}`, size);
  await bumpVersions(tx, accountId, 'searches');
  return restored;
}

/** Stores responses of a file that the account lacks, or has from an earlier time; returns how many. */
export async function restoreResponses(
  tx: Sql,
  { accountId, now }: Restore,
  items: readonly RestoredResponse[],
): Promise<number> {
  const column = (read: (item: RestoredResponse) => string) => items.map(read);
  const { count } = await tx`
    INSERT INTO stored_responses AS stored (account_id, request_hash, endpoint, data, meta, stored_at)
    SELECT DISTINCT ON (hash) ${accountId}::uuid, decode(hash, 'hex'), endpoint, data, meta, stored_at
    FROM unnest(${column((item) => item.request_hash)}::text[], ${column((item) => item.endpoint)}::text[],
      ${column(({ data }) => JSON.stringify(data))}::text[], ${column(({ meta }) => JSON.stringify(meta))}::text[],
      ${column((item) => restoreTime(item.stored_at, now).toISOString())}::timestamptz[])
      AS sent (hash, endpoint, data, meta, stored_at)
    ORDER BY hash, stored_at DESC
    ON CONFLICT (account_id, request_hash) DO UPDATE SET endpoint = excluded.endpoint, data = excluded.data,
      meta = excluded.meta, stored_at = excluded.stored_at
    WHERE excluded.stored_at > stored.stored_at`;
  if (count === 0) return 0;
  await requireRoom(tx, tx`stored_responses WHERE account_id = ${accountId}`, tx`octet_length(data)`);
  await bumpVersions(tx, accountId, 'records');
  return count;
}

async function requireRoom(tx: Sql, rows: Fragment, size: Fragment): Promise<void> {
  const [row] = await tx<{ count: number; bytes: number }[]>`
    SELECT count(*)::int AS count, coalesce(sum(${size}), 0)::bigint AS bytes FROM ${rows}`;
  const isFull = (row?.count ?? 0) > maxRestoredRecords;
  if (!isFull && (row?.bytes ?? 0) <= maxRestoredBytes) return;
  const max = isFull ? '1,000,000 records' : '4 GB of records';
  throw new HttpError('workspaceFull', { max, remedy: 'Delete the unlocked records first.' });
}
