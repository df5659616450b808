import type { FoundName } from './name-words.ts';
import type { Subject } from './pieces.ts';
import type { NameContext } from './record-names.ts';
import type { Sentence, Span } from './sentence.ts';

/** Whether records of a kind are described by what a business does. */
export const canDescribe = (subject: Subject): boolean => subject !== 'deals';

const mask = (sentence: Sentence, span: Span): true => {
  sentence.mask(span);
  return true;
};

/** Adds a place and masks its words. */
export const addPlace = (
  { sentence, facts }: NameContext,
  span: Span,
  names: readonly FoundName[],
  isOwn: boolean,
): true => {
  facts.pieces.push({ ...span, means: 'place', names, isOwn });
  return mask(sentence, span);
};

/** Adds an industry and masks its words. */
export const addIndustry = ({ sentence, facts }: NameContext, span: Span, names: readonly FoundName[]): true => {
  facts.pieces.push({ ...span, means: 'industry', names });
  return mask(sentence, span);
};

/** Whether a place is the investor's own, not that of what it invests in. */
export function isOwnPlace(subject: Subject, before: string, based: string): boolean {
  if (subject !== 'investors' && subject !== 'angels') return false;
  if (/\b(?:based|headquartered|located|living|hq)/.test(based))
    return !/\b(?:companies|startups|businesses|founders)\W*$/i.test(before);
  return !/\b(?:invest(?:ed|s|ing)?|back(?:ed|ing|s)?|fund(?:ed|ing)|led|leading|portfolio|compan(?:y|ies)|startups?|business(?:es)?|deals?|rounds?|active$|active in|participated|(?:investors?|leads?) for|wrote|writing|that do|who do|did|made)\b/i.test(
    before.replace(/^\W*(?:\w+ )?funds?\b/i, ''),
  );
}

/** "London investors" are in London, "investors in London startups" need not be. */
export function isOwnAdjective(subject: Subject, sentence: Sentence, span: Span): boolean {
  if (subject !== 'investors' && subject !== 'angels') return false;
  const next = sentence.text.slice(span.end).toLowerCase();
  const isOfCompanies =
    /^\W*(?:[\w&-]+\s+){0,3}?(?:companies|startups|businesses|deals|rounds|founders|teams)\b/.test(next) &&
    !/^\W*(?:[\w&-]+\s+){0,3}?(?:investors?|vcs?|funds?|angels?|firms?|partners)\b/.test(next);
  return !isOfCompanies && isOwnPlace(subject, sentence.text.slice(0, span.start), '');
}
