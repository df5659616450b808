import { type CompanyList } from '#contract/workspace/lists.ts';
import type { SavedSearch } from '#contract/workspace/saved-searches.ts';
import { maxStages, type OwnStage, type StoredStatus } from '#contract/workspace/statuses.ts';
import { maxOurs, type OurRecord } from '#contract/workspace/us.ts';
import type { Sql } from '../db/sql.ts';
import { HttpError } from '../http/http-error.ts';
import { findList, storeList } from './lists.ts';
import type { RestoredList, RestoredReviews, RestoredSavedSearch, RestoredStatus } from './restore-items.ts';
import { type Restore, restoreAuthor, restoreTime } from './restored-values.ts';
import { readReviewState, storeReviewed } from './reviews.ts';
import { findSavedSearches, storeSavedSearch } from './saved-searches.ts';
import { listOwnStages, storeStages } from './stages.ts';
import { createStatus, nameOf, readStatusesOf, storeStatuses } from './statuses.ts';
import { listUs, storeUs } from './us.ts';
import { bumpVersions, lockPart } from './versions.ts';

const isLater = (one: string | null, other: string | null): boolean =>
  one !== null && (other === null || Date.parse(one) > Date.parse(other));

/** Merges statuses: decision, note and everything else are each as they were changed last. */
export async function restoreStatuses(tx: Sql, restore: Restore, items: readonly RestoredStatus[]): Promise<number> {
  const { accountId } = restore;
  await lockPart(tx, accountId, 'statuses');
  const before = await readStatusesOf(tx, accountId, items);
  const after = new Map<string, StoredStatus>();
  for (const item of items) {
    const name = nameOf(item);
    const stored = after.get(name) ?? before.get(name) ?? { ...createStatus(item, new Date(0)) };
    after.set(name, mergeStatus(stored, buildStatus(item, restore)));
  }
  return storeStatuses(tx, accountId, before, after);
}

const buildStatus = (item: RestoredStatus, { now, members }: Restore): RestoredStatus => ({
  ...item,
  tags: [...new Set(item.tags)],
  status_by: restoreAuthor(item.status_by, members),
  status_at: restoreTime(item.status_at, now)?.toISOString() ?? null,
  note_by: restoreAuthor(item.note_by, members),
  note_at: restoreTime(item.note_at, now)?.toISOString() ?? null,
  changed_at: restoreTime(item.changed_at, now).toISOString(),
});

function mergeStatus(stored: StoredStatus, file: RestoredStatus): StoredStatus {
  const { status, stage, seen, status_by, status_at } = file;
  const { note, note_by, note_at } = file;
  const { tags, owner, next, due, rank, changed_at } = file;
  return {
    ...stored,
    ...(isLater(status_at, stored.status_at) && { status, stage, seen, status_by, status_at }),
    ...(isLater(note_at, stored.note_at) && { note, note_by, note_at }),
    ...(isLater(changed_at, stored.changed_at) && { tags, owner, next, due, rank, changed_at }),
  };
}

/** Adds stages that the account lacks, after its own. */
export async function restoreStages(tx: Sql, { accountId }: Restore, items: readonly OwnStage[]): Promise<number> {
  await lockPart(tx, accountId, 'stages');
  const before = await listOwnStages(tx, accountId);
  const after = new Map(before.map((stage) => [stage.id, stage]));
  for (const stage of items) if (!after.has(stage.id)) after.set(stage.id, stage);
  const added = after.size - before.length;
  if (after.size > maxStages) {
    throw new HttpError('workspaceFull', { max: `${maxStages} stages`, remedy: 'Delete stages of the shortlist.' });
  }
  if (added > 0) await storeStages(tx, accountId, [...after.values()]);
  return added;
}

/** Adds records to the account's own that it lacks, after those. */
export async function restoreUs(tx: Sql, { accountId }: Restore, items: readonly OurRecord[]): Promise<number> {
  await lockPart(tx, accountId, 'us');
  const nameRecord = ({ kind, id }: OurRecord) => `${kind} ${id}`;
  const before = await listUs(tx, accountId);
  const after = new Map(before.map((ours) => [nameRecord(ours), ours]));
  for (const ours of items) if (!after.has(nameRecord(ours))) after.set(nameRecord(ours), ours);
  const added = after.size - before.length;
  if (after.size > maxOurs) {
    throw new HttpError('workspaceFull', { max: `${maxOurs} records of yours`, remedy: 'Remove some in Settings.' });
  }
  if (added > 0) await storeUs(tx, accountId, [...after.values()]);
  return added;
}

/** Stores lists that the account lacks, or has from an earlier change. */
export async function restoreLists(
  tx: Sql,
  { accountId, now, members }: Restore,
  items: readonly RestoredList[],
): Promise<number> {
  await lockPart(tx, accountId, 'lists');
  let restored = 0;
  for (const item of items) {
    const list: CompanyList = {
      ...item,
      by: restoreAuthor(item.by, members),
      created_at: restoreTime(item.created_at, now).toISOString(),
      changed_at: restoreTime(item.changed_at, now).toISOString(),
    };
    const before = await findList(tx, accountId, item.id);
    if (before && !isLater(list.changed_at, before.changed_at)) continue;
    await storeList(tx, accountId, list);
    restored += 1;
  }
  return restored;
}

/** Stores saved searches that the account lacks, or has from an earlier change. */
export async function restoreSavedSearches(
  tx: Sql,
  { accountId, now, members }: Restore,
  items: readonly RestoredSavedSearch[],
): Promise<number> {
  await lockPart(tx, accountId, 'saved_searches');
  let restored = 0;
  for (const item of items) {
    const { new_rows: found } = item;
    const saved: SavedSearch = {
      ...item,
      by: restoreAuthor(item.by, members),
      saved_at: restoreTime(item.saved_at, now).toISOString(),
      viewed_at: null,
      new_rows: found && { ...found, at: restoreTime(found.at, now).toISOString() },
    };
    const [before] = await findSavedSearches(tx, accountId, item.id);
    if (before && !isLater(saved.saved_at, before.saved_at)) continue;
    await storeSavedSearch(tx, accountId, saved);
    restored += 1;
  }
  return restored;
}

/** Adds what reviews of a file included; they ended when the last one of both did. */
export async function restoreReviews(
  tx: Sql,
  { accountId, now }: Restore,
  items: readonly RestoredReviews[],
): Promise<number> {
  await lockPart(tx, accountId, 'reviews');
  const before = JSON.stringify(await readReviewState(tx, accountId));
  for (const { finished_at, place, shown_ids: deal, alert_ids: alert } of items) {
    const finishedAt = restoreTime(finished_at, now);
    await tx`
      INSERT INTO reviews AS r (account_id, finished_at, place) VALUES (${accountId}, ${finishedAt}, ${place})
      ON CONFLICT (account_id) DO UPDATE SET finished_at = greatest(r.finished_at, excluded.finished_at),
        place = coalesce(r.place, excluded.place),
        reopens = r.reopens AND NOT coalesce(excluded.finished_at > r.finished_at, false)`;
    await storeReviewed(tx, accountId, { deal, alert }, 0, finishedAt ?? now);
  }
  if (JSON.stringify(await readReviewState(tx, accountId)) === before) return 0;
  await bumpVersions(tx, accountId, 'reviews');
  return 1;
}
