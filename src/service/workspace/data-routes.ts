import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { deleteWorkspace, exportPath, exportQuery, restoreWorkspace } from '#contract/workspace/data.ts';
import type { ServiceOptions } from '../http/options.ts';
import { authenticate } from '../http/authenticate.ts';
import { route } from '../http/route.ts';
import { parseQuery } from '../http/validation.ts';
import { emptyWorkspace } from './empty-workspace.ts';
import { exportWorkspaceCsv } from './export-csv.ts';
import { exportWorkspaceJson } from './export-json.ts';
import { zipFiles } from './export-zip.ts';
import { restoreParts } from './restore.ts';

/** Registers what is about everything that an account stores: export, restore, deletion. */
export function registerData(api: FastifyInstance, options: ServiceOptions): void {
  const { db } = options;
  route(api, options, restoreWorkspace, async ({ body, caller: { accountId }, now }) => {
    const restored = await restoreParts(db, accountId, body.parts, now);
    return { data: { restored }, rows: 1 };
  });
  route(api, options, deleteWorkspace, async ({ body, caller: { accountId }, now }) => {
    const deleted = await emptyWorkspace(db, accountId, body.what, now);
    return { data: { deleted }, rows: deleted };
  });
  api.get(
    exportPath,
    { onRequest: (request, reply) => authenticate(options, request, reply, 'workspace') },
    async (request, reply) => {
      const { format } = parseQuery(exportQuery, request.query as Record<string, unknown>);
      const accountId = request.keyOwner?.accountId ?? '';
      const now = options.clock();
      const name = `fundscope-${now.toISOString().slice(0, 10)}`;
      const [ending, type, parts] =
        format === 'json'
          ? (['json', 'application/json; charset=utf-8', exportWorkspaceJson(db, accountId, now)] as const)
          : (['zip', 'application/zip', zipFiles(exportWorkspaceCsv(db, accountId))] as const);
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${name}.${ending}"`)
        .send(Readable.from(parts, { objectMode: false }));
    },
  );
}
