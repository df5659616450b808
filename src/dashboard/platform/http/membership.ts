import { z } from 'zod';
import type { WorkspaceMember } from '#contract/members.ts';
import { createState } from '../state.ts';

/** Who shares the workspace, and which of them uses this browser; nobody and null before the first invitation. */
export type Membership = { readonly members: readonly WorkspaceMember[]; readonly self: string | null };

export const noMembership: Membership = { members: [], self: null };
const state = createState(noMembership);
export const readMembership = state.read;
export const useMembership = state.use;
export const showMembership = state.write;

/** The member that uses this browser; undefined before the first invitation. */
export const findSelf = ({ members, self }: Membership): WorkspaceMember | undefined =>
  members.find(({ id }) => id === self);

/**
 * Whether something is the user's own; `by` is the member who made it. Anything without an author was made before there
 * were members, and belongs to the first owner.
 */
export function isMine(by: string | undefined, membership: Membership): boolean {
  const self = findSelf(membership);
  return !self || (by === undefined ? self.first : by === self.id);
}

/** The URL parameter of a screen that can show only the user's own (`isMine`). */
export const authorParameter = z.literal('mine').optional();

/** The author of what the user makes now; no member before the first invitation. */
export function describeAuthor(): { readonly by?: string } {
  const { self } = state.read();
  return self === null ? {} : { by: self };
}

/** Whether the user may change budget and members: an owner, and everyone before the first invitation. */
export const useIsOwner = (): boolean => (findSelf(useMembership())?.role ?? 'owner') === 'owner';

/** Whether the user may view but not buy. */
export const useIsViewer = (): boolean => findSelf(useMembership())?.role === 'viewer';

/** Why a viewer's priced controls do nothing. */
export const viewerAdvice = 'Viewers spend no credits. An owner of the workspace can make you a member.';
