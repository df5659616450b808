import type { WorkspaceMember } from './members.ts';

/** The member who made something. What nobody is named for was made before there were members, and is the first owner's. */
export const findMaker = (members: readonly WorkspaceMember[], by: string | undefined): WorkspaceMember | undefined =>
  members.length > 1 ? members.find((one) => (by === undefined ? one.first : one.id === by)) : undefined;
