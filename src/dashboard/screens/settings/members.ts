import type { QueryClient } from '@tanstack/react-query';
import {
  changeMember,
  inviteMember,
  type MemberColor,
  type MemberRole,
  renewInvitation,
  type WorkspaceMember,
} from '#contract/workspace/members.ts';
import { siteBase, siteOrigin } from '../../platform/http/connection.ts';
import { workspaceKey } from '../../platform/http/workspace.ts';
import { sendFree } from '../../spending/send-free.ts';

const queryKey = workspaceKey('members');

/** A link that was just made, with the name of whom it is for. */
export type InvitationLink = { readonly name: string; readonly until: string; readonly link: string };

type Made = { readonly member: WorkspaceMember | null; readonly token: string | null };

async function finish(client: QueryClient, { member, token }: Made): Promise<InvitationLink> {
  await client.invalidateQueries({ queryKey });
  const link = `${siteOrigin}${siteBase}/join#${token}`;
  return { name: member?.name ?? '', until: member?.invited_until ?? '', link };
}

/** Invites a colleague; with the first invitation also says what they call the user. */
export async function inviteColleague(
  client: QueryClient,
  invited: { readonly name: string; readonly role: MemberRole; readonly own_name?: string },
): Promise<InvitationLink> {
  const { data } = await sendFree(inviteMember, { body: invited });
  return finish(client, data as Made);
}

/** Makes another link for a member. */
export async function renewLink(client: QueryClient, id: string): Promise<InvitationLink> {
  const { data } = await sendFree(renewInvitation, { params: { id }, body: {} });
  return finish(client, data as Made);
}

/** Changes name, role or color of a member, removes or restores one. */
export async function saveMember(
  client: QueryClient,
  id: string,
  body: { readonly role?: MemberRole; readonly color?: MemberColor; readonly removed?: boolean },
): Promise<void> {
  await sendFree(changeMember, { params: { id }, body });
  await client.invalidateQueries({ queryKey });
}

/** What a color is called. */
export const nameColor = (color: MemberColor): string => color[0]?.toUpperCase() + color.slice(1);

/** What each role is called, and what it may do. */
export const roleNames: readonly (readonly [MemberRole, name: string])[] = [
  ['owner', 'Owner, manages members'],
  ['member', 'Member, can spend'],
  ['viewer', 'Viewer, spends nothing'],
];
