/** What the user decided about a record. */
export type StatusValue = 'shortlist' | 'pass';

/** The user's status, tags and note on a record, the same on every screen. */
export type RecordStatus = {
  readonly status: StatusValue | null;
  /** Viewed without a status, such as by "day done" in a review. */
  readonly seen: boolean;
  readonly tags: readonly string[];
  readonly note: string;
  /** Its stage on the shortlist, if the status does not say it (stages.ts). */
  readonly stage: string | null;
  /** The person responsible for it. */
  readonly owner: string;
  /** The next step. */
  readonly next: string;
  /** The UTC day when the next step is due, `YYYY-MM-DD`. */
  readonly due: string | null;
  /** Its position in the shortlist of its kind, compared as text; null before anybody ordered it. */
  readonly rank: string | null;
};

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
