import { type RecordStatus, statusKind, type StatusKind, type StoredStatus } from '#contract/workspace/statuses.ts';

/** The kinds of records that have a status. */
export const statusKinds: readonly StatusKind[] = statusKind.options;

/** A status with who changed it, and when. */
export type AuthoredStatus = RecordStatus &
  Readonly<Pick<StoredStatus, 'status_by' | 'status_at' | 'note_by' | 'note_at'>>;

/** The status of a record that has none. */
export const emptyStatus: RecordStatus = {
  status: null,
  stage: null,
  seen: false,
  tags: [],
  note: '',
  owner: '',
  next: '',
  due: null,
  rank: null,
};
