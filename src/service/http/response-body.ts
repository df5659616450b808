import type { DataOf, Endpoint } from '#contract/endpoint.ts';
import { metaSchemas } from '#contract/envelope.ts';
import type { ResolvedPage } from '../db/page.ts';
import type { ChargeResult } from './charge.ts';

/** What a handler returns: the data, and the values from which its meta and price are computed. */
export type HandlerResult<E extends Endpoint> = {
  readonly data: DataOf<E>;
  /** Returned records, which are billed. */
  readonly rows: number;
  /** All matching records; `rows` by default. */
  readonly total?: number;
  readonly page?: number;
  readonly pageSize?: number;
  /** Unknown filter values, as `member=value` (contract 4). */
  readonly ignored?: readonly string[];
  /** What ranked the rows; omitted without a search query. */
  readonly rankedBy?: string | undefined;
};

/** The result of a search for a page of records; `data` has them under the endpoint's name. */
export const describePage = <D>(
  { page, page_size: pageSize }: { readonly page: number; readonly page_size: number },
  { records, total, ignored, rankedBy }: ResolvedPage<unknown>,
  data: D,
) => ({ data, rows: records.length, total, page, pageSize, ignored, rankedBy });

/** The charge for a response, and whether the key may see the balances. */
type Settlement = ChargeResult & { readonly showsBalance: boolean };

/** The body of a successful response (specification 4.0); free endpoints have no settlement. */
export function buildResponseBody<E extends Endpoint>(
  endpoint: E,
  result: HandlerResult<E>,
  settlement: Settlement | undefined,
): object {
  const isEmptyList = result.rows === 0 && endpoint.meta !== 'single';
  return {
    success: true,
    data: result.data,
    meta: buildMeta(endpoint, result, settlement),
    ...(isEmptyList ? { message: 'No results match these filters.' } : {}),
  };
}

function buildMeta<E extends Endpoint>(
  endpoint: E,
  result: HandlerResult<E>,
  settlement: Settlement | undefined,
): object {
  const total = { total_count: result.total ?? result.rows };
  if (endpoint.meta === 'count') return total;
  return {
    ...(endpoint.meta === 'list' ? total : {}),
    page: result.page ?? 0,
    page_size: result.pageSize ?? result.rows,
    credits_used: Math.floor((settlement?.tenths ?? 0) / 10),
    ...(settlement?.showsBalance
      ? {
          credit_source: settlement.source,
          monthly_credits_remaining: Math.floor(settlement.monthly / 10),
          purchased_credits_remaining: Math.floor(settlement.purchased / 10),
        }
      : {}),
  };
}

/** Throws when a body does not match the contract; for tests and development. */
export function checkResponseBody(endpoint: Endpoint, body: object): void {
  const { data, meta } = body as { data: unknown; meta: unknown };
  endpoint.data.parse(data);
  metaSchemas[endpoint.meta].parse(meta);
}

const maxHeaderBytes = 4096;

/** The value of X-Ignored-Filters, cut at 4,096 bytes with a last `more=<n>` (contract 4); undefined for none. */
export function formatIgnoredFilters(ignored: readonly string[] = []): string | undefined {
  if (ignored.length === 0) return undefined;
  let text = ignored.join(',');
  for (let shown = ignored.length - 1; text.length > maxHeaderBytes; shown--) {
    text = [...ignored.slice(0, shown), `more=${ignored.length - shown}`].join(',');
  }
  return text;
}
