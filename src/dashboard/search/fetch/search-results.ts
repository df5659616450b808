import { z } from 'zod';
import type { Figures, FoundPage } from '../resource/resource.ts';
import type { ApiResponse } from '../../platform/http/send.ts';
import type { RecordStore } from '../../library/records/record-store.ts';
import type { Identified } from '../../library/row-pages/row-page.ts';
import { calculateBilled, type PaidEndpoint } from '../../purchase/price.ts';

/** What a search brought so far: the ids in order; the rows themselves are in `records`. */
export const searchResults = z.object({
  ids: z.array(z.string()),
  /** Matches in all; null when the service did not say. */
  total: z.number().nullable(),
  /** Rows of the result that were asked for, from its start: where the next page goes on. */
  bought: z.number(),
  /** Rows of later pages that were on the screen already, because the result moved meanwhile. */
  duplicates: z.number(),
  /** Rows that this device owned before the search brought and billed them again. */
  ownedBefore: z.number(),
  /** The total of the first page, when a later page came with another one. */
  movedFrom: z.number().nullable(),
  /** Whether the last page came back short: the end, where the service says no total. */
  ended: z.boolean(),
  surprises: z.number(),
  /** What all of it was billed, in tenths. */
  paidTenths: z.number(),
  ignored: z.array(z.object({ member: z.string(), value: z.string() })),
  moreIgnored: z.number(),
  /** What the answer says of a record beyond the record itself, by id. */
  figures: z.record(z.string(), z.record(z.string(), z.union([z.number(), z.string()]).nullable())).optional(),
});
export type SearchResultPages = z.infer<typeof searchResults>;

/** Adds a page to an answer, or begins one; rows that stand there already are dropped by id. */
export function buildSearchResults(page: FoundPage, pageSize: number, previous?: SearchResultPages): SearchResultPages {
  const before = new Set(previous?.ids);
  const added = [...new Set(page.ids)].filter((id) => !before.has(id));
  const { total } = page;
  const firstTotal = previous ? (previous.movedFrom ?? previous.total) : total;
  const figures = (page.figures ?? previous?.figures) ? { figures: { ...previous?.figures, ...page.figures } } : {};
  return {
    ids: [...(previous?.ids ?? []), ...added],
    total,
    bought: (previous?.bought ?? 0) + pageSize,
    duplicates: (previous?.duplicates ?? 0) + page.ids.length - added.length,
    ownedBefore: (previous?.ownedBefore ?? 0) + added.filter((id) => page.ownedBefore.has(id)).length,
    movedFrom: firstTotal === total ? null : firstTotal,
    ended: page.ids.length < pageSize,
    surprises: (previous?.surprises ?? 0) + page.surprises,
    paidTenths: (previous?.paidTenths ?? 0) + page.paidTenths,
    ignored: [...page.ignored],
    moreIgnored: page.moreIgnored,
    ...figures,
  };
}

/** Rows of the result that are not bought; 0 when all are, undefined where the service says no total. */
export function countRemaining({ bought, total, ended }: SearchResultPages): number | undefined {
  if (total === null) return ended ? 0 : undefined;
  return Math.max(0, total - bought);
}

/** Whether every match is on the screen, so that another order needs no further purchase. */
export const isComplete = ({ ids, total, movedFrom }: SearchResultPages): boolean =>
  movedFrom === null && total !== null && ids.length === total;

/** Keeps the rows of an answer and says what the screen needs to know of them. */
export function addResultPage<E extends PaidEndpoint, R extends Identified>(
  endpoint: E,
  answer: ApiResponse<E>,
  rows: readonly R[] | null | undefined,
  owned: RecordStore<R>,
  figures?: Readonly<Record<string, Figures>>,
): FoundPage {
  const { meta, headers, surprises } = answer;
  const ids = (rows ?? []).map(({ id }) => id);
  const { usedTenths, listedTenths } = calculateBilled(endpoint, answer);
  const ownedBefore = new Set(ids.filter((id) => owned.read(id) !== undefined));
  owned.keep(rows ?? []);
  return {
    ids,
    ownedBefore,
    total: meta.total_count ?? null,
    ignored: headers.ignored,
    moreIgnored: headers.moreIgnored,
    surprises: surprises.length,
    paidTenths: usedTenths + listedTenths,
    isRead: rows !== null && rows !== undefined,
    ...(figures ? { figures } : {}),
  };
}

/** One request of a batch: the 0-based page of so many rows. */
export type PageRequest = { readonly page: number; readonly size: number };

/** Most rows that one request can return. */
const largestPage = 500;

/**
 * The requests that bring exactly the `more` rows after the first `loaded` ones. A service pages from the start, so a
 * page continues a prefix only where its size divides it: of the sizes that do, the largest that is not too much.
 */
export function planPages(loaded: number, more: number): PageRequest[] {
  const requests: PageRequest[] = [];
  const end = loaded + more;
  for (let at = loaded; at < end;) {
    const size = findLargestDivisor(at, Math.min(end - at, largestPage));
    requests.push({ page: at / size, size });
    at += size;
  }
  return requests;
}

/** The largest divisor of a number that is not above a limit; every number divides 0. */
function findLargestDivisor(of: number, limit: number): number {
  let size = limit;
  while (of % size !== 0) size -= 1;
  return size;
}
