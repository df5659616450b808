import { z } from 'zod';
import { uuid } from '../scalars.ts';
import { moment, workspaceEndpoint } from './workspace-endpoint.ts';

/** The path of live sheets; a token and `.csv` follow. */
export const sheetPath = '/workspace/sheet';

/**
 * A live sheet: a saved search as CSV at a secret address, which spreadsheets read. `path` is that address without the
 * origin; whoever has it reads the rows.
 */
const sheet = z.strictObject({
  id: uuid,
  search_id: uuid,
  /** The name of the saved search. */
  name: z.string(),
  path: z.string(),
  /**
   * Whether each reading runs the search. Otherwise it has the rows that are stored: in front of a hosted service, and
   * where the account pays for rows.
   */
  runs: z.boolean(),
  /** Who created it; null for keys of the account without a member. */
  by: uuid.nullable(),
  created_at: moment,
});
export type SavedSheet = z.infer<typeof sheet>;

const params = z.strictObject({ id: uuid });

/** GET /workspace/sheets: the live sheets of the caller; an owner's are those of all members. */
export const listSheets = workspaceEndpoint('listSheets', 'GET', '/sheets', {
  summary: 'List the live sheets',
  data: z.strictObject({ sheets: z.array(sheet) }),
});

/** POST /workspace/sheets: creates the caller's live sheet of a saved search; the one that is there stays. */
export const createSheet = workspaceEndpoint('createSheet', 'POST', '/sheets', {
  summary: 'Create a live sheet of a saved search',
  body: z.strictObject({ search_id: uuid }),
  data: z.strictObject({ sheet }),
});

/** POST /workspace/sheets/{id}/renew: gives a live sheet a new address; the old one stops working. */
export const renewSheet = workspaceEndpoint('renewSheet', 'POST', '/sheets/{id}/renew', {
  summary: 'Renew the address of a live sheet',
  params,
  data: z.strictObject({ sheet }),
});

/** DELETE /workspace/sheets/{id}: its address stops working. */
export const deleteSheet = workspaceEndpoint('deleteSheet', 'DELETE', '/sheets/{id}', {
  summary: 'Delete a live sheet',
  params,
  data: z.strictObject({ deleted: z.boolean() }),
});
