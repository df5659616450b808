import { readAmount, readCurrency } from '../words/amounts.ts';
import { readDate, type DateOrder } from '../words/dates.ts';
import { readLiteralList } from '../words/lists.ts';
import { isPersonName } from '../words/person-names.ts';

/** Whether days or months come first, as far as any date shows it; both when they contradict each other. */
export function guessDateOrder(values: readonly string[]): { order?: DateOrder; open: boolean } {
  const parts = values
    .map((value) => /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}/.exec(value))
    .filter((found) => found !== null);
  const dayFirst = parts.some(([, first]) => Number(first) > 12);
  const monthFirst = parts.some(([, , second]) => Number(second) > 12);
  if (dayFirst !== monthFirst) return { order: dayFirst ? 'day-first' : 'month-first', open: false };
  return { open: parts.length > 0 };
}

export function guessClock(values: readonly string[]): 'unix-seconds' | 'unix-milliseconds' | 'excel' | undefined {
  const numbers = values.filter((value) => /^\d+(\.\d+)?$/.test(value)).map(Number);
  if (numbers.length === 0 || numbers.length < values.length) return undefined;
  const within = (low: number, high: number) => numbers.every((value) => value >= low && value <= high);
  if (within(3e11, 4e12)) return 'unix-milliseconds';
  if (within(3e8, 4e9)) return 'unix-seconds';
  return within(25_000, 60_000) ? 'excel' : undefined;
}

export const hasPartialDates = (values: readonly string[]) =>
  values.some((value) => ['month', 'quarter', 'year'].includes(readDate(value)?.precision ?? 'day'));

const candidates = [' + ', ';', '|', '\n', ', ', ',', ' / ', '/'];

/** The separator of most cells; none where the lists are in brackets. */
export function guessSeparator(values: readonly string[]): string | undefined {
  if (values.some((value) => readLiteralList(value))) return undefined;
  const counts = candidates.map((separator) => ({
    separator,
    cells: values.filter((value) => value.includes(separator)).length,
  }));
  const best = counts.toSorted((a, b) => b.cells - a.cells)[0];
  return best && best.cells > 0 ? best.separator : undefined;
}

export const hasPeople = (names: readonly string[]) => names.some(isPersonName);

/** What the header says of an amount: "Amount (INR crore)", "Raised, $M". */
export function guessUnit(column: string): { multiplier?: string; currency?: string } {
  const words = column
    .toLowerCase()
    .split(/[\s(),/_:-]+/)
    .filter(Boolean);
  const multiplier = words.map(readMultiplier).find(Boolean);
  const codes = words
    .map((word) => readCurrency(word.replace(/(?<=.)(mm|mn|m|bn|b|k)$/, '')))
    .filter((found) => found !== undefined);
  const currency = codes[0]?.[0];
  return { ...(multiplier ? { multiplier } : {}), ...(currency ? { currency } : {}) };
}

function readMultiplier(word: string): string | undefined {
  if (/^(thousands?|millions?|billions?|lakhs?|crores?|cr|mn|mm|bn)$/.test(word)) return word;
  const [, , letter] = /^([$€£₹]|usd|eur|inr|gbp)(k|m|mm|mn|b|bn|cr)$/.exec(word) ?? [];
  return letter;
}

/** Currencies that the values name, by their likeliest meaning. */
export function guessCurrencies(values: readonly string[]): string[] {
  const found = values.map((value) => readAmount(value)?.currencies[0]).filter((code) => code !== undefined);
  return [...new Set(found)];
}
