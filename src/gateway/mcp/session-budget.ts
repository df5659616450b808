/** The default budget of a session in credits. */
export const defaultSessionCredits = 100;

/** Credits reserved for one call. `settle` replaces them with the billed price; only its first call counts. */
type Reservation = { settle(billedTenths: number): void };

/**
 * The budget of a session, in tenths of a credit. A call reserves its highest price before it is sent, so that
 * concurrent calls cannot exceed the budget together.
 */
export class SessionBudget {
  readonly total: number;
  #spent = 0;
  #reserved = 0;

  constructor(totalTenths: number) {
    this.total = totalTenths;
  }

  get spent(): number {
    return this.#spent;
  }

  /** What is neither spent nor reserved. */
  get left(): number {
    return Math.max(0, this.total - this.#spent - this.#reserved);
  }

  /** Undefined when less than this is left. */
  reserve(tenths: number): Reservation | undefined {
    if (tenths > this.left) return undefined;
    this.#reserved += tenths;
    let isOpen = true;
    return {
      settle: (billedTenths) => {
        if (!isOpen) return;
        isOpen = false;
        this.#reserved -= tenths;
        this.#spent += billedTenths;
      },
    };
  }
}
