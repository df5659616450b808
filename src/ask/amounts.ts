import { trimValue } from '#contract/scalars.ts';

const number = String.raw`\d{1,3}(?:[,\s_]\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3}){2,}|\d+(?:[.,]\d+)?`;
const unit = 'k|thousand|m|mn|mm|million|b|bn|billion';
const amountShape = new RegExp(String.raw`^(\$|usd|us\$)?\s*(${number})\s*(${unit})?\s*(usd|dollars)?$`, 'i');
const exponents: Record<string, number> = { k: 3, t: 3, m: 6, b: 9 };

/** What an amount field accepts, for its message. */
const amountHint = 'Write an amount such as 500k, 2.5m, 1bn or 1,000,000';

type Amount = {
  readonly dollars: number;
  readonly unit: string;
  /** "1.5" without a unit: nobody means one dollar and fifty cents. */
  readonly isUnsure: boolean;
};

/** The parts of an amount in words; undefined if it is not an amount. */
export function readTypedAmount(text: string): Amount | undefined {
  const [all, currency, figure = '', unitName = '', dollarWord] = amountShape.exec(trimValue(text)) ?? [];
  if (all === undefined) return undefined;
  const plain = readFigure(figure);
  const exponent = exponents[unitName.charAt(0).toLowerCase()] ?? 0;
  // The decimal shift is left to the parser: 1.1 * 1e6 is not 1,100,000 in binary fractions.
  const dollars = Number(`${plain}e${exponent}`);
  if (dollars > Number.MAX_SAFE_INTEGER) return undefined;
  return {
    dollars: Number.isInteger(dollars) ? dollars : Math.round(dollars * 100) / 100,
    unit: unitName,
    isUnsure: dollars > 0 && dollars < 1000 && unitName === '' && (currency ?? dollarWord) === undefined,
  };
}

/** The digits of "1,000,000", "1.000.000" and "2,5" in JavaScript's number format. */
function readFigure(figure: string): string {
  if (/^\d{1,3}(\.\d{3}){2,}$/.test(figure)) return figure.replaceAll('.', '');
  if (/^\d+,(\d{1,2}|\d{4,})$/.test(figure)) return figure.replace(',', '.');
  return figure.replaceAll(/[,\s_]/g, '');
}

/**
 * The dollars in a typed amount: "2.5m", "2,5m", "$500k", "1bn", "1,000,000". Undefined for any other text, and for a
 * figure below 1,000 without unit or currency; `suggestAmount` says what that may mean.
 */
export function parseAmount(text: string): number | undefined {
  const amount = readTypedAmount(text);
  return amount === undefined || amount.isUnsure ? undefined : amount.dollars;
}

/** "1.5M" for "1.5"; undefined if a text is unambiguous. */
export const suggestAmount = (text: string): string | undefined => {
  const amount = readTypedAmount(text);
  return amount?.isUnsure ? formatAmountInput(amount.dollars * 1e6) : undefined;
};

/** Why an amount is invalid, with a suggestion. */
export function explainAmount(text: string): string {
  const suggestion = suggestAmount(text);
  return suggestion === undefined ? amountHint : `Do you mean ${suggestion}?`;
}

/** A short amount without a currency: "2.5M", "940". */
export function formatShortAmount(dollars: number): string {
  for (const [name, size] of [
    ['B', 1e9],
    ['M', 1e6],
    ['K', 1e3],
  ] as const) {
    const short = `${dollars / size}${name}`;
    if (dollars >= size && short.length <= 7 && parseAmount(short) === dollars) return short;
  }
  return dollars.toLocaleString('en-US', { maximumFractionDigits: 2 });
}

/** An amount for an input field, in the shortest form that parses to the same number. */
export const formatAmountInput = (dollars: number): string =>
  `${dollars > 0 && dollars < 1000 ? '$' : ''}${formatShortAmount(dollars)}`;
