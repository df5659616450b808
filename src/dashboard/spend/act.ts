/**
 * A person's deliberate act on a priced control. It is worth the price that the control showed and not a tenth more,
 * so that nothing is bought that was not quoted; what effects and links do can never hold one.
 */
export class Act {
  #leftTenths: number;

  private constructor(quotedTenths: number) {
    this.#leftTenths = quotedTenths;
  }

  /** Issues an act worth so many tenths; only the priced button may (door.test.ts). */
  static issue(quotedTenths: number): Act {
    return new Act(quotedTenths);
  }

  /** Takes the highest price of one request out of the act; throws when the quote does not cover it. */
  draw(tenths: number): void {
    if (tenths > this.#leftTenths) throw new Error('This request could cost more than its control has quoted.');
    this.#leftTenths -= tenths;
  }
}
