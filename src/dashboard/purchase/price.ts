import { calculatePrice } from '#contract/credits.ts';
import { formatGrouped } from '../platform/format.ts';
import { createState } from '../platform/state.ts';
import { readStored, writeStored } from '../platform/storage/storage.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ApiRequest, ApiResponse } from '../platform/http/send.ts';

/** An endpoint that bills, reached only through `sendPaid`. */
export type PaidEndpoint = Endpoint & { readonly cost: { readonly per: 'row' | 'call' } };

/** Rows that the service returns when the body names no page_size. */
const defaultPageSize = 10;
/** Most rows that one request can return, and so the most ids of one batch. */
export const largestPage = 500;

/** The most that a request can cost, in tenths of a credit: every row of its page, or its flat price. */
export function quoteRequest<E extends PaidEndpoint>(endpoint: E, request: ApiRequest<E>): number {
  const { body, query, rows } = request as { body?: Paged; query?: Paged; rows?: number };
  if (endpoint.meta === 'single') return calculatePrice(endpoint.cost, 1);
  return calculatePrice(endpoint.cost, rows ?? body?.page_size ?? query?.page_size ?? defaultPageSize);
}
type Paged = { readonly page_size?: number };

/**
 * What a response was billed, in tenths: `usedTenths` is the service's own count, by its header or else its integer.
 * `listedTenths` is the flat price below one credit, which an integer cannot show, by the price list.
 */
export function calculateBilled<E extends PaidEndpoint>(
  { cost }: E,
  { headers, meta }: ApiResponse<E>,
): { usedTenths: number; listedTenths: number } {
  const counted = (meta.credits_used ?? 0) * 10;
  const listed = cost.per === 'call' && counted === 0 ? cost.tenths % 10 : 0;
  // A replay was charged when the first response was lost, and that charge is not recorded yet.
  if (headers.replayed === true) return { usedTenths: counted + listed, listedTenths: 0 };
  return headers.usedTenths === undefined
    ? { usedTenths: counted, listedTenths: listed }
    : { usedTenths: headers.usedTenths, listedTenths: 0 };
}

/** Ids as batches that one request each can ask for. */
export function splitIntoBatches<Id extends string>(ids: readonly Id[], size = largestPage): Id[][] {
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

/**
 * The greatest number of rows, up to `most`, whose price is at most so many tenths; prices never fall with the rows.
 */
export function findAffordableRows(most: number, tenths: number, price: (rows: number) => number): number {
  let rows = Math.max(0, most);
  while (rows > 0 && price(rows) > tenths) rows -= 1;
  return rows;
}

/** Tenths as text: "25 credits", "1 credit", "0.1 credits"; a decimal only where it says something. */
export function formatCredits(tenths: number): string {
  return `${formatCreditFigure(tenths)} ${tenths === 10 ? 'credit' : 'credits'}`;
}

/** The figure alone, grouped: "1,412", "1,411.9". */
export function formatCreditFigure(tenths: number): string {
  return formatGrouped(tenths / 10, tenths % 10 === 0 ? 0 : 1);
}

const creditPrice = createState(parseCreditPrice(readStored('price') ?? ''));
/** What a credit costs in US dollars, as the user entered it; undefined where only credits are shown. */
export const useCreditPrice = creditPrice.use;

/** Stores the price of a credit; text that is no price above zero removes it. */
export function storeCreditPrice(text: string): void {
  const next = parseCreditPrice(text);
  creditPrice.write(next);
  writeStored('price', next === undefined ? undefined : String(next));
}

function parseCreditPrice(text: string): number | undefined {
  const usd = Number(text);
  return text.trim() !== '' && Number.isFinite(usd) && usd > 0 ? usd : undefined;
}

/** Tenths of a credit in US dollars: "about $1.25". */
export const formatCost = (tenths: number, usdPerCredit: number): string =>
  `about ${((tenths / 10) * usdPerCredit).toLocaleString('en-US', { style: 'currency', currency: 'USD' })}`;

/** A record of a response: the member of `data` that holds it, its id, and the names in the path of the request. */
export type ReceivedRecord = { readonly member: string; readonly id: string; readonly path: string };

let isUnlocked: (record: ReceivedRecord) => boolean = () => false;

/** Sets how to find out whether a record was unlocked before; the library does, which stores the records. */
export function setUnlockedTest(test: (record: ReceivedRecord) => boolean): void {
  isUnlocked = test;
}

/** Counts the records of a response and those unlocked before; call it before the response is stored. */
export function countRows(data: unknown, path: string): { readonly rows: number; readonly unlockedRows: number } {
  let [rows, unlockedRows] = [0, 0];
  for (const [member, value] of Object.entries(data ?? {})) {
    for (const record of (Array.isArray(value) ? value : [value]).filter(isRecord)) {
      rows += 1;
      if (isUnlocked({ member, id: record.id, path })) unlockedRows += 1;
    }
  }
  return { rows, unlockedRows };
}

const isRecord = (value: unknown): value is { readonly id: string } =>
  typeof value === 'object' && value !== null && 'id' in value;
