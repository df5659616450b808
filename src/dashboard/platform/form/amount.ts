const shape = /^\$?\s*(\d{1,3}(?:[,\s_]\d{3})+|\d+)(\.\d+)?\s*(k|thousand|m|mn|mm|million|b|bn|billion)?$/i;
const exponents: Record<string, number> = { k: 3, t: 3, m: 6, b: 9 };

/** What can be read in an amount field, for its message. */
export const amountHint = 'Write an amount such as 500k, 2.5m, 1bn or 1,000,000';

/** Dollars out of what people type: "2.5m", "$500k", "1bn", "1,000,000"; undefined when it is none of these. */
export function toAmount(text: string): number | undefined {
  const parts = shape.exec(text.trim());
  if (!parts) return undefined;
  const [, whole = '', fraction = '', unit = ''] = parts;
  const exponent = exponents[unit.charAt(0).toLowerCase()] ?? 0;
  // The decimal shift is left to the parser: 1.1 * 1e6 is not 1,100,000 in binary fractions.
  const dollars = Number(`${whole.replaceAll(/[,\s_]/g, '')}${fraction}e${exponent}`);
  if (dollars > Number.MAX_SAFE_INTEGER) return undefined;
  return Number.isInteger(dollars) ? dollars : Math.round(dollars * 100) / 100;
}

/** An amount as a field shows it, in the shortest form that reads back as the same number. */
export function formatAmountInput(dollars: number): string {
  for (const [unit, size] of [
    ['B', 1e9],
    ['M', 1e6],
    ['K', 1e3],
  ] as const) {
    const short = `${dollars / size}${unit}`;
    if (dollars >= size && short.length <= 7 && toAmount(short) === dollars) return short;
  }
  return dollars.toLocaleString('en-US', { maximumFractionDigits: 2 });
}
