import { ApiError } from '../platform/http/api-error.ts';

/**
 * The permission to spend that pressing a priced control gives. It covers the price that the control showed and not a
 * tenth more. Effects and links cannot create one, so nothing is spent without a press.
 */
export class SpendAuthorization {
  #leftTenths: number;
  readonly #cancellation = new AbortController();

  private constructor(quotedTenths: number) {
    this.#leftTenths = quotedTenths;
  }

  /** Authorizes up to so many tenths of a credit. Only the priced controls may call it (paid-request.test.ts). */
  static issue(quotedTenths: number): SpendAuthorization {
    return new SpendAuthorization(quotedTenths);
  }

  /** Reserves the highest price of one request; throws when the quote does not cover it, or after `cancel`. */
  draw(tenths: number): void {
    this.cancelled.throwIfAborted();
    if (tenths > this.#leftTenths) throw new Error('This request could cost more than the price shown.');
    this.#leftTenths -= tenths;
  }

  /** Takes back what was drawn for a request that the service rejected, which it does not charge. */
  giveBack(tenths: number): void {
    this.#leftTenths += tenths;
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
