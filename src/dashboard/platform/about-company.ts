import { capitalize } from './format.ts';

/** A report about a round of financing, or an amount of money. */
const ofRound =
  /\b(raise[ds]|secured|backed|invested|acquired|led by|funding|financing|round|grant|valuation|closed (its|an?|the)|Series [A-Z]|Seed|[A-Z]{3} \d)|[$€£₹¥₩]\s?\d/;

/** A subject that an earlier sentence named, before what it does, and not before what it does with the money. */
const ofBusiness = /^(It|The (company|startup|firm)) (?=[a-z]+s )(?!funds|pays|expects|plans|has|was)/;

/** A subject that an earlier sentence named. */
const dependent = /^(Its?|The[iy]?r?|This|These)\b/;

/** The sentences of a text, without the space around them. */
export const splitSentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+(?=\p{Lu}|\p{N})/u)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/**
 * What a company does, in words that follow its name: "Offers payments to clinics." It is the company's own description,
 * else the first sentence of a deal's texts that describes the company and not the round, else "".
 */
export function describeBusiness(
  name: string,
  own: string | null | undefined,
  dealTexts: readonly (string | null | undefined)[] = [],
): string {
  if (own) return removeName(own, name);
  const hasName = (sentence: string) => name !== '' && sentence.startsWith(`${name} `);
  const isReport = (sentence: string) => ofRound.test(hasName(sentence) ? sentence.slice(name.length) : sentence);
  const sentence = dealTexts
    .flatMap((text) => splitSentences(text ?? ''))
    .find((one) => !isReport(one) && (hasName(one) || ofBusiness.test(one) || !dependent.test(one)));
  if (sentence === undefined) return '';
  return !hasName(sentence) && ofBusiness.test(sentence)
    ? beginWithVerb(sentence.replace(ofBusiness, ''))
    : removeName(sentence, name);
}

/**
 * What a text says of a company, next to whose name it is shown: "Acme raised $5M" and "Oslo-based Acme raised $5M" as
 * "Raised $5M", "Acme is a bank" as "Bank". Any other text stays as it is.
 */
export function removeName(text: string, name: string): string {
  const place = /^\p{Lu}[^,.;:]{0,40}-based /u.exec(text)?.[0] ?? '';
  const start = [`${name} `, `${place}${name} `].find((one) => name !== '' && text.startsWith(one));
  const rest = text.slice(start?.length);
  const isVerb = /^[a-z]+(ed|s)\b/.test(rest) && !/^(was|has|does) /.test(rest);
  return start === undefined || !isVerb ? text : beginWithVerb(rest);
}

const beginWithVerb = (rest: string): string => capitalize(rest.replace(/^is (an? |the )?/, ''));
