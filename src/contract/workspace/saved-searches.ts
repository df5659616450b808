import { z } from 'zod';
import { type SearchScreen, searchScreens } from '../filters.ts';
import { uuid } from '../scalars.ts';
import { anyObject, moment, storableText, workspaceEndpoint } from './workspace-endpoint.ts';

/** The screens whose question can be saved: the searches, and the market, which asks with the filters of deals. */
export const savedScreens = [...searchScreens, 'market'] as const;

const definition = {
  name: storableText.trim().min(1).max(120),
  screen: z.enum(savedScreens),
  /** The query string of its address, with its question mark. */
  search: z.string().max(60_000),
  /** Its request as in POST /workspace/searches, by which its stored results are found; of the market, as in POST /market. */
  body: anyObject,
  via: z.literal('companies').nullable(),
  /** The columns that are shown, and their order; null for the usual ones. */
  columns: anyObject.nullable(),
};

/** The result of the last check for new rows. */
const newRows = z.strictObject({
  /** The first UTC day that was counted. */
  since: z.iso.date(),
  /** Rows added since; null where the service gave no total. */
  total: z.int().nullable(),
});

/**
 * A saved search: who saved its name, filters or columns last, and when. `viewed_at` is when its results were last
 * loaded, null if they never were.
 */
const savedSearch = z.strictObject({
  id: uuid,
  ...definition,
  by: uuid.nullable(),
  saved_at: moment,
  viewed_at: moment.nullable(),
  new_rows: newRows.extend({ at: moment }).nullable(),
});
export type SavedSearch = z.infer<typeof savedSearch>;

/** A saved search of rows, and not a question of the market. */
export type SavedRowSearch = SavedSearch & { readonly screen: SearchScreen };

/** Whether a saved search has rows, which a question of the market has not. */
export const hasRows = (saved: SavedSearch): saved is SavedRowSearch => saved.screen !== 'market';

const params = z.strictObject({ id: uuid });

/** GET /workspace/saved-searches: the saved searches of the account, by name. */
export const listSavedSearches = workspaceEndpoint('listSavedSearches', 'GET', '/saved-searches', {
  summary: 'List the saved searches',
  data: z.strictObject({ saved_searches: z.array(savedSearch) }),
});

/**
 * PUT /workspace/saved-searches/{id}: changes the given members; creates the search, under an id of the sender's, if
 * all of `name`, `screen`, `search` and `body` are among them. `deleted: false` brings a deleted one back.
 */
export const changeSavedSearch = workspaceEndpoint('changeSavedSearch', 'PUT', '/saved-searches/{id}', {
  summary: 'Save or change a search',
  params,
  body: z.strictObject({ ...definition, new_rows: newRows, deleted: z.literal(false) }).partial(),
  data: z.strictObject({ saved_search: savedSearch }),
});

/** DELETE /workspace/saved-searches/{id}: deletes a saved search; `deleted: false` brings it back for 30 days. */
export const deleteSavedSearch = workspaceEndpoint('deleteSavedSearch', 'DELETE', '/saved-searches/{id}', {
  summary: 'Delete a saved search',
  params,
  data: z.strictObject({ deleted: z.boolean() }),
});
