import type { Problem } from '#contract/error-body.ts';

/**
 * Why an answer did not come. `offline`: nothing was sent. `unreachable` and `timeout`: sent, but no answer came, so
 * whether it was charged is not known. `unreadable`: answered, but not in a shape that can be read. `budget` and
 * `stopped`: the person said no before it was sent. The rest name what the service refused.
 */
export type ApiErrorKind =
  | 'offline'
  | 'unreachable'
  | 'timeout'
  | 'unreadable'
  | 'budget'
  | 'stopped'
  | 'key'
  | 'credits'
  | 'plan'
  | 'missing'
  | 'invalid'
  | 'rate'
  | 'unavailable'
  | 'slow'
  | 'server';

/** What a failure knows beside its kind; `status` is 0 when no answer came, every other member is absent when unknown. */
export type ApiErrorFacts = {
  readonly status: number;
  readonly code?: string;
  readonly problems?: readonly Partial<Problem>[];
  readonly creditsNeeded?: number;
  readonly monthlyLeft?: number | null;
  readonly purchasedLeft?: number | null;
  readonly retryAfterSeconds?: number;
  readonly requestId?: string;
};

/** A request that brought no rows; the message is the service's own sentence, or ours when none came. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** When it happened, in milliseconds: a Retry-After counts from here. */
  readonly at = Date.now();

  constructor(
    readonly kind: ApiErrorKind,
    message: string,
    readonly facts: ApiErrorFacts = { status: 0 },
  ) {
    super(message);
  }

  /** Whether the service itself refused what was sent, which it never charges; a breakdown may have other reasons. */
  get isRejection(): boolean {
    return this.facts.status >= 400 && this.facts.status < 500;
  }

  /** Whether the service may have charged for a paid request although no rows arrived. */
  get mayHaveCharged(): boolean {
    return this.kind === 'unreachable' || this.kind === 'timeout' || this.kind === 'unreadable';
  }
}

/** The kind of a refusal by its HTTP status. */
export function readErrorKind(status: number): ApiErrorKind {
  if (status === 401) return 'key';
  if (status === 402) return 'credits';
  if (status === 403) return 'plan';
  if (status === 404) return 'missing';
  if (status === 429) return 'rate';
  if (status === 503) return 'unavailable';
  if (status === 504 || status === 408) return 'slow';
  return status >= 500 ? 'server' : 'invalid';
}
