import { queryOptions } from '@tanstack/react-query';
import { createSheet, deleteSheet, listSheets, renewSheet, type SavedSheet } from '#contract/workspace/sheets.ts';
import { siteBase, siteOrigin } from '../../platform/http/connection.ts';
import { queryClient } from '../../platform/http/query-client.ts';
import { callWorkspace } from '../../platform/http/workspace.ts';

const queryKey = ['sheets'];

/** The live sheets that the user may manage, newest first. Free. */
export const liveSheets = queryOptions({
  queryKey,
  queryFn: async ({ signal }) => (await callWorkspace(listSheets, { query: undefined, signal })).sheets,
  refetchOnMount: 'always',
});

/** Creates the user's live sheet of a saved search. Free. */
export async function addSheet(searchId: string): Promise<void> {
  await callWorkspace(createSheet, { body: { search_id: searchId } });
  await queryClient.invalidateQueries({ queryKey });
}

/** Gives a live sheet a new address. Free. */
export async function renewSheetAddress(id: string): Promise<void> {
  await callWorkspace(renewSheet, { params: { id }, body: undefined });
  await queryClient.invalidateQueries({ queryKey });
}

/** Ends a live sheet. Free. */
export async function removeSheet(id: string): Promise<void> {
  await callWorkspace(deleteSheet, { params: { id } });
  await queryClient.invalidateQueries({ queryKey });
}

/** The programs that read a live sheet, and what is pasted into them. */
export const sheetPrograms: readonly (readonly [name: string, where: string, formula: (address: string) => string])[] =
  [
    ['Google Sheets', 'in a cell', (address) => `=IMPORTDATA("${address}")`],
    [
      'Excel',
      'in the formula bar of a blank query (Data, Get Data)',
      (address) => `=Table.PromoteHeaders(Csv.Document(Web.Contents("${address}"), [Delimiter=",", Encoding=65001]))`,
    ],
  ];

/** The whole address of a live sheet, as this page reaches it. */
export const getSheetAddress = ({ path }: Pick<SavedSheet, 'path'>, origin = siteOrigin): string =>
  `${origin}${siteBase}${path}`;

/** Whether only this machine reaches an address, so that no program on the internet can read it. */
export const isLocalAddress = (address: string): boolean => /^(localhost|127\.|\[::1\])/.test(new URL(address).host);
