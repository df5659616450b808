import { findDecimal, hasOpenDecimal, parseCurrencyAmount } from '../words/amounts.ts';
import { parseCurrency, powers, splitUnits } from '../words/currencies.ts';
import { type DateOrder, parseDate } from '../words/dates.ts';

/** What a header or the values say about the amounts of a column. */
export type Unit = { multiplier?: string; currency?: string };

/** Letters that count millions only next to a currency, or alone in brackets. */
const letters = /^(k|m|b|t|l|w)$/;
/** Currency codes that are also words: they count only in capitals. */
const usualCodes = /^(usd|eur|gbp|inr|chf|cad|aud|sgd|cny|jpy|sek|nok|dkk|brl|krw|hkd|zar|pln|ngn|kes)$/;

/** The unit in a header such as "Amount (INR crore)", "Raised, $M", "Montant (M€)" or "funds_raised_millions". */
export function guessUnit(column: string): Unit {
  const words = column
    .normalize('NFKC')
    .replace(/([a-z])([A-Z][a-z])/g, '$1 $2')
    .replace(/'?000s?\b/g, ' thousand ')
    .split(/[\s,/_:;[\]{}|-]+|(?=[()])|(?<=[()])/)
    .filter(Boolean);
  const units = words.map((word, place) => ({
    place,
    parts: readHeaderUnits(word),
    bracketed: words[place - 1] === '(' && words[place + 1] === ')',
  }));
  const isCurrency = (place: number) => units[place]?.parts.some((part) => !powers.has(part)) ?? false;
  const sizes = units.flatMap(({ place, parts, bracketed }) =>
    parts.filter(
      (part) =>
        powers.has(part) &&
        (!letters.test(part) ||
          parts.length > 1 ||
          bracketed ||
          ((isCurrency(place - 1) || isCurrency(place + 1)) && !/^series$/i.test(words[place - 1] ?? ''))),
    ),
  );
  const currencies = units.flatMap(({ parts }) => parts.filter((part) => !powers.has(part)));
  const currency = currencies.map(parseCurrency).find((found) => found !== undefined)?.[0];
  const multiplier = sizes[0] && wordOf(sizes[0]);
  return { ...(multiplier ? { multiplier } : {}), ...(currency ? { currency } : {}) };
}

/** A word that a mapping can have, for the unit. */
const wordOf = (size: string): string => {
  const names: Record<number, string> = {
    3: 'thousand',
    5: 'lakh',
    6: 'million',
    7: 'crore',
    9: 'billion',
    12: 'trillion',
  };
  return names[powers.get(size) ?? 0] ?? size;
};

function readHeaderUnits(word: string): string[] {
  const lower = word.normalize('NFKC').toLowerCase();
  const code = parseCurrency(word);
  if (code && /^[a-z]+$/i.test(word) && word !== word.toUpperCase() && !usualCodes.test(lower))
    return word.length > 3 ? [lower] : [];
  const parts = splitUnits(lower) ?? [];
  // "all" and "top" are codes of currencies: glued words count only with one that is usual.
  return parts.every(
    (part) => powers.has(part) || parts.length === 1 || !/^[a-z]{3}$/.test(part) || usualCodes.test(part),
  )
    ? parts
    : [];
}

/** A comma if more numbers show it as the decimal sign than a point; undefined if none shows either. */
export function guessDecimal(values: readonly string[]): '.' | ',' | undefined {
  const signs = values.map(findDecimal);
  const [commas, points] = [',', '.'].map((sign) => signs.filter((found) => found === sign).length);
  if (!commas && !points) return undefined;
  return (commas ?? 0) > (points ?? 0) ? ',' : '.';
}

/** Whether a comma is the decimal sign in some numbers of a column, and a point in others. */
export const hasMixedDecimals = (values: readonly string[]): boolean =>
  new Set(values.map(findDecimal).filter(Boolean)).size > 1;

/** Whether numbers such as "1,234" stand in a column whose others do not say what the sign means. */
export const hasOpenNumbers = (values: readonly string[]): boolean =>
  values.some((value) => hasOpenDecimal(value) && /^\D*\d{1,3}\.\d{3}\D*$/.test(value)) &&
  guessDecimal(values) === undefined;

/** The currencies of the values, by their most likely meaning. */
export function guessCurrencies(values: readonly string[], decimal: ',' | '.' | undefined): string[] {
  const found = values
    .map((value) => parseCurrencyAmount(value, { decimal })?.currencies[0])
    .filter((code) => code !== undefined);
  return [...new Set(found)];
}

/** Plain numbers below this are no amounts of money that a company raised. */
const smallAmount = 10_000;

/** Whether most numbers of a column are too small for amounts, as if they counted millions. */
export function looksLikeMillions(values: readonly string[]): boolean {
  const numbers = values.map((value) => parseCurrencyAmount(value)?.value ?? 0).filter((value) => value > 0);
  return numbers.length > 0 && numbers.filter((value) => value < smallAmount).length > numbers.length * 0.6;
}

/** Whether day or month is first, if any date or the header shows it; `open` if none does or they contradict each other. */
export function guessDateOrder(column: string, values: readonly string[]): { order?: DateOrder; open: boolean } {
  const parts = values
    .map((value) => /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}/.exec(value))
    .filter((found) => found !== null);
  const dayFirst = parts.some(([, first]) => Number(first) > 12);
  const monthFirst = parts.some(([, , second]) => Number(second) > 12);
  if (dayFirst !== monthFirst) return { order: dayFirst ? 'day-first' : 'month-first', open: false };
  // Only one language writes days with points, and it has the day first.
  if (!dayFirst && parts.length > 0 && parts.every(([text]) => text.includes('.')))
    return { order: 'day-first', open: false };
  if (parts.length === 0) return { open: false };
  const stated = /\bd{1,2}\W?m{1,2}\b/i.test(column)
    ? 'day-first'
    : /\bm{1,2}\W?d{1,2}\b/i.test(column)
      ? 'month-first'
      : undefined;
  return stated && !dayFirst ? { order: stated, open: false } : { open: true };
}

/** The unit of plain numbers in a column of dates. */
export function guessClock(values: readonly string[]): 'unix-seconds' | 'unix-milliseconds' | 'excel' | undefined {
  const numbers = values.filter((value) => /^\d+(\.\d+)?$/.test(value)).map(Number);
  if (numbers.length === 0) return undefined;
  const within = (low: number, high: number) => numbers.every((value) => value >= low && value <= high);
  if (within(3e11, 4e12)) return 'unix-milliseconds';
  if (within(3e8, 4e9)) return 'unix-seconds';
  return within(25_000, 60_000) ? 'excel' : undefined;
}

/** Whether some dates name only a month, a quarter or a year. */
export const hasPartialDates = (values: readonly string[]): boolean =>
  values.some((value) => (parseDate(value)?.precision ?? 'day') !== 'day');
