import givenNamesText from './given-names.txt?raw';
import { buildNameKey } from '../../db/name-key.ts';

/** Words that occur in names of investors that are not people. */
const investorWords = new Set(
  `accelerator advisors advisory agency alliance angels asset assets association bank bio blockchain capital club co
  collective com company corp corporation crypto dao digital equity exchange family finance financial foundation fund
  funds gaming gmbh group growth hub health holding holdings inc incubator innovation institute international invest
  investing investment investments investors io lab labs limited llc llp lp ltd management media network office partner
  partners plc private protocol research sa sciences securities seed software solutions startups studio studios
  syndicate systems tech technologies technology trading trust university ventures venture vc web`.split(/\s+/),
);

/** Whether a name ends like that of an investor: "Alder Capital", but not "Alder". */
export const endsLikeInvestor = (name: string): boolean =>
  investorWords.has(buildNameKey(name).split(' ').at(-1) ?? '') && name.trim().includes(' ');

/** Given names: a name in a list is a person's only when it begins with one of them. */
const givenNames = new Set(givenNamesText.trim().split(/\s+/));

/** Investors with names that look like a person's. */
const personLikeNames = new Set([
  'franklin templeton',
  'morgan stanley',
  'charles schwab',
  'jane street',
  'raymond james',
]);

const particles = new Set('de da di del della den der dos du la le van von bin ibn al el ben y e'.split(' '));

/** Whether a name in a list of investors is a person's: two to four capitalized words, the first a given name. */
export function isPersonName(name: string): boolean {
  const words = name.trim().split(/\s+/);
  if (words.length < 2 || words.length > 4) return false;
  const folded = words.map(buildNameKey);
  if (personLikeNames.has(buildNameKey(name))) return false;
  if (folded.some((word) => investorWords.has(word))) return false;
  const [first = ''] = (folded[0] ?? '').split(' ');
  return (
    givenNames.has(first) && words.every((word, place) => particles.has(folded[place] ?? '') || isCapitalized(word))
  );
}

const isCapitalized = (word: string) => /^\p{Lu}[\p{L}'’-]*\.?$/u.test(word);

/** Capitalizes "ACME ROBOTICS, INC." normally; a name with lower-case letters is left alone. */
export function capitalizeName(name: string): string {
  const text = name.replace(/\s+/g, ' ').trim();
  if (/\p{Ll}/u.test(text)) return text;
  return text.replace(/[\p{Lu}\p{N}&'’.]+/gu, capitalizeWord);
}

/** Legal forms, numerals and words without a vowel (abbreviations) stay in capitals. */
function capitalizeWord(word: string): string {
  if (/^(LLC|LLP|LP|L\.P\.|L\.L\.C\.|PLC|SA|AG|NV|BV|USA|US|AI|IT|II|III|IV|VI|VII|VIII|IX)$/.test(word)) return word;
  if (!/[AEIOUY]/.test(word) && !/^(LTD|MR|MRS|DR|ST|JR|SR)\.?$/.test(word)) return word;
  return word.charAt(0) + word.slice(1).toLowerCase();
}

/** The name that a slug was made of: "accel-partners" is "Accel Partners". */
export const restoreName = (slug: string): string =>
  slug.replaceAll('-', ' ').replace(/(^| )\p{L}/gu, (first) => first.toUpperCase());
