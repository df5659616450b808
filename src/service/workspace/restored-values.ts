/** What a restore knows of its account. */
export type Restore = {
  readonly accountId: string;
  /** No time of a file counts as later: nothing could ever replace what has it. */
  readonly now: Date;
  /** The account's members; work of others is nobody's. */
  readonly members: ReadonlySet<string>;
};

/** A time of a file, which is not in the future. */
export function restoreTime(moment: string, now: Date): Date;
export function restoreTime(moment: string | null, now: Date): Date | null;
export function restoreTime(moment: string | null, now: Date): Date | null {
  return moment === null ? null : new Date(Math.max(0, Math.min(Date.parse(moment), now.getTime())));
}

/** A member of a file, if it is one of the account. */
export const restoreAuthor = (id: string | null, members: ReadonlySet<string>): string | null =>
  id !== null && members.has(id) ? id : null;
