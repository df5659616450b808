import { z } from 'zod';
import { uuid } from '../scalars.ts';
import { moment, workspaceEndpoint } from './workspace-endpoint.ts';

/** An owner manages members and the budget; a member works and spends; a viewer cannot spend. */
export const memberRole = z.enum(['owner', 'member', 'viewer']);
export type MemberRole = z.infer<typeof memberRole>;

/** The colors of members on screen, in the order in which they are assigned. */
export const memberColor = z.enum(['blue', 'orange', 'green', 'violet', 'pink', 'teal', 'red', 'gray']);
export type MemberColor = z.infer<typeof memberColor>;

const name = z.string().trim().min(1).max(80);

/** A person who shares the workspace of an account. Removed members stay listed, because their entries are kept. */
const workspaceMember = z.strictObject({
  id: uuid,
  name: z.string(),
  color: memberColor,
  role: memberRole,
  /** Whether the account's own keys are theirs; they always stay an owner. */
  first: z.boolean(),
  joined_at: moment.nullable(),
  /** How long an unused invitation is valid. */
  invited_until: moment.nullable(),
  removed_at: moment.nullable(),
});
export type WorkspaceMember = z.infer<typeof workspaceMember>;

const params = z.strictObject({ id: uuid });
/** `token` is the fragment of the page /join; it is shown once and can be used once. */
const invitation = z.strictObject({ member: workspaceMember, token: z.string() });

/** GET /workspace/members: everyone, in the order in which they were invited; empty before the first invitation. */
export const readMembers = workspaceEndpoint('readMembers', 'GET', '/members', {
  summary: 'Read the members of the workspace',
  data: z.strictObject({
    members: z.array(workspaceMember),
    /** The member that sends the request; null before the first invitation. */
    self: uuid.nullable(),
  }),
});

/** POST /workspace/members: invites somebody; owners only. The first invitation makes its sender the first owner. */
export const inviteMember = workspaceEndpoint('inviteMember', 'POST', '/members', {
  summary: 'Invite a member',
  body: z.strictObject({
    name,
    role: memberRole.default('member'),
    /** The next one by default. */
    color: memberColor.optional(),
    /** The name that colleagues see for the sender of the first invitation; "Owner" by default. */
    own_name: name.optional(),
  }),
  data: invitation,
});

/** POST /workspace/members/{id}/invitation: a new link, such as for a second browser; the old one ends. Owners only. */
export const renewInvitation = workspaceEndpoint('renewInvitation', 'POST', '/members/{id}/invitation', {
  summary: 'Make a new invitation link for a member',
  params,
  body: z.strictObject({}),
  data: invitation,
});

/**
 * PUT /workspace/members/{id}: changes the given fields. Owners only, but everybody may change their name and color.
 */
export const changeMember = workspaceEndpoint('changeMember', 'PUT', '/members/{id}', {
  summary: 'Change or remove a member',
  params,
  body: z.strictObject({
    name: name.optional(),
    color: memberColor.optional(),
    role: memberRole.optional(),
    /** A removed member's keys are rejected until false is sent. */
    removed: z.boolean().optional(),
  }),
  data: z.strictObject({ member: workspaceMember }),
});

/** POST /workspace/join: accepts an invitation and returns the member's key of the account; needs no key. */
export const joinWorkspace = workspaceEndpoint('joinWorkspace', 'POST', '/join', {
  summary: 'Join a workspace by an invitation',
  body: z.strictObject({ token: z.string().min(1).max(200) }),
  data: z.strictObject({ member: workspaceMember, key: z.string() }),
});
