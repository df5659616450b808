import { type Period, readPeriod, spellUnits } from './periods.ts';
import type { Sentence, Span } from './sentence.ts';

const monthNames =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const spanUnit = '(?:days?|weeks?|months?|quarters?|years?|yrs?)';
const start = new RegExp(
  String.raw`\b(?:more than|over|at least|less than|since|after|before|until|till|through|between|from|in|during|over|within|this|last|past|previous|current|(?:of )?the (?:last|past|previous|week|month|quarter|year)|\d{1,3} ?(?:-|to) ?\d{1,3} (?:days|weeks|months|years) ago|yesterday|today|ytd|year to date|q[1-4]|h[12]|(?:first|second|third|fourth) (?:half|quarter)|${monthNames}|(?:19|20)\d\d(?:-\d\d){0,2}|\d{1,2}/\d{4}|\d{1,2}(?:st|nd|rd|th)? (?:${monthNames}))\b`,
  'g',
);
const strong = new RegExp(
  String.raw`\b(?:(?:19|20)\d\d|${monthNames}|${spanUnit}|(?:last|past) \d{1,3} ?[dwmqy]|week|yesterday|today|ytd|q[1-4]|h[12]|year to date)\b`,
);
/** A figure that may be money, or three letters that may be any word: "mar tech". */
const bareFigure =
  /^(?:in|from|since|after|before|over|within|during|until|till|through|between)?\s*\d{1,4}\s?(?:[dwmqy]|mo)$|^(?!ytd)[a-z]{3}$/;
const halves: Record<string, string> = { first: '1', second: '2', third: '3', fourth: '4' };

/** Takes the periods of a sentence, longest first, as UTC days. */
export function takePeriods(sentence: Sentence, today: string, found: (period: Period, span: Span) => void): void {
  for (const match of sentence.rest.matchAll(start)) {
    const reading = readLongest(sentence, match.index, today);
    if (!reading) continue;
    found(reading.period, reading.span);
    sentence.mask(reading.span);
  }
}

const maxWords = 8;

function readLongest(sentence: Sentence, from: number, today: string): { period: Period; span: Span } | undefined {
  const ends = [...sentence.rest.slice(from).matchAll(/[^\s\uE000]+/g)].slice(0, maxWords);
  for (const last of ends.toReversed()) {
    const raw = sentence.rest.slice(from, from + last.index + last[0].length).replace(/[,;:.?!]+$/, '');
    if (raw.includes('\uE000') || !strong.test(spellUnits(raw)) || bareFigure.test(raw)) continue;
    const period = readWords(raw, today);
    if (period) return { period, span: { start: from, end: from + raw.length } };
  }
  return undefined;
}

/** Reads what `readPeriod` accepts, with the words that people put around it. */
function readWords(raw: string, today: string): Period | undefined {
  const text = spellUnits(raw)
    .replaceAll(
      /\b(first|second|third|fourth) (half|quarter)(?: of)? /g,
      (_, nth: string, part: string) => `${part.charAt(0)}${halves[nth]} `,
    )
    .replaceAll(/\b(\d{1,2})(?:st|nd|rd|th)\b/g, '$1')
    .replace(/^((?:in |from |between )?(?:\d{4}|[a-z]{3,9}|q[1-4]))-(\d{4}|[a-z]{3,9}|q[1-4])(?= |$)/, '$1 to $2')
    .replace(/^in ([a-z]{3,9}) '?(\d\d)$/, '$1 20$2')
    .replace(/^(?:in|during|within|over)\s+/, '')
    .replace(/^from (?!.* (?:to|until|through|on|onwards?|[-–—]) ?)(?!.*onwards?$)/, '')
    .replace(/^the (?:last|past|previous) (week|month|year)$/, 'last 1 $1')
    .replace(/^past (week|month|quarter|year)$/, 'last 1 $1')
    .replace(/^of the (week|month|quarter|year)$/, 'this $1')
    .replace(/^the\s+/, '')
    .replace(/^(since|after|before|until) the (?:start|beginning|end) of /, '$1 ');
  const onwards =
    /^(?:from )?(.+?),? (?:onwards?|on|or later|and later|to (?:date|today|now)|until (?:today|now))$/.exec(text)?.[1];
  const earlier = /^(.+?) (?:or|and) (?:earlier|before)$/.exec(text)?.[1];
  if (onwards !== undefined && text !== 'year to date') {
    const begin = readPeriod(onwards, today)?.from;
    return begin === undefined ? undefined : { from: begin };
  }
  if (earlier !== undefined) {
    const last = readPeriod(earlier, today)?.to;
    return last === undefined ? undefined : { to: last };
  }
  const [, near, far, units] = /^(\d+) ?(?:-|to) ?(\d+) (\w+) ago$/.exec(raw) ?? [];
  if (near !== undefined) {
    const [from, until] = [far, near].map((figure) => readPeriod(`last ${figure} ${units}`, today)?.from);
    return from === undefined || until === undefined ? undefined : readPeriod(`${from} to ${until}`, today);
  }
  const [, side, count = '', unit] = /^(more than|over|at least|less than) (\w+) (\w+) ago$/.exec(raw) ?? [];
  if (side !== undefined) {
    const first = readPeriod(`last ${count.replace(/^an?$/, '1')} ${unit}`, today)?.from;
    if (first === undefined) return undefined;
    return side === 'less than' ? { from: first } : readPeriod(`before ${first}`, today);
  }
  return readPeriod(
    text.replace(
      /^((?:since|after|before|until|till) )?(?:q([1-4])|h([12]))$/,
      (_, before = '', quarter?: string, half?: string) =>
        `${before}${quarter ? newest('q', 3, Number(quarter), today) : newest('h', 6, Number(half), today)}`,
    ),
    today,
  );
}

/** A quarter or half without a year: the newest one that has begun. */
const newest = (letter: string, length: number, nth: number, today: string): string => {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  return `${letter}${nth} ${length * (nth - 1) + 1 > month ? year - 1 : year}`;
};
