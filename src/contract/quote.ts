import { calculatePrice, type Cost } from './credits.ts';
import type { Endpoint } from './endpoint.ts';

/** An endpoint that bills. */
export type PaidEndpoint = Endpoint & { readonly cost: Extract<Cost, { readonly per: 'row' | 'call' }> };

/** Rows that the service returns when a request names no page_size. */
const defaultPageSize = 10;
/** The most rows that one request can return, and so the most ids of one request. */
export const largestPage = 500;

type Paged = { readonly page_size?: unknown };

/**
 * The most that a request can cost, in tenths of a credit: every row of its page, or its flat price. `rows` is the
 * number of rows where the caller knows it, such as of the investors in a round.
 */
export function quoteRequest(
  { meta, cost }: Pick<Endpoint, 'meta' | 'cost'>,
  { body, query, rows }: { readonly body?: unknown; readonly query?: unknown; readonly rows?: number | undefined },
): number {
  if (meta === 'single') return calculatePrice(cost, 1);
  const sizes = [rows, (body as Paged | undefined)?.page_size, (query as Paged | undefined)?.page_size];
  const size = sizes.map(Number).find((one) => Number.isSafeInteger(one) && one >= 0);
  return calculatePrice(cost, size ?? defaultPageSize);
}

/** Ids as batches that one request each can ask for. */
export function splitIntoBatches<Id>(ids: readonly Id[], size = largestPage): Id[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, batch) =>
    ids.slice(batch * size, (batch + 1) * size),
  );
}

/** One request of a batch: the page, from 0, and its number of rows. */
export type PageRequest = { readonly page: number; readonly size: number };

/**
 * The requests for exactly `more` rows after the first `loaded` ones. Pages count from the start, so a page continues
 * the loaded rows only if its size divides their number; the largest such size is used.
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
