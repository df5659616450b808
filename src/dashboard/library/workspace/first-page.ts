import type { DataOf, Endpoint } from '#contract/endpoint.ts';
import { parseTolerantly } from '#contract/record.ts';
import { readWorkspaceChanges } from '#contract/workspace.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { readWorkspaceUse } from '../../platform/http/connection.ts';
import { requestWorkspace } from '../../platform/http/gateway-request.ts';
import type { Database } from '../../platform/storage/database.ts';
import { applyEntries } from './entries.ts';

type Page = DataOf<typeof readWorkspaceChanges>;

/** The newest entries of the workspace, enough for a first screen: its rows with the names in them. */
const firstQuery = { before: String(Number.MAX_SAFE_INTEGER), limit: '200' };

export const readPage = async (query: Record<string, string>, signal: AbortSignal): Promise<Page> =>
  parseData(readWorkspaceChanges, await requestWorkspace(`/workspace/changes?${new URLSearchParams(query)}`, signal));

/** The `data` of a response; a later version may have kinds of entries that this one does not know. */
export function parseData<E extends Endpoint>({ data }: E, json: unknown): DataOf<E> {
  const read = parseTolerantly(data, (json as { data?: unknown } | undefined)?.data, () => undefined);
  if (!read || Object.values(read).includes(null)) {
    throw new ApiError('unreadable', 'The response could not be read.');
  }
  return read as DataOf<E>;
}

let requested: { readonly database: Database; readonly page: Promise<Page>; isEmpty?: boolean } | undefined;

/** Requests the first page for a browser that is new to the workspace, while its library opens. */
export function requestFirstPage(database: Database, signal: AbortSignal): void {
  if (readWorkspaceUse() !== 'shared') return;
  const page = readPage(firstQuery, signal);
  page.catch(() => undefined);
  requested = { database, page };
}

/** Whether a browser that is new to the workspace has entries to receive, as far as it knows. */
export const isMoreExpected = (database: Database): boolean => isFirstPageRequested(database) && !requested?.isEmpty;

export const isFirstPageRequested = (database: Database): boolean => requested?.database === database;

/** The longest time that a screen waits for the first page. */
const timeoutMs = 1000;

/** Shows the records of the first page if it arrives soon; the synchronization processes the page like any other. */
export async function showFirstPage(database: Database): Promise<void> {
  if (requested?.database !== database) return;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs));
  const page = await Promise.race([requested.page.catch(() => undefined), late]);
  if (!page) return;
  requested.isEmpty = page.changes.length === 0;
  await applyEntries(
    database,
    page.changes.filter(({ kind }) => kind !== 'calls'),
  );
}

/** The first page: the one that was requested for this database, which is used once, or a new one. */
export function readFirstPage(database: Database, signal: AbortSignal): Promise<Page> {
  const page = requested?.database === database ? requested.page : readPage(firstQuery, signal);
  requested = undefined;
  return page;
}
