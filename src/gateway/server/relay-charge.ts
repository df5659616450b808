import type { IncomingHttpHeaders } from 'node:http';
import { type ReportedCharge, readCharge } from '#contract/charge.ts';
import { calculatePrice } from '#contract/credits.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/** The head of a response; its body is streamed unread. */
type ResponseHead = { readonly statusCode: number; readonly headers: IncomingHttpHeaders };

/** The most rows that a request can return. */
const maxRows = 500;

/** What a response of the hosted service says about its charge. */
export function readRelayedCharge(endpoint: Endpoint, { statusCode, headers }: ResponseHead): ReportedCharge {
  const get = (name: string) => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? null : String(value);
  };
  // An error that is JSON is the service's own; any other may be the page of a balancer.
  const isError = statusCode >= 400 && /\bjson\b/i.test(get('Content-Type') ?? '');
  const body = isError ? { error: {} } : undefined;
  return readCharge({ status: statusCode, headers: { get }, body }, calculatePrice(endpoint.cost, maxRows));
}

/** The highest price of a relayed request, whose charge is unconfirmed. */
export const highestRelayedCharge = ({ cost }: Endpoint): ReportedCharge => ({
  state: 'unconfirmed',
  billedTenths: calculatePrice(cost, maxRows),
  listedTenths: 0,
});
