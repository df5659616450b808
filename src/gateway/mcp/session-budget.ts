/** The credits that a session may spend, when nobody sets another number. */
export const defaultSessionCredits = 100;

/** Credits set aside for one call. `settle` books what was billed and gives the rest back; only its first call counts. */
type Reservation = { settle(billedTenths: number): void };

/**
 * What a session may spend, in tenths of a credit. A call reserves its highest price before it is sent, so that calls at
 * the same time cannot exceed the budget together.
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

  /** What no call has spent or reserved. */
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
