import type { WorkspaceMember } from './members.ts';

/** The member who made something. What has no author was made before there were members, and belongs to the first owner. */
export const findAuthor = (members: readonly WorkspaceMember[], by: string | undefined): WorkspaceMember | undefined =>
  members.length > 1 ? members.find((one) => (by === undefined ? one.first : one.id === by)) : undefined;
