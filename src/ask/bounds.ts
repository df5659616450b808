import { convert, maybe, longestOf, phrases, rangeMark, sequence, table } from './phrases.ts';
import type { PhraseReader } from './sentence.ts';

/** Bounds in words: `above` and `below` exclude the value, `min` and `max` include it. */
export type Bounds<T> = { readonly [Side in 'min' | 'max' | 'above' | 'below']?: T };

const sideBefore = table<keyof Bounds<unknown>>([
  [`over/above/exceeding/>/after/beyond/past/post | more/greater/bigger/larger/later than | north of`, 'above'],
  [
    `at least/minimum | a? minimum of? | min .? | upward of | from | starting at | >= | ≥ |
    no/not less/fewer/earlier than`,
    'min',
  ],
  ['under/below/sub/</before | less/fewer/smaller/earlier than | south of', 'below'],
  ['up to | until/within/≤ | <= | at most/maximum | maximum of? | max .? | no/not more/later than', 'max'],
]);
/** Words after a value that make it a bound. */
export const sideAfter = table<'min' | 'max'>([
  [
    '+ | plus/onward/upward/minimum/min | or/and more/above/higher/over/greater/up/later/beyond/upward/bigger/onward/after',
    'min',
  ],
  ['maximum/max/tops | or/and less/below/under/fewer/lower/smaller/earlier/before', 'max'],
]);

/** "between 5 and 10", "5 to 10", "5-10" */
export const rangeOf = <T>(first: PhraseReader<T>, last = first): PhraseReader<Bounds<T>> =>
  convert(
    longestOf(
      sequence(phrases('between/btw/btwn'), first, longestOf(rangeMark, phrases('and')), last),
      sequence(maybe(phrases('from')), first, rangeMark, last),
    ),
    ([, min, , max]) => ({ min, max }),
  );
/** "over 5", "5 or more" */
export const sideOf = <T>(value: PhraseReader<T>): PhraseReader<Bounds<T>> =>
  longestOf(
    convert(sequence(sideBefore, maybe(phrases('a')), value), ([side, , one]): Bounds<T> => ({ [side]: one })),
    convert(sequence(value, sideAfter), ([one, side]): Bounds<T> => ({ [side]: one })),
  );
/** A value, or its bounds. */
export const boundsOf = <T>(value: PhraseReader<T>): PhraseReader<Bounds<T>> =>
  longestOf(
    rangeOf(value),
    sideOf(value),
    convert(value, (one) => ({ min: one, max: one })),
  );
