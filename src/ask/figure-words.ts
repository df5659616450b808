import { parseAmount } from './amounts.ts';
import { type Bounds, rangeOf, sideOf } from './bounds.ts';
import { convert, maybe, longestOf, phrases, sequence, table, wordLike } from './phrases.ts';
import type { PhraseReader } from './sentence.ts';

const numerals = table(
  'one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, at): readonly [string, number] => [word, at + 1])
    .concat([
      ['fifteen', 15],
      ['twenty', 20],
      ['thirty', 30],
      ['forty', 40],
      ['fifty', 50],
    ]),
);
/** An integer in digits or words. */
export const readCount: PhraseReader<number> = longestOf(convert(wordLike(/^\d{1,15}$/), Number), numerals);

/** What multiplies a figure. */
export const unit = table([
  ['k | thousand', 'k'],
  ['m | mn | mm | mil | million', 'm'],
  ['b | bn | billion', 'bn'],
]);
const fractions = table([
  ['half a', 0.5],
  ['a quarter', 0.25],
  ['a hundred | one hundred | hundred', 100],
  ['a | an', 1],
]);
const digits = wordLike(/^\d[\d.,]*$/);
type Figure = { readonly figure: string; readonly unit: string | undefined; readonly isMoney: boolean };
/** "2.5m", "$500k", "half a million dollars", or a number that may be an amount: "5". */
const readFigure: PhraseReader<Figure> = convert(
  sequence(
    maybe(phrases('$ | us $ | usd')),
    longestOf<readonly [string | number, string | undefined]>(
      sequence(longestOf(fractions, numerals), unit),
      sequence(digits, maybe(unit)),
    ),
    maybe(phrases('dollar | us dollar | usd | buck')),
  ),
  ([currency, [figure, of], dollars]) => ({
    figure: String(figure),
    unit: of,
    isMoney: (currency ?? of ?? dollars) !== undefined,
  }),
);
const toDollars = ({ figure, unit: own }: Figure, other?: string): number | undefined =>
  parseAmount(`$${figure}${own ?? other ?? ''}`);
const money = convert(readFigure, (one) => (one.isMoney ? toDollars(one) : undefined));

/** "$5-10M": the first figure has the unit of the second. */
const moneyRange = convert(rangeOf(readFigure), ({ min: first, max: last }): Bounds<number> | undefined => {
  const [min, max] = [first && toDollars(first, last?.unit), last && toDollars(last)];
  return last?.isMoney && min !== undefined && max !== undefined && min <= max ? { min, max } : undefined;
});
/** "around $5m": a fifth below and above it. */
const aboutMoney = convert(
  sequence(
    phrases('around | about | some | roughly | approximately | approx .? | approx. | circa | nearly | almost | ~'),
    maybe(phrases('a')),
    money,
  ),
  ([, , value]): Bounds<number> => ({ min: Math.round(value * 0.8), max: Math.round(value * 1.2) }),
);
/** An amount of money with its bounds, which are all inclusive. */
export const readBounds = convert(
  longestOf<Bounds<number>>(
    moneyRange,
    aboutMoney,
    sideOf(money),
    convert(money, (value) => ({ min: value, max: value })),
    table([
      ['mega round | mega deal | mega raise | megaround | jumbo round | jumbo deal', { min: 1e8 }],
      ['nine figure | 9 figure', { min: 1e8, max: 999_999_999 }],
      ['eight figure | 8 figure', { min: 1e7, max: 99_999_999 }],
      ['seven figure | 7 figure', { min: 1e6, max: 9_999_999 }],
    ]),
  ),
  ({ min, max, above, below }) => ({ min: min ?? above, max: max ?? below }),
);

const foreign = phrases(
  '€ | £ | ¥ | ₹ | eur | euro | gbp | pound | chf | franc | cad | aud | inr | rupee | jpy | yen | sek',
);
const figure = sequence(digits, maybe(unit));
/** Amounts in another currency, which the API cannot compare. */
export const unusableAmount: PhraseReader<unknown> = longestOf<unknown>(
  sideOf(longestOf<unknown>(sequence(foreign, figure), sequence(figure, foreign))),
  sequence(foreign, figure),
  sequence(figure, foreign),
);
