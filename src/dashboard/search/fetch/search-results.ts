import { relevanceBands } from '#contract/relevance.ts';
import { readConnected } from '../../platform/http/connection.ts';
import { z } from 'zod';
import type { Figures, ResultPage } from '../resource/resource.ts';
import type { ApiResponse } from '../../platform/http/send.ts';
import type { RecordStore } from '../../library/records/records.ts';
import type { Identified } from '../../library/records/packed-rows.ts';
import { calculateBilled, type PaidEndpoint } from '../../purchase/price.ts';

/** The loaded part of a search: ids in order. The rows are in the record stores. */
export const searchResults = z.object({
  ids: z.array(z.string()),
  /** Number of all matches; null when the service did not report it. */
  total: z.number().nullable(),
  /** Requested rows from the start; the next page continues here. */
  bought: z.number(),
  /** Rows of later pages that were already loaded, because the results changed in between. */
  duplicates: z.number(),
  /** The total of the first page, when a later page reported another one. */
  movedFrom: z.number().nullable(),
  /** Whether the last page was short: the end, when there is no total. */
  ended: z.boolean(),
  surprises: z.number(),
  /** What all pages were billed, in tenths. */
  paidTenths: z.number(),
  ignored: z.array(z.object({ member: z.string(), value: z.string() })),
  moreIgnored: z.number(),
  /** Figures of this search for a record, such as matching deals, by id. */
  figures: z.record(z.string(), z.record(z.string(), z.union([z.number(), z.string()]).nullable())).optional(),
});
export type SearchResultPages = z.infer<typeof searchResults>;

/** Adds a page to the results, or starts them; repeated ids are dropped. */
export function buildSearchResults(
  page: ResultPage,
  pageSize: number,
  previous?: SearchResultPages,
): SearchResultPages {
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
    movedFrom: firstTotal === total ? null : firstTotal,
    ended: page.ids.length < pageSize,
    surprises: (previous?.surprises ?? 0) + page.surprises,
    paidTenths: (previous?.paidTenths ?? 0) + page.paidTenths,
    ignored: [...page.ignored],
    moreIgnored: page.moreIgnored,
    ...figures,
  };
}

/** Rows that are not loaded yet; undefined when the service reports no total. */
export function countRemaining({ bought, total, ended }: SearchResultPages): number | undefined {
  if (total === null) return ended ? 0 : undefined;
  return Math.max(0, total - bought);
}

/** Whether every match is loaded, so that another order needs no request. */
export const isComplete = ({ ids, total, movedFrom }: SearchResultPages): boolean =>
  movedFrom === null && total !== null && ids.length === total;

/** Stores the rows of a response as unlocked and returns the page. */
export function addResultPage<E extends PaidEndpoint, R extends Identified>(
  endpoint: E,
  response: ApiResponse<E>,
  rows: readonly R[] | null | undefined,
  unlocked: RecordStore<R>,
  figures?: Readonly<Record<string, Figures>>,
): ResultPage {
  const { meta, headers, surprises } = response;
  const ids = (rows ?? []).map(({ id }) => id);
  const { usedTenths, listedTenths } = calculateBilled(endpoint, response);
  unlocked.add(rows ?? []);
  return {
    ids,
    total: meta.total_count ?? null,
    ignored: headers.ignored,
    moreIgnored: headers.moreIgnored,
    surprises: surprises.length,
    paidTenths: usedTenths + listedTenths,
    isRead: rows !== null && rows !== undefined,
    ...(figures ? { figures } : {}),
  };
}

/** Whether results of a search by meaning have no strong match; unknown for a service with a scale of its own. */
export function hasNoStrongMatch({ ids, figures }: SearchResultPages): boolean {
  const first = figures?.[ids[0] ?? '']?.['similarity'];
  return typeof first === 'number' && first < relevanceBands.strong && readConnected()?.service === 'own';
}
