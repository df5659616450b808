import { formatEmployeeRange, parseUtcDay } from '#contract/scalars.ts';

const units = [
  { size: 1e9, sign: 'B' },
  { size: 1e6, sign: 'M' },
  { size: 1e3, sign: 'K' },
] as const;

/** A short amount: "$1.7M", "$108M", "$940", "EUR 1.3M". */
export function formatMoney(amount: number, currency = 'USD'): string {
  const sign = currency === 'USD' ? '$' : `${currency} `;
  for (const { size, sign: unit } of units) {
    // 999,950 already rounds to 1.0 of the next unit.
    if (amount >= size * 0.99995) return `${sign}${shorten(amount / size)}${unit}`;
  }
  return `${sign}${Math.round(amount)}`;
}

/** An amount in a filter, in US dollars: "$1M", not "$1.0M". */
export const formatLimit = (usd: number): string => formatMoney(usd).replace('.0', '');

// Half a tenth rounds up: 3.05 is stored as a little less.
const shorten = (figure: number): string => (figure >= 99.95 ? String(Math.round(figure)) : (figure + 1e-9).toFixed(1));

/** The UTC day of a date-time, `YYYY-MM-DD`; undefined if there is none or it is invalid. */
export const toDay = (moment: string | null): string | undefined => (moment === null ? undefined : parseUtcDay(moment));

/** The UTC day of a time in milliseconds, `YYYY-MM-DD`; today by default. */
export const formatUtcDay = (at = Date.now()): string => new Date(at).toISOString().slice(0, 10);

export const monthNames = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A day `YYYY-MM-DD` as "3 Nov 2026". */
export function formatShortDay(day: string): string {
  const [year = '', month, date] = day.split('-');
  return `${Number(date)} ${monthNames[Number(month) - 1]?.slice(0, 3) ?? ''} ${year}`;
}

/** The day of a text such as "3 Nov 2026"; undefined for any other text. */
export function parseShortDay(text: string): string | undefined {
  const [, date = '', name = '', year = ''] = /^(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})$/.exec(text.trim()) ?? [];
  const month = monthNames.findIndex((one) => one.startsWith(name)) + 1;
  return name === '' || month === 0
    ? undefined
    : parseUtcDay(`${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`);
}

/** A date-time in UTC as "3 Nov 2026, 14:05". */
export const formatUtcMinute = (moment: string): string =>
  `${formatShortDay(moment.slice(0, 10))}, ${moment.slice(11, 16)}`;

/** The UTC day of a date-time as "3 Nov 2026". */
export function formatDayOf(moment: string | null | undefined): string {
  const day = toDay(moment ?? null);
  return day === undefined ? 'No date' : formatShortDay(day);
}

/** A range of employees as formatted for display: "1001-5000" is "1,001–5,000". */
export const formatEmployees = (range: string | null | undefined): string | null =>
  range ? formatEmployeeRange(range) : null;

/** A number with thousands grouped: "1,547". The first use of Intl would delay the first paint by 20 ms (measured). */
export function formatGrouped(value: number, decimals = 0): string {
  const [whole = '', rest] = value.toFixed(decimals).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}

/** A count with its noun: "1 deal", "1,547 deals". */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatGrouped(count)} ${count === 1 ? one : many}`;
}

/** All of them with their noun: "The one deal", "All 58 deals". */
export const formatAll = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? `The one ${one}` : `All ${formatGrouped(count)} ${many}`;

/** The text with its first letter capitalized. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const asciiPattern = /^[\x20-\x7E]*$/;

/** A text without case and accents, for comparing and finding. */
export const foldText = (text: string): string =>
  (asciiPattern.test(text) ? text : dropMarks(dropMarks(text).normalize('NFKD'))).toLowerCase();

/** Also called before `normalize`, which takes minutes to order a megabyte of marks. */
const dropMarks = (text: string): string => text.replaceAll(/\p{M}/gu, '');

/** A record's name as a part of a file name: "ridge-capital". */
export const formatFilePart = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'record';

/** The first characters of a text; half a surrogate pair at the end, as of an emoji, is left out. */
export const cutText = (text: string, max: number): string => text.slice(0, max).replace(/\p{Surrogate}$/u, '');

/** A name that is not taken: "Seed", "Seed (2)". */
export function findFreeName(wanted: string, taken: ReadonlySet<string>): string {
  const base = cutText(wanted.trim(), 110);
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base} (${count})`;
  return name;
}
