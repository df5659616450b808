import { formatUtcDay } from '../../purchase/ledger.ts';
import type { LoggedCall } from '../../purchase/logged-call.ts';
import { parseRawSearch, formatSearchParams } from '../../platform/url/url.ts';
import { searchScreens } from '#contract/filters.ts';
import type { SearchDefinition } from './searches.ts';
import { z } from 'zod';
import { storedResults } from '../../library/records/records.ts';

/** A search that was sent from a screen, with its total cost. */
export type PastSearch = {
  readonly id: string;
  readonly screen: SearchDefinition['screen'];
  /** The query string of its URL. */
  readonly search: string;
  /** The latest request that sent it. */
  readonly call: LoggedCall;
  /** When it was last sent, in milliseconds. */
  readonly at: number;
  readonly billedTenths: number;
  /** Its results stored on this device; undefined if there are none. */
  readonly held: StoredSearchResult | undefined;
};

/** The searches among the logged requests, newest first. */
export function buildHistory(calls: readonly LoggedCall[]): PastSearch[] {
  const held = readStoredSearchResults();
  const queries = new Map<string, PastSearch>();
  for (const call of calls) {
    const [path = ''] = call.place.split('?');
    const screen = searchScreens.find((name) => path === `/${name}` && call.path === path);
    if (!screen) continue;
    const id = formatQueryText(call.path, call.body);
    const before = queries.get(id);
    const search = formatSearchUrl(call.place);
    queries.set(id, {
      id,
      screen,
      search,
      call,
      at: call.at,
      billedTenths: (before?.billedTenths ?? 0) + (call.otherKey === true ? 0 : call.billedTenths),
      held: held.get(id),
    });
  }
  return [...queries.values()].toSorted((a, b) => b.at - a.at);
}

/** The URL of the search itself, without parameters that only arrange its results. */
function formatSearchUrl(place: string): string {
  const { open: _1, saved: _2, mark: _3, hide: _4, ...raw } = parseRawSearch(place.slice(`${place}?`.indexOf('?')));
  return formatSearchParams({ ...raw, asked: ['1'] });
}

/** The number of stored rows: "25 of 1,547". */
export function formatStoredRows(held: StoredSearchResult | undefined): string {
  if (!held) return 'none';
  const rows = held.ids.length.toLocaleString('en-US');
  return held.total === null ? rows : `${rows} of ${held.total.toLocaleString('en-US')}`;
}

/** A moment in UTC, to the minute: "2026-11-22 00:46". */
export const formatMinute = (at: number): string => `${formatUtcDay(at)} ${new Date(at).toISOString().slice(11, 16)}`;

const answer = z.object({
  ids: z.array(z.string()),
  total: z.number().nullable(),
  /** How many rows were loaded, from the first one. */
  bought: z.number(),
});
/** The stored results of a search, and when they arrived, in milliseconds. */
export type StoredSearchResult = z.infer<typeof answer> & { readonly at: number };

type Members = Readonly<Record<string, unknown>>;

/** A text that identifies a search, the same for all pages of its results. */
export function formatQueryText(path: string, body: Members | undefined): string {
  const { page: _page, page_size: _size, ...query } = body ?? {};
  return JSON.stringify([path, query]);
}

/** The stored results by search; of two page sizes the one with more rows. */
export function readStoredSearchResults(): ReadonlyMap<string, StoredSearchResult> {
  const held = new Map<string, StoredSearchResult>();
  for (const { at, row } of storedResults.rows()) {
    const stored = parseStoredId(row.id);
    const { data } = answer.safeParse(row.data);
    if (!stored || !data) continue;
    const query = formatQueryText(`/${stored.screen}`, stored.body);
    if ((held.get(query)?.bought ?? -1) < data.bought) held.set(query, { ...data, at });
  }
  return held;
}

/** The id of stored results contains the screen and the body of the first page (records/stored-query.ts). */
function parseStoredId(id: string): { readonly screen: string; readonly body: Members } | undefined {
  try {
    const [screen, text, ...rest] = JSON.parse(id) as unknown[];
    if (typeof screen !== 'string' || typeof text !== 'string' || rest.length > 0) return undefined;
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { screen, body: { ...body } } : undefined;
  } catch {
    return undefined;
  }
}
