import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { readMembers, type WorkspaceMember } from '#contract/workspace/members.ts';
import { queryClient } from './query-client.ts';
import { callWorkspace, useWorkspaceQuery, workspaceKey } from './workspace.ts';

/** Who shares the workspace, and which of them uses this browser; nobody and null before the first invitation. */
export type Membership = { readonly members: readonly WorkspaceMember[]; readonly self: string | null };

export const noMembership: Membership = { members: [], self: null };

/** The members of the workspace. Free. */
export const workspaceMembers = queryOptions({
  queryKey: workspaceKey('members'),
  queryFn: ({ signal }): Promise<Membership> => callWorkspace(readMembers, { query: undefined, signal }),
});

/** Who shares the workspace, as far as it is known. */
export const readMembership = (): Membership => queryClient.getQueryData(workspaceMembers.queryKey) ?? noMembership;

/** The same as React state. */
export function useMembership(): Membership {
  return useWorkspaceQuery(workspaceMembers).data ?? noMembership;
}

/** The member that uses this browser; undefined before the first invitation. */
export const findSelf = ({ members, self }: Membership): WorkspaceMember | undefined =>
  members.find(({ id }) => id === self);

/**
 * Whether something is the user's own; `by` is the member who made it. Anything without an author was made before there
 * were members, and belongs to the first owner.
 */
export function isMine(by: string | null | undefined, membership: Membership): boolean {
  const self = findSelf(membership);
  return !self || (by === undefined || by === null ? self.first : by === self.id);
}

/** The member who made something. What has no author is from before there were members, and is the first owner's. */
export const findAuthor = (
  members: readonly WorkspaceMember[],
  by: string | null | undefined,
): WorkspaceMember | undefined =>
  members.length > 1 ? members.find((one) => (by === undefined || by === null ? one.first : one.id === by)) : undefined;

/** The URL parameter of a screen that can show only the user's own (`isMine`). */
export const authorParameter = z.literal('mine').optional();

/** Whether the user may change budget and members: an owner, and everyone before the first invitation. */
export const useIsOwner = (): boolean => (findSelf(useMembership())?.role ?? 'owner') === 'owner';

/** Whether the user may view but not buy. */
export const useIsViewer = (): boolean => findSelf(useMembership())?.role === 'viewer';

/** Why a viewer's priced controls do nothing. */
export const viewerAdvice = 'Viewers spend no credits. An owner of the workspace can make you a member.';
