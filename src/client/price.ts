import { calculatePrice, type Cost } from '#contract/credits.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/** Rows of a page if the request does not say (specification 3). */
const defaultPageSize = 10;

/** The highest price of a request, in tenths of a credit; undefined for a list without pages, billed by its rows. */
export function findHighestPrice({ cost, meta, params }: Endpoint, pageSize = defaultPageSize): number | undefined {
  if (cost.per !== 'row' || meta === 'single') return calculatePrice(cost, 1);
  return params === undefined ? calculatePrice(cost, pageSize) : undefined;
}

/**
 * The next page after `offset` rows that costs at most `leftTenths`; undefined if the budget covers no further row. A
 * page starts at a multiple of its size, so the last pages may be smaller than the budget.
 */
export function fitPage(
  cost: Cost,
  offset: number,
  pageSize: number,
  leftTenths: number,
): { readonly page: number; readonly page_size: number } | undefined {
  if (cost.per !== 'row' && cost.tenths > leftTenths) return undefined;
  let size = cost.per === 'row' ? Math.min(pageSize, Math.floor(leftTenths / cost.tenths)) : pageSize;
  // Not `size < 1`, because a budget of NaN covers no row either.
  if (!(size >= 1)) return undefined;
  while (offset % size !== 0) size -= 1;
  return { page: offset / size, page_size: size };
}
