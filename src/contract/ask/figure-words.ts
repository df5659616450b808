import { employeeRange, type EmployeeRange } from '../enums.ts';
import { parseAmount } from './amounts.ts';

/** Bounds in words, inclusive. */
export type Bounds = { readonly min?: number; readonly max?: number };

const low = String.raw`(?<!\bno |\bnot )(?:over|above|more than|at least|at minimum|exceeding|greater than|bigger than|larger than|north of|upwards? of|minimum(?: of)?|min\.?|from|starting at|>=?|≥|no less than|not less than)`;
const high = String.raw`(?<!\bno |\bnot )(?:under|below|sub[- ]?|less than|fewer than|up to|at most|at maximum|smaller than|maximum(?: of)?|max\.?|no more than|not more than|south of|<=?|≤|within)`;
const more = String.raw`(?:\s?\+|\s?plus\b| or (?:more|above|higher|over|greater|up)\b| and (?:up|above|over|more|higher)\b| (?:minimum|min)\b)`;
const less = String.raw`(?: or (?:less|below|under|fewer|lower|smaller)\b| and (?:below|under|less)\b| (?:maximum|max|tops)\b)`;
const joined = String.raw`(?:\s*(?:-|–|—|\bto\b|\band\b|\bthrough\b)\s*)`;

const digits = String.raw`(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)`;
const countWords = 'one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|fifty';
const countFigures = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 30, 40, 50];
const unit = String.raw`(?:\s?-?(?:k|m|mn|mm|mil|b|bn|thousand|million|billion)s?\b)`;
const currency = String.raw`(?:(?:us\s?)?\$\s?|usd\s?)`;
const dollars = String.raw`(?:[\s-]?(?:us )?(?:dollars?|usd|bucks))`;
const wordFigure = String.raw`(?:half a|a quarter|(?:a |one )?hundred|an?|${countWords})(?=\s(?:thousand|million|billion))`;
const figure = String.raw`(?:${digits}|\d+,\d{1,2}(?=${unit})|${wordFigure})`;
/** A figure that is certainly money. */
const money = `(?:${currency}${figure}${unit}?${dollars}?|${figure}${unit}${dollars}?|${digits}${dollars})`;
const amount = `(?<![\\w.,$€£])(${money})`;

type BoundsReading = (parts: readonly string[]) => Bounds | undefined;
/** Patterns of amounts of money, those with more words first. */
export const moneyPatterns: readonly (readonly [RegExp, BoundsReading])[] = [
  [
    new RegExp(
      `(?:\\b(?:between|btwn?|from)\\s)?(?<![\\w.,€£])(${currency}?${figure}${unit}?)${joined}(${money})`,
      'g',
    ),
    readMoneyRange,
  ],
  [new RegExp(`(?:\\b|(?<=\\s)|^)${low}\\s*(?:a\\s)?${amount}`, 'g'), ([text = '']) => bound('min', readMoney(text))],
  [new RegExp(`(?:\\b|(?<=\\s)|^)${high}\\s*(?:a\\s)?${amount}`, 'g'), ([text = '']) => bound('max', readMoney(text))],
  [new RegExp(`${amount}${more}`, 'g'), ([text = '']) => bound('min', readMoney(text))],
  [new RegExp(`${amount}${less}`, 'g'), ([text = '']) => bound('max', readMoney(text))],
  [/\b(?:mega|jumbo)[ -]?(?=rounds?|deals?|raises?)/g, () => ({ min: 1e8 })],
  [/\b(?:nine|9)[ -]figures?\b/g, () => ({ min: 1e8, max: 999_999_999 })],
  [/\b(?:eight|8)[ -]figures?\b/g, () => ({ min: 1e7, max: 99_999_999 })],
  [/\b(?:seven|7)[ -]figures?\b/g, () => ({ min: 1e6, max: 9_999_999 })],
  [new RegExp(amount, 'g'), ([text = '']) => readExact(text)],
];

/** Amounts in another currency, which the API cannot compare, and amounts without bounds: "around $5m". */
export const unusableAmountPattern = new RegExp(
  String.raw`(?:(?:${low}|${high})\s*)?(?:(?:[€£¥₹]|\b(?:eur|gbp|chf|cad|aud|inr|jpy|sek)\s?)\s?${digits}${unit}?(?:\s?\+)?|(?<!\w)${digits}${unit}?\s?(?:[€£¥₹]|(?:eur|euros?|gbp|pounds?|chf|francs|rupees|yen)\b)|\b(?:around|about|roughly|approximately|approx\.?|circa|~)\s?${money})`,
  'g',
);

const bound = (side: 'min' | 'max', value: number | undefined): Bounds | undefined =>
  value === undefined ? undefined : { [side]: value };

function readExact(text: string): Bounds | undefined {
  const value = readMoney(text);
  return value === undefined ? undefined : { min: value, max: value };
}

/** "$5-10M": the first figure has the unit of the second. */
function readMoneyRange([first = '', last = '']: readonly string[]): Bounds | undefined {
  const hasUnit = new RegExp(`${unit}$`).test(first);
  const unitOfLast = new RegExp(unit).exec(last)?.[0] ?? '';
  const [min, max] = [readMoney(hasUnit ? first : `${first}${unitOfLast}`), readMoney(last)];
  return min !== undefined && max !== undefined && min <= max ? { min, max } : undefined;
}

function readMoney(text: string): number | undefined {
  const plain = text
    .replace(/[\s-]*(?:us )?(?:dollars?|usd|bucks)$/, '')
    .replace(/^(?:us\s?)?\$\s?|^usd\s?/, '')
    .replace(/^half a/, '0.5')
    .replace(/^a quarter/, '0.25')
    .replace(/^(?:a |one )?hundred/, '100')
    .replace(/^an?(?= )/, '1')
    .replace(new RegExp(`^(?:${countWords})(?= )`), (word) => String(readCount(word)))
    .replace(/[\s-]*(k|m|b|t)[a-z]*$/, (_, letter: string) => ({ k: 'k', t: 'k', m: 'm', b: 'bn' })[letter] ?? '');
  return parseAmount(`$${plain}`);
}

/** An integer in digits or words. */
export const readCount = (text: string): number => {
  const at = countWords.split('|').indexOf(text);
  return at < 0 ? Number(text.replaceAll(',', '')) : (countFigures[at] ?? 0);
};

const count = `(${digits}|${countWords})`;
const heads = '(?:\\s|-)(?:employees?|people|ppl|staff|workers?|heads?|ftes?|persons?|team members|employee)\\b';
/** Patterns of numbers of employees. */
export const employeePatterns: readonly (readonly [RegExp, BoundsReading])[] = [
  [
    new RegExp(`(?:\\bbetween )?\\b${count}${joined}${count}${heads}`, 'g'),
    ([a = '', b = '']) => ({ min: readCount(a), max: readCount(b) }),
  ],
  [
    new RegExp(
      `(?:\\b|(?<=\\s))(?<!\\bno |\\bnot )(?:over|more than|above|exceeding|>|greater than)\\s*${count}${heads}`,
      'g',
    ),
    ([a = '']) => ({ min: readCount(a) + 1 }),
  ],
  [new RegExp(`(?:\\b|(?<=\\s))${low}\\s*${count}${heads}`, 'g'), ([a = '']) => ({ min: readCount(a) })],
  [
    new RegExp(
      `(?:\\b|(?<=\\s))(?<!\\bno |\\bnot )(?:under|below|fewer than|less than|<|smaller than)\\s*${count}${heads}`,
      'g',
    ),
    ([a = '']) => ({ max: readCount(a) - 1 }),
  ],
  [new RegExp(`(?:\\b|(?<=\\s))${high}\\s*${count}${heads}`, 'g'), ([a = '']) => ({ max: readCount(a) })],
  [new RegExp(`\\b${count}${more}${heads}`, 'g'), ([a = '']) => ({ min: readCount(a) })],
  [new RegExp(`\\b${count}${heads}(?: or (?:more|above)| plus)`, 'g'), ([a = '']) => ({ min: readCount(a) })],
  [new RegExp(`\\b${count}${heads}(?: or (?:less|fewer|below))`, 'g'), ([a = '']) => ({ max: readCount(a) })],
  [
    new RegExp(
      `\\b(?:teams?|headcount|staff) (?:of|under|over|below|above|up to|between) (?:${count}${joined})?${count}\\b(?!\\s?(?:k|m|bn|million))`,
      'g',
    ),
    readTeam,
  ],
  [new RegExp(`\\b${count}${heads}`, 'g'), ([a = '']) => ({ min: readCount(a), max: readCount(a) })],
];

function readTeam(parts: readonly string[]): Bounds {
  const [first, last = ''] = parts.length > 1 ? parts : [undefined, parts[0]];
  return { min: readCount(first ?? last), max: readCount(last) };
}

/** The ranges of the API that are mostly within the bounds; for one number, the range that contains it. */
export function listEmployeeRanges({ min = 1, max = Infinity }: Bounds): EmployeeRange[] {
  const ranges = employeeRange.options.map((range) => {
    const [start = 0, end = Infinity] = range.replace('+', '').split('-').map(Number);
    return { range, start, end: range.endsWith('+') ? Infinity : end };
  });
  const within = ranges.filter(({ start, end }) => {
    const [from, to] = [Math.max(start, min), Math.min(end, max)];
    if (end === Infinity) return max === Infinity || to >= start;
    return to - from + 1 >= (end - start + 1) / 2;
  });
  const holding = ranges.filter(({ start, end }) => start <= min && max <= end);
  return (within.length > 0 ? within : holding).map(({ range }) => range);
}

/** A minimum number of deals, before the noun: "at least 3 seed deals", "5 or more investments", "10+ deals". */
export const dealCountPattern = new RegExp(
  String.raw`(?<![\w$€£.,-])(?:(at least|a minimum of|minimum|min|more than|over|>=?)\s)?(\d{1,4}|${countWords})(\+| or more| plus)?(?=\s(?:[\w/&+-]+\s|\uE000+\s?){0,4}?(?:deals?|investments?|rounds?|companies|startups|bets|checks|times)\b)`,
  'g',
);
