import type { PaidEndpoint } from '#contract/quote.ts';
import type { Transaction } from '../db/pool.ts';
import type { FoundRecords } from '../http/handler.ts';
import type { KeyOwner } from '../http/rate-limit.ts';

/** A request to a paid endpoint. */
export type PaidCall = {
  readonly endpoint: PaidEndpoint;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The most rows of the response, where the caller knows it. */
  readonly rows?: number;
};

/** Who pays, and what the request was admitted with. */
export type Payer = {
  readonly owner: KeyOwner;
  /** The member who pressed; null before there are members. */
  readonly memberId: string | null;
  /** The load of the records when the request was admitted. */
  readonly generation: number | undefined;
  /** The Authorization header for a hosted service; undefined where the gateway's own key pays. */
  readonly authorization?: string | undefined;
};

/** A response to a paid request, as it came. */
export type PaidResponse = {
  readonly data: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly ignored: readonly { readonly member: string; readonly value: string }[];
  readonly moreIgnored: number;
  readonly rankedBy: string | null;
  readonly requestId: string | null;
  /** The charge in tenths; undefined where the response does not say it in a way that can be true. */
  readonly tenths: number | undefined;
  /** The balance in credits; null where the key may not see it, or the service does not report it. */
  readonly balance: { readonly monthly: number | null; readonly purchased: number | null } | null;
};

/** A paid request failed and was not charged. */
export class CallRejected extends Error {
  readonly status: number;
  readonly code: string;
  /** The error itself, which the caller gets. */
  readonly error: Error;
  readonly requestId: string | null;

  constructor(
    error: Error,
    { status, code, requestId = null }: { status: number; code: string; requestId?: string | null },
  ) {
    super(error.message, { cause: error });
    this.status = status;
    this.code = code;
    this.error = error;
    this.requestId = requestId;
  }
}

/** Sends paid requests to the service that this gateway is in front of. */
export type PaidBackend = {
  /** Whether a hosted service charges, and not our own ledger. */
  readonly isHosted: boolean;
  /**
   * Sends a request under an Idempotency-Key and calls `store` in a transaction, on our own service in that of the
   * charge. Throws a CallRejected where nothing was charged; after any other error it may have been.
   */
  readonly send: (
    call: PaidCall,
    payer: Payer,
    key: string,
    store: (tx: Transaction, response: PaidResponse) => Promise<void>,
  ) => Promise<void>;
  /** The ids of what a search would return, without a charge; absent in front of a hosted service. */
  readonly findIds?: (call: PaidCall, payer: Payer) => Promise<FoundRecords>;
};
