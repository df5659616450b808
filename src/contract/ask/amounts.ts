const number = String.raw`\d{1,3}(?:[,\s_]\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3}){2,}|\d+(?:[.,]\d+)?`;
const unit = 'k|thousand|m|mn|mm|million|b|bn|billion';
const amountShape = new RegExp(String.raw`^(\$|usd|us\$)?\s*(${number})\s*(${unit})?\s*(usd|dollars)?$`, 'i');
const exponents: Record<string, number> = { k: 3, t: 3, m: 6, b: 9 };

/** What can be read in an amount field, for its message. */
const amountHint = 'Write an amount such as 500k, 2.5m, 1bn or 1,000,000';

type Amount = {
  readonly dollars: number;
  readonly unit: string;
  /** "1.5" alone: nobody means one dollar and fifty cents. */
  readonly isUnsure: boolean;
};

/** The parts of an amount in words; undefined when it is none. */
export function readTypedAmount(text: string): Amount | undefined {
  const [all, currency, figure = '', unitName = '', dollarWord] = amountShape.exec(text.trim()) ?? [];
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

/** The digits of "1,000,000", "1.000.000" and "2,5" as a number is written in code. */
function readFigure(figure: string): string {
  if (/^\d{1,3}(\.\d{3}){2,}$/.test(figure)) return figure.replaceAll('.', '');
  if (/^\d+,(\d{1,2}|\d{4,})$/.test(figure)) return figure.replace(',', '.');
  return figure.replaceAll(/[,\s_]/g, '');
}

/**
 * Dollars out of what people type: "2.5m", "2,5m", "$500k", "1bn", "1,000,000"; undefined when it is none of these, and
 * for a figure below 1,000 without unit or currency, of which `suggestAmount` says what it may mean.
 */
export function parseAmount(text: string): number | undefined {
  const amount = readTypedAmount(text);
  return amount === undefined || amount.isUnsure ? undefined : amount.dollars;
}

/** "1.5M" for "1.5"; undefined where a text leaves no doubt. */
export const suggestAmount = (text: string): string | undefined => {
  const amount = readTypedAmount(text);
  return amount?.isUnsure ? formatAmountInput(amount.dollars * 1e6) : undefined;
};

/** Why an amount field cannot be read, with what may be meant. */
export function explainAmount(text: string): string {
  const suggestion = suggestAmount(text);
  return suggestion === undefined ? amountHint : `Do you mean ${suggestion}?`;
}

/** An amount in short, without a currency: "2.5M", "940". */
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

/** An amount as a field shows it, in the shortest form that reads back as the same number. */
export const formatAmountInput = (dollars: number): string =>
  `${dollars > 0 && dollars < 1000 ? '$' : ''}${formatShortAmount(dollars)}`;
