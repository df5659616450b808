import type { DataOf, Endpoint } from '#contract/endpoint.ts';
import { metaSchemas } from '#contract/envelope.ts';
import type { Balance } from './charge.ts';

/** What a handler gives back: the data, and the figures that its meta and price are made of. */
export type Answer<E extends Endpoint> = {
  readonly data: DataOf<E>;
  /** Records returned: what is billed. */
  readonly rows: number;
  /** Records that match in all; the rows where it is left out. */
  readonly total?: number;
  readonly page?: number;
  readonly pageSize?: number;
  /** Values that named nothing we know, as `member=value` (contract 4). */
  readonly ignored?: readonly string[];
  /** What ranked the rows; left out where no text was searched for. */
  readonly rankedBy?: string | undefined;
};

/** What was billed, the balances after it, and whether the key is told them. */
export type Settled = Balance & { readonly tenths: number; readonly visible: boolean };

/** The body of a successful answer (specification 4.0); `settled` is undefined where nothing is billed. */
export function toBody<E extends Endpoint>(endpoint: E, answer: Answer<E>, settled: Settled | undefined): object {
  return {
    success: true,
    data: answer.data,
    meta: toMeta(endpoint, answer, settled),
    ...(answer.rows === 0 && endpoint.meta !== 'single' ? { message: 'Nothing matches these filters.' } : {}),
  };
}

function toMeta<E extends Endpoint>(endpoint: E, answer: Answer<E>, settled: Settled | undefined): object {
  if (endpoint.meta === 'count') return { total_count: answer.total ?? answer.rows };
  return {
    ...(endpoint.meta === 'list' ? { total_count: answer.total ?? answer.rows } : {}),
    page: answer.page ?? 0,
    page_size: answer.pageSize ?? answer.rows,
    credits_used: Math.floor((settled?.tenths ?? 0) / 10),
    ...(settled?.visible
      ? {
          credit_source: settled.source,
          monthly_credits_remaining: Math.floor(settled.monthly / 10),
          purchased_credits_remaining: Math.floor(settled.purchased / 10),
        }
      : {}),
  };
}

/** Throws when a body is not what the contract says; for tests and development. */
export function checkBody(endpoint: Endpoint, body: object): void {
  const { data, meta } = body as { data: unknown; meta: unknown };
  endpoint.data.parse(data);
  metaSchemas[endpoint.meta].parse(meta);
}

/** X-Ignored-Filters, cut at 4,096 bytes with a last `more=<n>` (contract 4); undefined when nothing was ignored. */
export function toIgnoredHeader(ignored: readonly string[] = []): string | undefined {
  if (ignored.length === 0) return undefined;
  const most = 4096;
  let text = ignored.join(',');
  for (let kept = ignored.length - 1; text.length > most; kept--) {
    text = [...ignored.slice(0, kept), `more=${ignored.length - kept}`].join(',');
  }
  return text;
}
