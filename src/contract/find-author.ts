import type { WorkspaceMember } from './members.ts';

/** The member who made something. What has no author is from before there were members, and is the first owner's. */
export const findAuthor = (
  members: readonly WorkspaceMember[],
  by: string | null | undefined,
): WorkspaceMember | undefined =>
  members.length > 1 ? members.find((one) => (by === undefined || by === null ? one.first : one.id === by)) : undefined;
