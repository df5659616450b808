import { z } from 'zod';
import { uuid } from '#contract/scalars.ts';
import { changeList } from '#contract/workspace/lists.ts';
import { changeSavedSearch } from '#contract/workspace/saved-searches.ts';
import { searchRequest } from '#contract/workspace/searches.ts';
import { changeStages, recordStatus, statusKind } from '#contract/workspace/statuses.ts';
import { ourRecord } from '#contract/workspace/us.ts';
import { anyObject, moment, objectUpTo, screenAddress, tenths } from '#contract/workspace/workspace-endpoint.ts';

const count = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const author = uuid.nullable().catch(null);
const maxResponseCharacters = 8_000_000;

/** A record in a file; of its members only the size is checked, because services send what they like. */
export const restoredRecord = z.object({ id: uuid, record: anyObject.nullable(), unlocked_at: moment });
export type RestoredRecord = z.output<typeof restoredRecord>;

export const restoredSearch = z.object({
  ...searchRequest.shape,
  id: uuid,
  screen: screenAddress,
  by: author,
  ids: z.array(uuid).max(100_000),
  figures: objectUpTo(maxResponseCharacters),
  total: count.nullable(),
  moved_from: count.nullable(),
  loaded: count,
  duplicates: count,
  ended: z.boolean(),
  ignored: z.array(z.strictObject({ member: z.string(), value: z.string() })).max(10_000),
  more_ignored: count,
  surprises: count,
  ranked_by: z.string().nullable(),
  billed_tenths: tenths,
  first_at: moment,
  loaded_at: moment,
});
export type RestoredSearch = z.output<typeof restoredSearch>;

export const restoredResponse = z.object({
  request_hash: z.string().regex(/^[0-9a-f]{64}$/),
  endpoint: z.string().max(100),
  data: objectUpTo(maxResponseCharacters),
  meta: anyObject,
  stored_at: moment,
});
export type RestoredResponse = z.output<typeof restoredResponse>;

export const restoredStatus = recordStatus
  .extend({
    kind: statusKind,
    id: uuid,
    status_by: author,
    status_at: moment.nullable(),
    note_by: author,
    note_at: moment.nullable(),
    changed_at: moment,
  })
  .strip();
export type RestoredStatus = z.output<typeof restoredStatus>;

const list = changeList.body.omit({ dropped_matches: true, dropped_choices: true, deleted: true }).required();
export const restoredList = list.extend({ id: uuid, by: author, created_at: moment, changed_at: moment }).strip();
export type RestoredList = z.output<typeof restoredList>;

const saved = changeSavedSearch.body.omit({ deleted: true, new_rows: true }).required();
export const restoredSavedSearch = saved
  .extend({
    id: uuid,
    by: author,
    saved_at: moment,
    new_rows: z.strictObject({ since: z.iso.date(), total: count.nullable(), at: moment }).nullable(),
  })
  .strip();
export type RestoredSavedSearch = z.output<typeof restoredSavedSearch>;

const ids = z.array(uuid).max(20_000);
export const restoredReviews = z.object({
  finished_at: moment.nullable(),
  place: uuid.nullable(),
  shown_ids: ids,
  alert_ids: ids,
});
export type RestoredReviews = z.output<typeof restoredReviews>;

export const restoredOurs = ourRecord;
export const restoredStage = changeStages.body.shape.stages.unwrap();
