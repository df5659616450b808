import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { changeBudget, readBudget } from '#contract/workspace-budget.ts';
import {
  deleteWorkspace,
  endLease,
  readWorkspaceChanges,
  readWorkspaceEntries,
  leasePurchase,
  writeWorkspaceChanges,
} from '#contract/workspace.ts';
import { HttpError } from '../http/http-error.ts';
import type { ServiceOptions } from '../http/options.ts';
import { requireSpender } from '../http/rate-limit.ts';
import { authenticate, route } from '../http/route.ts';
import { changeWorkspaceBudget, openBudget } from './budget.ts';
import { emptyWorkspace, openWorkspace, readWorkspacePage, writeWorkspaceEntries } from './entries.ts';
import { endPurchaseLease, takePurchaseLease } from './leases.ts';
import { registerMembers, requireOwner } from './member-routes.ts';
import { createWorkspaceWatch, type WorkspaceVersion, type WorkspaceWatch } from './watch.ts';

/** Registers the workspace of an account below /workspace: free, for every plan. */
export function registerWorkspace(api: FastifyInstance, options: ServiceOptions): void {
  const { db } = options;
  const watch = createWorkspaceWatch(db);
  const announceVersion = async (accountId: string) => {
    const { id: workspace, version: latest } = await openWorkspace(db, accountId);
    watch.notify(accountId, { workspace, latest });
  };
  route(api, options, readWorkspaceChanges, async ({ query, caller: { accountId } }) => {
    // Not from a replica, which may lack the version that an event has announced.
    const page = await readWorkspacePage(db, accountId, query);
    const { id } = page ? { id: page.workspace } : await openWorkspace(db, accountId);
    const { latest, emptied, more, changes } = page ?? { latest: 0, emptied: 0, more: false, changes: [] };
    return { data: { workspace: id, latest, emptied, more, changes: [...changes] }, rows: changes.length };
  });
  route(api, options, writeWorkspaceChanges, async ({ body, caller: { accountId } }) => {
    const { newer, ...versions } = await writeWorkspaceEntries(db, accountId, body.changes, body.workspace);
    watch.notify(accountId, versions);
    return { data: { ...versions, newer: [...newer] }, rows: newer.length };
  });
  route(api, options, readWorkspaceEntries, async ({ body: { entries: names }, caller: { accountId } }) => {
    const page = await readWorkspacePage(db, accountId, { names });
    const entries = [...(page?.changes ?? [])];
    return { data: { more: page?.more ?? false, entries }, rows: entries.length };
  });
  route(api, options, deleteWorkspace, { checkCaller: requireOwner }, async ({ caller: { accountId } }) => {
    const emptied = await emptyWorkspace(db, accountId);
    watch.notify(accountId, { workspace: emptied.workspace, latest: 0 });
    return { data: emptied, rows: emptied.deleted };
  });
  route(api, options, leasePurchase, { checkCaller: requireSpender }, async ({ body, caller: { accountId }, now }) => ({
    data: await takePurchaseLease(db, accountId, body, now),
    rows: 1,
  }));
  route(api, options, endLease, async ({ body, caller: { accountId }, now }) => {
    const data = await endPurchaseLease(db, accountId, body, now);
    await announceVersion(accountId);
    return { data, rows: 1 };
  });
  route(api, options, readBudget, async ({ caller: { accountId }, now }) => ({
    data: await openBudget(db, accountId, now),
    rows: 1,
  }));
  route(api, options, changeBudget, async ({ body, caller, now }) => {
    // Every browser sends an initial budget; if the account already has one, it changes nothing.
    if (body.initial !== true) requireOwner(caller);
    const data = await changeWorkspaceBudget(db, caller.accountId, body, now);
    await announceVersion(caller.accountId);
    return { data, rows: 1 };
  });
  registerMembers(api, options, watch);
  registerEvents(api, options, watch);
}

/** A comment keeps the connection open through proxies, and reveals closed ones. */
const heartbeatMs = 25_000;
const maxStreams = 200;

function registerEvents(api: FastifyInstance, options: ServiceOptions, watch: WorkspaceWatch): void {
  const open = new Set<PassThrough>();
  const beating = setInterval(() => open.forEach((stream) => stream.write(':\n\n')), heartbeatMs).unref();
  // Before the server waits for open requests to end.
  api.addHook('preClose', async () => {
    clearInterval(beating);
    watch.close();
    for (const stream of open) stream.end();
  });
  api.get(
    '/events',
    { onRequest: (request, reply) => authenticate(options, request, reply, 'workspace') },
    async (request, reply) => {
      const { accountId = '', prefix = '' } = request.keyOwner ?? {};
      if (watch.count(accountId) >= maxStreams) throw new HttpError('serviceBusy');
      const stream = new PassThrough();
      const send = (event: WorkspaceVersion) => stream.writable && stream.write(`data: ${JSON.stringify(event)}\n\n`);
      const leave = () => {
        stop();
        open.delete(stream);
        stream.end();
      };
      // Listens before it reads, so that no change in between is missed.
      const stop = watch.listen(accountId, { prefix, onVersion: send, onRejected: leave });
      open.add(stream);
      const close = () => {
        leave();
        stream.destroy();
      };
      reply.raw.once('close', close);
      // The client may have disconnected while its key was checked.
      if (reply.raw.destroyed) close();
      const { id: workspace, version: latest } = await openWorkspace(options.db, accountId);
      send({ workspace, latest });
      return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream);
    },
  );
}
