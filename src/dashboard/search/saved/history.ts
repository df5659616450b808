import { formatUtcDay } from '../../purchase/ledger.ts';
import type { LoggedCall } from '../../purchase/logged-call.ts';
import { parseRawSearch, formatSearchParams } from '../../platform/url/use-url.ts';
import { searchScreens, type Search } from './searches.ts';
import { z } from 'zod';
import { storedResults } from '../../library/records/records.ts';

/** A query that was asked from a screen, with all that it cost. */
export type PastSearch = {
  readonly id: string;
  readonly screen: Search['screen'];
  /** The search part of its address. */
  readonly search: string;
  /** The call that asked it last. */
  readonly call: LoggedCall;
  /** When it was last asked, in milliseconds. */
  readonly at: number;
  readonly billedTenths: number;
  /** What this device holds of its answer; undefined when it holds none. */
  readonly held: StoredAnswerAge | undefined;
};

/** Every query of the account book that a search screen asked, the newest first. */
export function buildHistory(calls: readonly LoggedCall[]): PastSearch[] {
  const held = readStoredAnswers();
  const queries = new Map<string, PastSearch>();
  for (const call of calls) {
    const [path = ''] = call.place.split('?');
    const screen = searchScreens.find((name) => path === `/${name}` && call.path === path);
    if (!screen) continue;
    const id = formatQueryText(call.path, call.body);
    const before = queries.get(id);
    const search = findAddress(call.place);
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

/** The address of the query itself, without what its screen made of the answer. */
function findAddress(place: string): string {
  const { open: _1, saved: _2, mark: _3, hide: _4, ...raw } = parseRawSearch(place.slice(`${place}?`.indexOf('?')));
  return formatSearchParams({ ...raw, asked: ['1'] });
}

/** The rows that are held, out of how many: "25 of 1,547". */
export function formatStoredUntil(held: StoredAnswerAge | undefined): string {
  if (!held) return 'none';
  const rows = held.ids.length.toLocaleString('en-US');
  return held.total === null ? rows : `${rows} of ${held.total.toLocaleString('en-US')}`;
}

/** A moment in UTC, to the minute: "2026-11-22 00:46". */
export const formatMinute = (at: number): string => `${formatUtcDay(at)} ${new Date(at).toISOString().slice(11, 16)}`;

const answer = z.object({
  ids: z.array(z.string()),
  total: z.number().nullable(),
  /** Rows of the result that were asked for, from its start. */
  bought: z.number(),
});
/** What this device holds of the answer to a search, and when it came, in milliseconds. */
export type StoredAnswerAge = z.infer<typeof answer> & { readonly at: number };

type Members = Readonly<Record<string, unknown>>;

/** One text for every query to an endpoint, whatever page of its answer is asked for. */
export function formatQueryText(path: string, body: Members | undefined): string {
  const { page: _page, page_size: _size, ...query } = body ?? {};
  return JSON.stringify([path, query]);
}

/** The answers that this device holds, by their query; of two page sizes the one with more rows. */
export function readStoredAnswers(): ReadonlyMap<string, StoredAnswerAge> {
  const held = new Map<string, StoredAnswerAge>();
  for (const { at, row } of storedResults.rows()) {
    const asked = forQuery(row.id);
    const { data } = answer.safeParse(row.data);
    if (!asked || !data) continue;
    const query = formatQueryText(`/${asked.screen}`, asked.body);
    if ((held.get(query)?.bought ?? -1) < data.bought) held.set(query, { ...data, at });
  }
  return held;
}

/** A kept answer is named by its screen and the body of its first page (records/stored-query.ts). */
function forQuery(id: string): { readonly screen: string; readonly body: Members } | undefined {
  try {
    const [screen, text, ...rest] = JSON.parse(id) as unknown[];
    if (typeof screen !== 'string' || typeof text !== 'string' || rest.length > 0) return undefined;
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { screen, body: { ...body } } : undefined;
  } catch {
    return undefined;
  }
}
