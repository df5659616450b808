import { trimValue } from '#contract/scalars.ts';
import { dollars, parseCurrency, powers, splitUnits } from './currencies.ts';

/** An amount of money as a source writes it. */
export type Amount = {
  value: number;
  /** The currencies that its sign or code can mean, the most likely first; empty without one. */
  currencies: readonly string[];
};

type AmountStyle = {
  /** The decimal sign of "1,234" and "1.234"; any other number shows its own. */
  decimal?: '.' | ',' | undefined;
  /** The unit of a number that has no word for it, such as "million". */
  multiplier?: string | number | undefined;
};

/** A larger amount is a typing error: there is not that much money in the world. */
const largest = 1e15;

const numberShape = /\d[\d.,' ]*(?:e\+?\d+)?/giu;

/**
 * Parses "$1.2M", "Rs 45 crore", "1,50,000", "EUR 3 000 000", "1,5 Mio. €", "3億5000万円" or "1E+11"; undefined for
 * anything else, such as a range or "over $100m".
 */
export function parseCurrencyAmount(text: string, style: AmountStyle = {}): Amount | undefined {
  const plain = normalize(text);
  const numbers = plain.match(numberShape);
  if (!numbers || numbers.length > maxParts) return undefined;
  const words = plain.split(numberShape).map(readWords);
  if (words.some((part) => part === undefined)) return undefined;
  const around = words as string[][];
  const value =
    numbers.length === 1
      ? readOne(numbers[0] ?? '', around.flat().filter(isPower), style)
      : addParts(numbers, around.slice(1));
  const meant = intersect(
    around
      .flat()
      .filter((word) => !isPower(word))
      .map((word) => parseCurrency(word) ?? []),
  );
  if (value === undefined || value > largest || !meant) return undefined;
  // Only India counts rupees in lakh and crore in what it publishes about rounds.
  const isIndian =
    meant.length > 1 && meant[0] === 'INR' && around.flat().some((word) => [5, 7].includes(powers.get(word) ?? 0));
  return { value, currencies: isIndian ? ['INR'] : meant };
}

/** "3億5000万" has two parts. */
const maxParts = 3;

const isPower = (word: string) => powers.has(word);

/** Full-width digits, apostrophes and spaces in one form, without what a bracket adds. */
function normalize(text: string): string {
  const plain = trimValue(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘ʼ`´]/gu, "'")
    .replace(/\s+/gu, ' ')
    .replace(/\bmil millones/, 'milmillones')
    // "2,5 milioni di euro"
    .replace(/(?<=\p{L}) (?:di|de|of) (?=[\p{L}\p{Sc}])/u, ' ')
    // A thousand in Brazil, a million in English.
    .replace(/(?<=r\$.*)\bmil\b/, 'k');
  const outside = plain.replace(/\([^()]*\)/g, ' ').trim();
  return /\d/.test(outside) ? outside : plain;
}

/** The units and currencies around a number; undefined if there is any other word. */
function readWords(text: string): string[] | undefined {
  const words = text
    .replace(/^-(?=\p{L})/u, ' ')
    .split(' ')
    .filter(Boolean)
    .map(splitUnits);
  return words.includes(undefined) ? undefined : words.flatMap((word) => word ?? []);
}

function readOne(text: string, sizes: string[], { decimal, multiplier }: AmountStyle): number | undefined {
  const number = parsePlainNumber(text.trim(), decimal ?? '.');
  return number === undefined || sizes.length > 1 ? undefined : multiply(number, sizes[0] ?? multiplier);
}

/** "3億5000万": every number has a smaller unit than the one before; the last may have none. */
function addParts(numbers: string[], words: string[][]): number | undefined {
  let sum = 0;
  let before = Infinity;
  for (const [place, text] of numbers.entries()) {
    const sizes = (words[place] ?? []).filter(isPower);
    const power = sizes.length === 0 && place === numbers.length - 1 ? 0 : (powers.get(sizes[0] ?? '') ?? Infinity);
    const value = readOne(text, sizes, {});
    if (value === undefined || power >= before || (place === 0 && power < 4)) return undefined;
    before = power;
    sum += value;
  }
  return sum;
}

/** The currency of an amount; `stated` is that of the row or mapping. Undefined if they disagree or both are unknown. */
export function chooseCurrency(currencies: readonly string[], stated: string | undefined): string | undefined {
  if (currencies.length === 0) return stated;
  if (stated) return currencies.includes(stated) ? stated : undefined;
  // An amount with a bare $ is in US dollars unless the row or mapping says otherwise.
  return currencies.length === 1 || currencies === dollars ? currencies[0] : undefined;
}

/** Whether a number can be read with a point and with a comma as its decimal sign: "1,234". */
export const hasOpenDecimal = (text: string): boolean => /^\D*[1-9]\d{0,2}[.,]\d{3}(?!\d|[.,]\d)/.test(text);

/** The decimal sign that a number shows: a comma in "1,5" and "1.234.567". */
export function findDecimal(text: string): '.' | ',' | undefined {
  const number = /\d[\d.,' \u00a0\u202f’]*\d/u.exec(text)?.[0];
  const sign = number && (/[.,](?=\d*$)/.exec(number)?.[0] as '.' | ',' | undefined);
  if (!sign || hasOpenDecimal(number)) return undefined;
  // With spaces between thousands, as in "3 200 000,00", the other sign is the decimal one.
  if (/\d[^\d.,]\d/.test(number)) return sign;
  const isGrouped = number.split(sign).length > 2;
  return isGrouped === (sign === '.') ? ',' : '.';
}

/** Digits with at most one point: separators are removed only between thousands. */
function parsePlainNumber(text: string, decimal: '.' | ','): string | undefined {
  const sign = findDecimal(text) ?? decimal;
  const pointed = sign === '.' ? text : text.replace(/[.,]/g, (each) => (each === '.' ? ',' : '.'));
  if (/^\d+(\.\d+)?(e\+?\d{1,2})?$/i.test(pointed)) return pointed;
  // Groups of two but for the last: 1,50,00,000 as India writes it.
  if (/^\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(pointed)) return pointed.replaceAll(',', '');
  return /^\d{1,3}([ ']\d{3})+(\.\d+)?$/u.test(pointed) ? pointed.replace(/[ ']/gu, '') : undefined;
}

function multiply(number: string, multiplier: string | number | undefined): number {
  if (typeof multiplier === 'number') return Number(number) * multiplier;
  const power = multiplier === undefined ? 0 : (powers.get(multiplier) ?? 0);
  // An exponent instead of a product, because 4.35 times 10,000,000 is not 43,500,000 in binary.
  const [digits = '', exponent = '0'] = number.toLowerCase().split(/e\+?/);
  return Number(`${digits}e${Number(exponent) + power}`);
}

function intersect(lists: (readonly string[])[]): readonly string[] | undefined {
  const [first, ...others] = lists;
  if (!first || others.length === 0) return first ?? [];
  const both = first.filter((code) => others.every((list) => list.includes(code)));
  if (both.length === first.length) return first;
  return both.length > 0 ? both : undefined;
}
