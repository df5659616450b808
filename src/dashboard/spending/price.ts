import { calculatePrice, type Cost } from '#contract/credits.ts';
import { formatGrouped } from '../platform/format.ts';
import { readIsMetered } from '../platform/http/connection.ts';
import { createState } from '../platform/state.ts';
import { readStored, writeStored } from '../platform/storage/storage.ts';

/** The highest price of so many rows, in tenths; 0 where the account is not metered. */
export const priceOf = (cost: Cost, rows: number): number => (readIsMetered() ? calculatePrice(cost, rows) : 0);

/**
 * The greatest number of rows, up to `most`, whose price is at most so many tenths; prices never fall with the rows.
 */
export function findAffordableRows(most: number, tenths: number, price: (rows: number) => number): number {
  let rows = Math.max(0, most);
  while (rows > 0 && price(rows) > tenths) rows -= 1;
  return rows;
}

/** Tenths as text: "25 credits", "1 credit", "0.1 credits"; a decimal only where it says something. */
export function formatCredits(tenths: number): string {
  return `${formatCreditFigure(tenths)} ${tenths === 10 ? 'credit' : 'credits'}`;
}

/** The figure alone, grouped: "1,412", "1,411.9". */
export function formatCreditFigure(tenths: number): string {
  return formatGrouped(tenths / 10, tenths % 10 === 0 ? 0 : 1);
}

const creditPrice = createState(parseCreditPrice(readStored('price') ?? ''));
/** What a credit costs in US dollars, as the user entered it; undefined where only credits are shown. */
export const useCreditPrice = creditPrice.use;

/** Stores the price of a credit; text that is no price above zero removes it. */
export function storeCreditPrice(text: string): void {
  const next = parseCreditPrice(text);
  creditPrice.write(next);
  writeStored('price', next === undefined ? undefined : String(next));
}

function parseCreditPrice(text: string): number | undefined {
  const usd = Number(text);
  return text.trim() !== '' && Number.isFinite(usd) && usd > 0 ? usd : undefined;
}

/** Tenths of a credit in US dollars: "about $1.25". */
export const formatCost = (tenths: number, usdPerCredit: number): string =>
  `about ${((tenths / 10) * usdPerCredit).toLocaleString('en-US', { style: 'currency', currency: 'USD' })}`;
