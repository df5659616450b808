import { toSlug } from '../../db/name-key.ts';
import names from './data/names.json';
import { Random } from './random.ts';
import { sectors } from './sectors.ts';

const splitWords = (text: string): string[] => text.split(' ');

/** Well-known companies and places whose names the parts would form. */
const takenNames = new Set(splitWords(names.companies.taken));

/** All pairs of parts, without names that are taken, repeat a part, or double a letter awkwardly. */
function combine(firsts: string, seconds: string, between = ''): string[] {
  return splitWords(firsts).flatMap((first) =>
    splitWords(seconds).flatMap((second) => {
      const [start, end] = [first.toLowerCase(), second.toLowerCase()];
      const name = first + between + second;
      return takenNames.has(toSlug(name)) || start === end || start.at(-1) === end[0] ? [] : [name];
    }),
  );
}

type Form = 'compound' | 'sector' | 'pair' | 'foreign';
/** The forms of names for 50 companies in turn, mixed so that neighbors differ. */
const forms = Array.from({ length: 50 }, (_, index): Form => {
  if (index === 7) return 'foreign';
  if (index % 3 === 1) return 'sector';
  return index % 6 === 3 ? 'pair' : 'compound';
});
const countForms = (wanted: Form, end = forms.length) => forms.slice(0, end).filter((form) => form === wanted).length;

/** `isFirst`: no company of the market before this one has the name. */
export type CompanyName = { name: string; isFirst: boolean };

/**
 * Names by a company's number in the market, its sector, its number in the sector, and whether it has an ending; none
 * repeats, with another ending, before all are used.
 */
export function openCompanyNames(seed: number) {
  const random = new Random(seed);
  const { firsts, seconds, adjectives, nouns, foreign, endings } = names.companies;
  const shared = {
    compound: random.shuffle(combine(firsts, seconds)),
    pair: random.shuffle(combine(adjectives, nouns, ' ')),
    foreign: random.shuffle(foreign),
  };
  const own = sectors.map(({ roots }) => random.shuffle(combine(roots, endings)));
  return (index: number, sector: number, ordinal: number, hasTail: boolean): CompanyName => {
    const place = index % forms.length;
    const form = forms[place] ?? 'compound';
    const list = (form === 'sector' ? own[sector] : shared[form]) ?? [];
    const turn = Math.floor(index / forms.length);
    const number = form === 'sector' ? ordinal : turn * countForms(form) + countForms(form, place);
    const at = number % list.length;
    const round = Math.floor(number / list.length);
    const base = list[at] ?? '';
    if (round === 0 && !hasTail) return { name: base, isFirst: true };
    const { tails = [] } = sectors[sector] ?? {};
    return {
      name: `${base} ${tails[(round + at) % tails.length]}`,
      isFirst: round < (form === 'sector' ? tails.length : 1),
    };
  };
}

/** The parts of the names of investors, by their slots. */
export const investorNameParts: Record<string, readonly string[]> = {
  word: names.investors.word,
  pair: combine(names.companies.adjectives, names.companies.nouns, ' '),
  family: splitWords(names.investors.family),
  number: splitWords(names.investors.number),
  things: splitWords(names.investors.things),
};

const cultures = new Map(
  Object.entries(names.people).map(([culture, { given, family }]) => [
    culture,
    { given: splitWords(given), family: splitWords(family) },
  ]),
);
const allCultures = [...cultures.keys()];

/** Draws a person's name; most people have one that is common in their country. */
export function drawPersonName(random: Random, usual: readonly string[]): string {
  const isUsual = random.chance(0.85) && usual.length > 0;
  const { given, family } = cultures.get(random.pick(isUsual ? usual : allCultures)) ?? { given: [], family: [] };
  return `${random.pick(given)} ${random.pick(family)}`;
}
