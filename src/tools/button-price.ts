import type { Locator } from '@playwright/test';

/** The highest price in credits that a priced button shows; 0 for a free one. */
export async function readButtonPrice(button: Locator): Promise<number> {
  const [, figure = '0'] = /([\d,.]+) credits?$/.exec((await button.textContent()) ?? '') ?? [];
  return Number(figure.replaceAll(',', ''));
}
