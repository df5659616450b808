import { ApiError } from '../platform/http/api-error.ts';

/**
 * The permission to spend that pressing a priced control gives. It covers the price that the control showed and not a
 * tenth more. Effects and links cannot create one, so nothing is spent without a press.
 */
export class SpendAuthorization {
  #leftTenths: number;
  readonly #cancellation = new AbortController();

  private constructor(
    quotedTenths: number,
    /** Whether the user was warned that an earlier request like it may have been charged. */
    readonly repeat: boolean,
  ) {
    this.#leftTenths = quotedTenths;
  }

  /** Authorizes up to so many tenths of a credit. Only the priced controls may call it (paid-request.test.ts). */
  static issue(quotedTenths: number, repeat = false): SpendAuthorization {
    return new SpendAuthorization(quotedTenths, repeat);
  }

  /** Authorizes what costs nothing; the gateway rejects every request that could cost more. */
  static issueFree(): SpendAuthorization {
    return new SpendAuthorization(0, false);
  }

  /** What is left of it, in tenths; the gateway sends no request that could cost more. */
  get leftTenths(): number {
    return this.#leftTenths;
  }

  /** Takes what a request was billed. */
  take(tenths: number): void {
    this.#leftTenths = Math.max(0, this.#leftTenths - tenths);
  }

  /** Cancels what is left: requests not sent yet stay unsent, sent ones are awaited. */
  cancel(): void {
    this.#cancellation.abort(new ApiError('stopped', 'You stopped this.'));
  }

  /** Aborts on `cancel`; its reason says that nothing was sent. */
  get cancelled(): AbortSignal {
    return this.#cancellation.signal;
  }
}
