import { keepStored, readStored } from '../platform/storage/storage.ts';
import { createState } from '../platform/state.ts';

/** What a credit costs in US dollars, as the person wrote it; undefined where credits are shown alone. */
const price = createState(toPrice(readStored('price') ?? ''));
export const usePrice = price.use;

/** Keeps the price of a credit; a text that is no price above zero takes it away. */
export function keepPrice(text: string): void {
  const next = toPrice(text);
  price.write(next);
  keepStored('price', next === undefined ? undefined : String(next));
}

function toPrice(text: string): number | undefined {
  const usd = Number(text);
  return text.trim() !== '' && Number.isFinite(usd) && usd > 0 ? usd : undefined;
}

/** Tenths of a credit as money: "about $1.25". */
export const toMoneyOf = (tenths: number, usdPerCredit: number): string =>
  `about ${((tenths / 10) * usdPerCredit).toLocaleString('en-US', { style: 'currency', currency: 'USD' })}`;
