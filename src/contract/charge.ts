import { parseTenths } from './credits.ts';
import { isObject } from './json.ts';

/**
 * A response of any service, also one that misbehaves: `status` is 0 where none arrived, `body` its JSON; undefined
 * where it is not JSON or was not read.
 */
export type ChargeReply = {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: unknown;
};

/** What a response says about its charge, in tenths of a credit. */
export type ReportedCharge = {
  /** `rejected`: not charged. `unconfirmed`: nobody knows, and the highest price counts. */
  readonly state: 'billed' | 'rejected' | 'unconfirmed';
  readonly billedTenths: number;
  /** The part of it that only the price list names: a price below one credit, where the service counts whole ones. */
  readonly listedTenths: number;
};

/** No request returns more than 500 rows at a credit each, so no higher charge is believed. */
const highestChargeTenths = 5000;

/**
 * Reads what a paid request was charged, for any response and without ever throwing. `quotedTenths` is the most that the
 * request can cost. A charge that is no sane number counts as this and is unconfirmed: one that is negative, no number,
 * finer than a tenth or above every price. So does a response that does not say, or has a status outside 100 to 599.
 * Errors are free unless they say otherwise. A repeated response has the charge of the first.
 */
export function readCharge({ status, headers, body }: ChargeReply, quotedTenths: number): ReportedCharge {
  const bill = (billedTenths: number, listedTenths = 0): ReportedCharge => ({
    state: 'billed',
    billedTenths,
    listedTenths,
  });
  const rejected: ReportedCharge = { state: 'rejected', billedTenths: 0, listedTenths: 0 };
  const unconfirmed: ReportedCharge = { state: 'unconfirmed', billedTenths: quotedTenths, listedTenths: 0 };
  if (!isHttpStatus(status)) return unconfirmed;
  // The header of a repeated response says 0.
  const stated = headers.get('Idempotency-Replayed') === 'true' ? null : headers.get('X-Credits-Used');
  if (stated !== null) {
    const tenths = parseCharge(stated, quotedTenths);
    if (tenths === undefined) return unconfirmed;
    return tenths === 0 && status >= 400 ? rejected : bill(tenths);
  }
  if (status >= 400) return isFreeError(status, body) ? rejected : unconfirmed;
  if (status < 200 || status > 299) return unconfirmed;
  const counted = readMeta(body)['credits_used'];
  const tenths = typeof counted === 'number' ? parseCharge(String(counted), quotedTenths) : undefined;
  if (tenths === undefined) return quotedTenths === 0 ? bill(0) : unconfirmed;
  const listed = tenths === 0 ? quotedTenths % 10 : 0;
  return bill(tenths + listed, listed);
}

/** The tenths of a text such as "2.5"; undefined if they are no sane charge of one request. */
export function parseCharge(text: string | null, quotedTenths = 0): number | undefined {
  const tenths = parseTenths(text);
  return tenths !== undefined && tenths <= Math.max(quotedTenths, highestChargeTenths) ? tenths : undefined;
}

/** Whether HTTP has the status, so that what a response says can be believed. */
export const isHttpStatus = (status: number): boolean => status >= 100 && status <= 599;

/** Of errors of 500 and more, those without a body may be the page of a balancer, whose service charged. */
function isFreeError(status: number, body: unknown): boolean {
  const error = isObject(body) && isObject(body['error']) ? body['error'] : undefined;
  const isUnknown = isObject(error?.['details']) && error['details']['outcome'] === 'unknown';
  return !isUnknown && (error !== undefined || status < 500);
}

/** A balance in credits, with at most one decimal; null where the key may not see it, undefined where it makes no sense. */
export function parseBalance(credits: unknown): number | null | undefined {
  if (credits === null) return null;
  return typeof credits === 'number' && parseTenths(String(credits)) !== undefined ? credits : undefined;
}

function readMeta(body: unknown): Readonly<Record<string, unknown>> {
  return isObject(body) && isObject(body['meta']) ? body['meta'] : {};
}
