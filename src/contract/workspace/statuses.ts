import { z } from 'zod';
import { queryInteger, uuid } from '../scalars.ts';
import { moment, storableText, workspaceEndpoint } from './workspace-endpoint.ts';

/** The kinds of records that have a status. */
export const statusKind = z.enum(['deal', 'company', 'investor', 'person']);
export type StatusKind = z.infer<typeof statusKind>;

/** What somebody decided about a record. */
const statusValue = z.enum(['shortlist', 'pass']);
export type StatusValue = z.infer<typeof statusValue>;

export const maxTagLength = 40;
const stageId = storableText.min(1).max(64);
const tag = storableText.trim().toLowerCase().min(1).max(maxTagLength);
const dueDay = z.iso
  .date()
  .refine((day) => day >= '0001', { params: { code: 'INVALID_DATE' }, message: 'must be a day' });
const fields = {
  status: statusValue.nullable(),
  /** Viewed without a status, such as by "day done" in a review. */
  seen: z.boolean(),
  tags: z.array(tag).max(50),
  note: storableText.max(20_000),
  /** Its stage on the shortlist, if the status does not say it. */
  stage: stageId.nullable(),
  /** The person responsible for it. */
  owner: storableText.max(200),
  /** The next step, and the UTC day when it is due. */
  next: storableText.max(1000),
  due: dueDay.nullable(),
  /** Its position in the shortlist of its kind, compared as text; null before anybody ordered it. */
  rank: storableText.max(64).nullable(),
};

/** The status, tags and note of a record. */
export const recordStatus = z.strictObject(fields);
export type RecordStatus = z.infer<typeof recordStatus>;

/**
 * The same as stored: who last changed status, stage or `seen`, and who the note; null before there were members.
 * `changed_at` is when any field changed.
 */
const storedStatus = z.strictObject({
  kind: statusKind,
  id: uuid,
  ...fields,
  status_by: uuid.nullable(),
  status_at: moment.nullable(),
  note_by: uuid.nullable(),
  note_at: moment.nullable(),
  changed_at: moment,
  version: z.int(),
});
export type StoredStatus = z.infer<typeof storedStatus>;

/** The most records whose status changes with one request. */
export const maxStatusChanges = 1000;

/**
 * GET /workspace/statuses: those changed after a version, in the order of their changes; 0 reads all. `version` is
 * where to continue, at once if there are `more`. If `complete`, these replace what was read before: reading began
 * anew, because statuses were deleted or the version is not of this database.
 */
export const readStatuses = workspaceEndpoint('readStatuses', 'GET', '/statuses', {
  summary: 'Read statuses, tags and notes',
  query: z.strictObject({ after: queryInteger.min(0).default(0) }),
  data: z.strictObject({
    version: z.int(),
    complete: z.boolean(),
    more: z.boolean(),
    statuses: z.array(storedStatus),
  }),
});

/**
 * PUT /workspace/statuses: changes the given fields of these records, all or none, and returns the records. To store
 * what others changed as well, read after the version that was read last.
 */
export const changeStatuses = workspaceEndpoint('changeStatuses', 'PUT', '/statuses', {
  summary: 'Change statuses, tags and notes',
  body: z.strictObject({
    changes: z
      .array(z.strictObject({ kind: statusKind, id: uuid, set: recordStatus.partial() }))
      .min(1)
      .max(maxStatusChanges),
  }),
  data: z.strictObject({ statuses: z.array(storedStatus) }),
  maxBodyBytes: 8 * 1024 * 1024,
});

export const maxStages = 50;
const stage = z.strictObject({ id: stageId, name: storableText.trim().min(1).max(40) });
/** A stage of the shortlist that the account made. */
export type OwnStage = z.infer<typeof stage>;
const stages = z.strictObject({
  stages: z
    .array(stage)
    .max(maxStages)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, {
      params: { code: 'INVALID_RANGE' },
      message: 'must have different ids',
    }),
});

/** GET /workspace/stages: the account's own stages of the shortlist, in order. */
export const readStages = workspaceEndpoint('readStages', 'GET', '/stages', {
  summary: 'Read the stages of the shortlist',
  data: stages,
});

/** PUT /workspace/stages: replaces them. Records of a removed stage count as shortlisted. */
export const changeStages = workspaceEndpoint('changeStages', 'PUT', '/stages', {
  summary: 'Change the stages of the shortlist',
  body: stages,
  data: stages,
});
