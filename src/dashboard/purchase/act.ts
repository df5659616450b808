import { ApiFailure } from '../platform/http/failure.ts';

/**
 * A person's deliberate act on a priced control. It is worth the price that the control showed and not a tenth more,
 * so that nothing is bought that was not quoted; what effects and links do can never hold one.
 */
export class Act {
  #leftTenths: number;
  readonly #end = new AbortController();

  private constructor(quotedTenths: number) {
    this.#leftTenths = quotedTenths;
  }

  /** Issues an act worth so many tenths; only the priced controls may (door.test.ts). */
  static issue(quotedTenths: number): Act {
    return new Act(quotedTenths);
  }

  /** Takes the highest price of one request out of the act; throws when the quote does not cover it. */
  draw(tenths: number): void {
    this.withdrawn.throwIfAborted();
    if (tenths > this.#leftTenths) throw new Error('This request could cost more than its control has quoted.');
    this.#leftTenths -= tenths;
  }

  /** Takes back what is left of the act: what has not left this device yet stays unsent, what has is waited for. */
  withdraw(): void {
    this.#end.abort(new ApiFailure('stopped', 'You stopped this.'));
  }

  /** Aborted when the person took the rest back; its reason says that nothing was sent. */
  get withdrawn(): AbortSignal {
    return this.#end.signal;
  }
}
