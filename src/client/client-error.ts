import type { Problem } from '#contract/error-body.ts';

/** What is known about a failed request; a member is absent when unknown. */
export type FailureFacts = {
  /** The HTTP status; absent when no response arrived or nothing was sent. */
  readonly status?: number;
  /** The service's error code, or `BUDGET` when the request was not sent because of `maxCredits`. */
  readonly code?: string;
  /** The invalid values of a 422. */
  readonly problems?: readonly Partial<Problem>[];
  readonly retryAfterSeconds?: number;
  readonly requestId?: string;
  /** Whether the request may have been charged although its rows did not arrive. */
  readonly mayHaveCharged?: boolean;
};

/** A request that failed after its retries, or was not sent. The message is the service's own if it sent one. */
export class ClientError extends Error {
  override readonly name = 'ClientError';

  constructor(
    message: string,
    readonly facts: FailureFacts = {},
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}
