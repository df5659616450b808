import { z } from 'zod';
import { uuid } from '../scalars.ts';
import { moment, storableText, workspaceEndpoint } from './workspace-endpoint.ts';

/** The most characters of a list's file. */
export const maxListCharacters = 5_000_000;

const lineKey = z.string().max(2000);
const column = z.int().min(0).max(1000).optional();
const head = {
  name: storableText.trim().min(1).max(120),
  /** The file that it was made from, and how that was encoded. */
  file_name: z.string().max(255),
  encoding: z.string().max(40),
  lines: z.int().min(0),
  /** How its text is read: its delimiter, whether the first line is a header, and the column of each identifier. */
  layout: z.strictObject({
    delimiter: z.string().min(1).max(1),
    header: z.boolean(),
    columns: z.strictObject({ domain: column, linkedin: column, crunchbase: column, name: column }),
  }),
};
/** The companies found for lines, by the identifiers of a line; none if the service knows none. */
const matches = z.record(lineKey, z.array(uuid).max(100));
/** The company that somebody chose among those of a line, or that alone has the name in it; null for none of them. */
const choices = z.record(lineKey, uuid.nullable());
/** Lines of a batch whose matches did not fit on a page: what is still to be loaded. */
const incompleteBatches = z.array(
  z.strictObject({
    keys: z.array(lineKey).max(500),
    loaded: z.int().min(0),
    rest: z.int().min(0),
    ids: z.array(uuid).max(1000),
  }),
);

const listHead = z.strictObject({
  id: uuid,
  ...head,
  by: uuid.nullable(),
  created_at: moment,
  changed_at: moment,
});
export type ListHead = z.infer<typeof listHead>;
const companyList = listHead.extend({ text: z.string(), matches, choices, incomplete: incompleteBatches });
export type CompanyList = z.infer<typeof companyList>;

const params = z.strictObject({ id: uuid });
const maxBodyBytes = 16 * 1024 * 1024;

/** GET /workspace/lists: the account's lists of companies by name, without their lines and matches. */
export const listLists = workspaceEndpoint('listLists', 'GET', '/lists', {
  summary: 'List the lists of companies',
  data: z.strictObject({ lists: z.array(listHead) }),
});

/** GET /workspace/lists/{id}: a list with its text and the companies that its lines match. */
export const readList = workspaceEndpoint('readList', 'GET', '/lists/{id}', {
  summary: 'Read a list of companies',
  params,
  data: z.strictObject({ list: companyList }),
});

/**
 * PUT /workspace/lists/{id}: changes the given members; creates the list, under an id of the sender's, if `name` and
 * `text` are among them. `matches` and `choices` are added to the stored ones, line by line, after those of
 * `dropped_matches` and `dropped_choices` are removed. An undeleted list comes back as it was.
 */
export const changeList = workspaceEndpoint('changeList', 'PUT', '/lists/{id}', {
  summary: 'Create or change a list of companies',
  params,
  body: z
    .strictObject({
      ...head,
      text: storableText.max(maxListCharacters),
      matches,
      dropped_matches: z.array(lineKey),
      choices,
      dropped_choices: z.array(lineKey),
      incomplete: incompleteBatches,
      deleted: z.literal(false),
    })
    .partial(),
  data: z.strictObject({ list: companyList }),
  maxBodyBytes,
});

/** DELETE /workspace/lists/{id}: deletes a list; `deleted: false` brings it back for 30 days. */
export const deleteList = workspaceEndpoint('deleteList', 'DELETE', '/lists/{id}', {
  summary: 'Delete a list of companies',
  params,
  data: z.strictObject({ deleted: z.boolean() }),
});
