import { maybe, longestOf, phrases, rangeMark, sequence, wordLike } from './phrases.ts';
import { orderDays, type Period, readPeriod } from './periods.ts';
import type { PhraseReader } from './sentence.ts';

const monthName = wordLike(
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/,
);
const timeUnit = phrases('day | week | month | quarter | year | yr');
const number = wordLike(/^\d{1,4}$/);
const dottedDay = wordLike(/^\d{1,2}\.\d{1,2}\.(?:19|20)\d\d$/);
/** Words that a period can start with. */
const start: PhraseReader<unknown> = longestOf<unknown>(
  phrases(
    `more than | over | at least | less than | since | after | before | until | till | through | between | from | in |
    during | within | this | last | past | previous | current | the last | the past | the previous | the week |
    the month | the quarter | the year | of the | yesterday | today | ytd | year to date | first half | second half |
    first quarter | second quarter | third quarter | fourth quarter`,
  ),
  monthName,
  wordLike(/^(?:q[1-4]|h[12]|(?:19|20)\d\d)$/),
  sequence(number, rangeMark, number, timeUnit, phrases('ago')),
  sequence(wordLike(/^\d{1,2}$/), phrases('/')),
  dottedDay,
  sequence(wordLike(/^\d{1,2}$/), maybe(phrases('st | nd | rd | th')), monthName),
);
/** Words without which nothing is a period. */
const sure: PhraseReader<unknown> = longestOf<unknown>(
  monthName,
  timeUnit,
  phrases('yesterday | today | ytd'),
  wordLike(/^(?:(?:19|20)\d\d|q[1-4]|h[12])$/),
  dottedDay,
  sequence(phrases('last | past'), number, wordLike(/^[dwmqy]$/)),
  phrases('wk | mo | mth | qtr'),
);
/** A figure that may be money, or three letters that may be any word: "mar tech". */
const doubtful =
  /^(?:in|from|since|after|before|over|within|during|until|till|through|between)?\s*\d{1,4}\s?(?:[dwmqy]|mo)$|^(?!ytd)[a-z]{3}$/;
/** "from March" is March, unless an end follows. */
const openEnd = /^from (?!.*(?: (?:to|until|through|on|onwards?)\b|[-–—]))/;
const maxTokens = 14;

/** A period, and how its days were read if day and month could be swapped. */
type OrderedPeriod = Period & { readonly order?: string };

/** The longest period that starts at a token, as UTC days. */
export const readPeriodWords: PhraseReader<OrderedPeriod> = (view, at) => {
  if (!start(view, at)) return undefined;
  let to = at;
  while (to < at + maxTokens && view.at(to)) to += 1;
  for (; to > at; to -= 1) {
    // A period ends with such a word, or a few words after it: "2024 or later".
    if (!view.sentence.has(sure, { from: Math.max(at, to - 3), to })) continue;
    const text = view.sentence.words({ from: at, to }).toLowerCase().replaceAll(/[’‘]/g, "'");
    if (doubtful.test(text) || /[,;:.?!]$/.test(text)) continue;
    const { text: ordered, order } = orderDays(text);
    const period = readPeriod(ordered.replace(openEnd, ''), view.sentence.today);
    if (period) return { to, value: { ...period, ...(order ? { order } : {}) } };
  }
  return undefined;
};
