import type { FastifyInstance } from 'fastify';
import { createSheet, deleteSheet, listSheets, renewSheet } from '#contract/workspace/sheets.ts';
import { isAllowed } from '../../http/access.ts';
import { HttpError } from '../../http/http-error.ts';
import type { ServiceOptions } from '../../http/options.ts';
import type { KeyOwner } from '../../http/rate-limit.ts';
import { route } from '../../http/route.ts';
import { parseId } from '../../http/validation.ts';
import { insertSheet, listSavedSheets, deleteSavedSheet, renewSheetToken } from './saved-sheets.ts';

/** Registers the live sheets of an account's members. */
export function registerSheets(api: FastifyInstance, options: ServiceOptions, isHosted: boolean): void {
  const { db } = options;
  const listOwn = async (caller: KeyOwner) => {
    const all = await listSavedSheets(db, { accountId: caller.accountId, isHosted });
    return isAllowed(caller, 'manageOtherSheets') ? all : all.filter(({ by }) => by === caller.memberId);
  };
  const findOne = async (caller: KeyOwner, given: string) => {
    const id = parseId(given, 'sheetNotFound');
    const sheet = (await listOwn(caller)).find((one) => one.id === id);
    if (!sheet) throw new HttpError('sheetNotFound');
    return sheet;
  };

  route(api, options, listSheets, async ({ caller }) => {
    const sheets = await listOwn(caller);
    return { data: { sheets }, rows: sheets.length };
  });
  route(api, options, createSheet, async ({ body, caller: { accountId, memberId }, now }) => {
    const sheet = await insertSheet(db, { accountId, isHosted, memberId, searchId: body.search_id, now });
    if (!sheet) throw new HttpError('savedSearchNotFound');
    return { data: { sheet }, rows: 1 };
  });
  route(api, options, renewSheet, async ({ params, caller }) => {
    const { id } = await findOne(caller, params.id);
    await renewSheetToken(db, caller.accountId, id);
    return { data: { sheet: await findOne(caller, id) }, rows: 1 };
  });
  route(api, options, deleteSheet, async ({ params, caller }) => {
    const { id } = await findOne(caller, params.id);
    return { data: { deleted: await deleteSavedSheet(db, caller.accountId, id) }, rows: 1 };
  });
}
