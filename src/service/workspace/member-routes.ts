import type { FastifyInstance } from 'fastify';
import {
  changeMember,
  inviteMember,
  joinWorkspace,
  readMembers,
  renewInvitation,
} from '#contract/workspace/members.ts';
import { requireAccess } from '../http/access.ts';
import { countRequest } from '../http/authenticate.ts';
import { HttpError } from '../http/http-error.ts';
import type { ServiceOptions } from '../http/options.ts';
import type { KeyOwner } from '../http/rate-limit.ts';
import { route } from '../http/route.ts';
import { buildResponseBody } from '../http/response-body.ts';
import { parseBody, parseId } from '../http/validation.ts';
import { acceptInvitation, addMember, invite, listMembers, updateMember } from './members.ts';

/** Registers the members of a workspace. */
export function registerMembers(api: FastifyInstance, options: ServiceOptions): void {
  const { db } = options;
  const findSelf = async ({ accountId, memberId }: KeyOwner) => {
    const members = await listMembers(db, accountId);
    return { members, self: memberId ?? members.find(({ first }) => first)?.id ?? null };
  };
  route(api, options, readMembers, async ({ caller }) => {
    const data = await findSelf(caller);
    return { data, rows: data.members.length };
  });
  route(api, options, inviteMember, async ({ body, caller, now }) => ({
    data: await addMember(db, caller.accountId, body, now),
    rows: 1,
  }));
  route(api, options, renewInvitation, async ({ params, caller, now }) => {
    const data = await invite(db, caller.accountId, parseId(params.id, 'memberNotFound'), now);
    if (!data) throw new HttpError('memberNotFound');
    return { data, rows: 1 };
  });
  route(api, options, changeMember, async ({ params, body, caller, now }) => {
    const id = parseId(params.id, 'memberNotFound');
    const needsOwner = body.role !== undefined || body.removed !== undefined || (await findSelf(caller)).self !== id;
    if (needsOwner) requireAccess(caller, 'changeOtherMember');
    const member = await updateMember(db, caller.accountId, id, body, now);
    if (member === 'kept') throw new HttpError('firstOwnerStays');
    if (!member) throw new HttpError('memberNotFound');
    return { data: { member }, rows: 1 };
  });
  registerJoin(api, options);
}

/** Somebody who joins has no key yet; the requests count in the window of their address. */
function registerJoin(api: FastifyInstance, options: ServiceOptions): void {
  api.route({
    method: joinWorkspace.method,
    url: joinWorkspace.path,
    config: { endpoint: joinWorkspace },
    onRequest: async (request, reply) => void (await countRequest(options, request, reply)),
    handler: async (request) => {
      const { token } = parseBody(joinWorkspace.body, request.body);
      const data = await acceptInvitation(options.db, token, options.clock(), options.hosted?.accountId);
      if (!data) throw new HttpError('invitationEnded');
      return buildResponseBody(joinWorkspace, { data, rows: 1 }, undefined);
    },
  });
}
