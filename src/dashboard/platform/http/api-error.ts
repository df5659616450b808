import type { Problem } from '#contract/error-body.ts';

/**
 * Why a request failed. `offline`: not sent. `unreachable` and `timeout`: sent, but no response arrived, so it may have
 * been charged. `unreadable`: the response is invalid. `budget` and `stopped`: the user declined before it was sent.
 * `elsewhere`: not sent, because another tab completed the same request. `lost`: not sent, because another page got no
 * response to the same request, which may have been charged. The others are the service's own errors.
 */
export type ApiErrorKind =
  | 'offline'
  | 'unreachable'
  | 'timeout'
  | 'unreadable'
  | 'budget'
  | 'stopped'
  | 'elsewhere'
  | 'lost'
  | 'key'
  | 'credits'
  | 'plan'
  | 'missing'
  | 'invalid'
  | 'rate'
  | 'unavailable'
  | 'slow'
  | 'server';

/** Details of a failure. `status` is 0 if no response arrived; other members are absent if unknown. */
export type ApiErrorFacts = {
  readonly status: number;
  readonly code?: string;
  readonly problems?: readonly Partial<Problem>[];
  readonly creditsNeeded?: number;
  readonly monthlyLeft?: number | null;
  readonly purchasedLeft?: number | null;
  readonly retryAfterSeconds?: number;
  readonly requestId?: string;
  /** The price in the response, in tenths. */
  readonly usedTenths?: number;
};

/** A failed request. The message is the service's own, or ours if it sent none. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** When it happened (`performance.now`); Retry-After counts from here. */
  readonly at = performance.now();
  /** Whether an earlier attempt at the same purchase got no response and may have been charged. */
  afterLostTry = false;

  constructor(
    readonly kind: ApiErrorKind,
    message: string,
    readonly facts: ApiErrorFacts = { status: 0 },
  ) {
    super(message);
  }

  /** Whether the service rejected the request (4xx), which it never charges. */
  get isRejection(): boolean {
    return this.facts.status >= 400 && this.facts.status < 500;
  }

  /** Whether a paid request may have been charged although no rows arrived. */
  get mayHaveCharged(): boolean {
    const { usedTenths } = this.facts;
    if (usedTenths !== undefined && usedTenths > 0) return true;
    return ['unreachable', 'timeout', 'unreadable', 'lost'].includes(this.kind);
  }
}

/** The kind of an error response by its HTTP status. */
export function toErrorKind(status: number): ApiErrorKind {
  // A redirect, such as to a login page, says nothing about a charge.
  if (status < 400) return 'unreadable';
  if (status === 401) return 'key';
  if (status === 402) return 'credits';
  if (status === 403) return 'plan';
  if (status === 404) return 'missing';
  if (status === 429) return 'rate';
  if (status === 503) return 'unavailable';
  if (status === 504 || status === 408) return 'slow';
  return status >= 500 ? 'server' : 'invalid';
}

/** What was thrown, as an Error. */
export const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
