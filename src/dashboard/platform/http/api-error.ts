import type { Problem } from '#contract/error-body.ts';

/**
 * Why a request failed. `offline`: not sent. `unreachable` and `timeout`: sent, but no response arrived, so it may have
 * been charged. `unreadable`: the response is invalid. `stopped`: the user stopped it before it was sent. `budget`: the
 * budget does not cover it. `unconfirmed`: not sent, because an earlier request like it may have been charged. The
 * others are the service's own errors.
 */
export type ApiErrorKind =
  | 'offline'
  | 'unreachable'
  | 'timeout'
  | 'unreadable'
  | 'stopped'
  | 'budget'
  | 'unconfirmed'
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
    return ['unreachable', 'timeout', 'unreadable'].includes(this.kind);
  }
}

/** Errors of the gateway, which have the same status as others. */
const codeKinds: Readonly<Record<string, ApiErrorKind | undefined>> = {
  BUDGET_EXCEEDED: 'budget',
  CHARGE_UNCONFIRMED: 'unconfirmed',
};

/** The kind of an error response by its HTTP status and its code. */
export function toErrorKind(status: number, code = ''): ApiErrorKind {
  const kind = codeKinds[code];
  if (kind) return kind;
  // A redirect, such as to a login page, says nothing about a charge, nor does a status that HTTP does not have.
  if (status < 400 || status > 599) return 'unreadable';
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

/** Whether a request was not sent, because an earlier one like it may have been charged. */
export const isUnconfirmed = (failure: Error | null): boolean =>
  failure instanceof ApiError && failure.kind === 'unconfirmed';

/** Whether the service is still reading its data into memory. */
export const isStillReading = (error: Error | null): boolean =>
  error instanceof ApiError && error.kind === 'unavailable';
