import type { FastifyInstance } from 'fastify';
import { hasRows, type SavedRowSearch } from '#contract/workspace/saved-searches.ts';
import type { ServiceOptions } from '../../http/options.ts';
import type { KeyOwner } from '../../http/rate-limit.ts';
import { watchConnection } from '../../http/route.ts';
import { countReading, sendVersion } from '../../http/secret-address.ts';
import { createSharedWork } from '../../http/shared-work.ts';
import { findSavedSearches } from '../saved-searches.ts';
import { findLiveRows } from './live-rows.ts';
import { findSheet, type ReadSheet } from './saved-sheets.ts';
import { formatSheet } from './sheet-columns.ts';
import { findStoredRows } from './stored-rows.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The load of the records when a reading of a live sheet was admitted. */
    sheetGeneration: number | undefined;
  }
}

type SheetRequest = { Params: { token: string } };

/**
 * Serves live sheets at their secret addresses, which need no key. Where the account's searches are free, each reading
 * runs the search on our own records; elsewhere it has the stored rows, and nothing is ever bought. Readings at the same
 * time share one search, which is canceled when all have left.
 */
export function registerSheet(api: FastifyInstance, options: ServiceOptions, isHosted: boolean): void {
  const share = createSharedWork<string | undefined>();
  const { db, clock, queryPool, tracing, index } = options;

  const runSearch = (sheet: ReadSheet, saved: SavedRowSearch, generation: number | undefined, closed: AbortSignal) =>
    queryPool.run({ lane: 'search', account: sheet.accountId, closed, readsRecords: true }, async (reader) => {
      const caller = createReader(sheet.accountId);
      const context = { db: reader, now: clock(), caller, generation, snapshot: index.at(generation) };
      return findLiveRows(options, saved, context);
    });

  const readSheet = async (
    token: string,
    generation: number | undefined,
    signal: AbortSignal,
  ): Promise<string | undefined> => {
    const sheet = await findSheet(db, token);
    const [saved] = sheet ? await findSavedSearches(db, sheet.accountId, sheet.searchId) : [];
    if (!sheet || !saved || !hasRows(saved)) return undefined;
    const rows =
      isHosted || !sheet.isUnmetered
        ? await findStoredRows(db, sheet.accountId, saved)
        : await runSearch(sheet, saved, generation, signal);
    return formatSheet(saved.screen, rows);
  };

  api.decorateRequest('sheetGeneration', undefined);
  api.get<SheetRequest>('/sheet/:token', {
    onRequest: async (request, reply) => {
      request.sheetGeneration = await countReading(options, request, reply, 'sheet');
    },
    handler: async (request, reply) => {
      const token = request.params.token.replace(/\.csv$/, '');
      const text = await tracing.step(request, 'query', () =>
        share(token, watchConnection(reply), (signal) => readSheet(token, request.sheetGeneration, signal)),
      );
      if (text === undefined) return reply.code(404).type('text/plain').send('This live sheet does not exist.');
      return sendVersion(request, reply, 'text/csv', text);
    },
  });
}

/** Who reads: anybody, for the account of the sheet. */
const createReader = (accountId: string): KeyOwner => ({
  prefix: '',
  accountId,
  plan: 'PRO_PLUS',
  unmetered: false,
  disabled: false,
  memberId: null,
  role: 'viewer',
  removed: false,
  isLocal: false,
});
