import { trimValue } from '#contract/scalars.ts';

/** An amount of money as a source writes it. */
export type Amount = {
  value: number;
  /** The currencies that its sign or code can mean, the most likely first; empty without one. */
  currencies: readonly string[];
};

type AmountStyle = {
  decimal?: '.' | ',' | undefined;
  /** The unit of a number that has no word for it, such as "million". */
  multiplier?: string | number | undefined;
};

/** Powers of ten by the word for them. */
const powers = new Map(
  [
    ['k thousand thousands', 3] as const,
    ['lac lakh lakhs', 5] as const,
    ['m mm mn mln mio mil million millions', 6] as const,
    ['cr crore crores', 7] as const,
    ['b bn billion billions', 9] as const,
    ['t tn trillion', 12] as const,
  ].flatMap(([words, power]) => words.split(' ').map((word) => [word, power] as const)),
);

export const multiplierWords: readonly string[] = [...powers.keys()];

const dollars = ['USD', 'AUD', 'CAD', 'SGD', 'HKD', 'NZD', 'TWD', 'MXN', 'CLP', 'COP', 'ARS'];
const rupees = ['INR', 'PKR', 'LKR', 'NPR', 'MUR'];
const crowns = ['SEK', 'NOK', 'DKK', 'ISK'];

/** Signs with one meaning: a code with its signs. */
const plainSigns =
  'USD us$ | AUD a$ au$ | CAD c$ ca$ | SGD s$ sg$ | HKD hk$ | NZD nz$ | TWD nt$ | BRL r$ | EUR € euro euros | GBP £ | INR ₹ | CNY rmb | KRW ₩ | RUB ₽ | ILS ₪ | TRY ₺ | VND ₫ | NGN ₦ | PHP ₱';
const signs = new Map<string, readonly string[]>([
  ['$', dollars],
  ['rs', rupees],
  ['rs.', rupees],
  ['¥', ['JPY', 'CNY']],
  ['kr', crowns],
  ['kr.', crowns],
  ...plainSigns
    .split(' | ')
    .map((entry) => entry.split(' '))
    .flatMap(([code = '', ...words]) => words.map((word) => [word, [code]] as const)),
]);

const currencyCodes = new Set(Intl.supportedValuesOf('currency'));

/** A larger amount is a typing error: there is not that much money in the world. */
const largest = 1e15;

const shape = /^(?<before>[^\d,]*)(?<number>\d[\d.,'\s]*(?:e\+?\d+)?)(?<after>.*)$/isu;

/** Parses "$1.2M", "Rs 45 crore", "1,50,000", "EUR 3 000 000" or "1E+11"; undefined for anything else. */
export function parseCurrencyAmount(text: string, style: AmountStyle = {}): Amount | undefined {
  const parts = shape.exec(trimValue(text))?.groups;
  if (!parts) return undefined;
  const number = parsePlainNumber(parts['number']?.trim() ?? '', style.decimal ?? '.');
  const words = `${parts['before']} ${parts['after']}`.toLowerCase().split(/\s+/).filter(Boolean).flatMap(toWords);
  const sizes = words.filter((word) => powers.has(word));
  const currencies = words.filter((word) => !powers.has(word)).map(parseCurrency);
  if (number === undefined || sizes.length > 1 || currencies.some((found) => !found)) return undefined;
  const value = multiply(number, sizes[0] ?? style.multiplier);
  const meant = intersect(currencies.filter((found) => found !== undefined));
  return value <= largest && meant ? { value, currencies: meant } : undefined;
}

/** The currencies that a code, sign or word can mean; undefined when it is none. */
export function parseCurrency(word: string): readonly string[] | undefined {
  const code = word.trim().toUpperCase();
  return signs.get(word.trim().toLowerCase()) ?? (currencyCodes.has(code) ? [code] : undefined);
}

/** The currency of an amount; `stated` is that of the row or mapping. Undefined if they disagree or both are unknown. */
export function chooseCurrency(currencies: readonly string[], stated: string | undefined): string | undefined {
  if (currencies.length === 0) return stated;
  if (stated) return currencies.includes(stated) ? stated : undefined;
  // An amount with a bare $ is in US dollars unless the row or mapping says otherwise.
  return currencies.length === 1 || currencies === dollars ? currencies[0] : undefined;
}

/** "m$" and "musd" are two words. */
function toWords(word: string): string[] {
  if (powers.has(word) || parseCurrency(word)) return [word];
  const [, size = '', rest = ''] = /^(k|mm|mn|m|bn|b|cr)(\W.*|[a-z]{3})$/.exec(word) ?? [];
  if (rest && parseCurrency(rest)) return [size, rest];
  const [, sign = '', back = ''] = /^(.+?)(k|mm|mn|m|bn|b|cr)$/.exec(word) ?? [];
  return back && parseCurrency(sign) ? [sign, back] : [word];
}

/** Digits with at most one point: separators are removed only between thousands. */
function parsePlainNumber(text: string, decimal: '.' | ','): string | undefined {
  const pointed = decimal === '.' ? text : text.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));
  if (/^\d+(\.\d+)?(e\+?\d{1,2})?$/i.test(pointed)) return pointed;
  // Groups of two but for the last: 1,50,00,000 as India writes it.
  if (/^\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(pointed)) return pointed.replaceAll(',', '');
  return /^\d{1,3}([\s']\d{3})+(\.\d+)?$/u.test(pointed) ? pointed.replace(/[\s']/gu, '') : undefined;
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
  return both.length > 0 ? both : undefined;
}
