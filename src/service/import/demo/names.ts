import { toSlug } from '../../db/name-key.ts';
import type { Random } from './market.ts';

/** A generated name with its slug. */
export type Name = { name: string; slug: string };

export type NameParts = readonly [Name, ...Name[]];

/** Parts of names with their slugs, computed once because they are the most expensive part of a name. */
export const splitParts = (text: string) =>
  text.split('|').map((name): Name => ({ name, slug: toSlug(name) })) as [Name, ...Name[]];

const starts = splitParts(
  'Al|Ar|Bel|Bri|Cal|Cor|Dal|Del|El|Fen|Gal|Hal|Iv|Jun|Kal|Kes|Lum|Mar|Mer|Nal|Nor|Ol|Or|Pel|Quin|Rav|Ri|Sal|Sol|Tal|Tor|Ul|Val|Ver|Wen|Yar|Zan|Åk|Él|Łuk|Øs|Zür',
);
const middles = splitParts('a|e|i|o|u|an|en|in|on|ar|er|ir|or|ia|io|ea');
const ends = splitParts(
  'bar|beck|bia|cor|dane|dia|do|fern|gate|gen|grid|ka|kin|la|lane|lio|lon|mark|mere|mi|na|neo|nix|path|quo|ra|ria|rix|sky|so|stad|ta|tera|thia|tor|va|via|vo|wick|wise|xa|zen',
);

type Culture = { first: NameParts; root: NameParts; end: NameParts };

const findCulture = (first: string, root: string, end: string): Culture => ({
  first: splitParts(first),
  root: splitParts(root),
  end: splitParts(end),
});

/** First names with parts of family names that fit. */
const cultures: readonly [Culture, ...Culture[]] = [
  findCulture(
    'Adam|Alice|Charlotte|Claire|Daniel|Emma|Grace|Jack|Liam|Noah|Ruth|Thomas|William|Zoë',
    'Alder|Bran|Cald|Denn|Fair|Hath|Kest|Mar|Old|Pem|Ren|Thorn|Wes|Wren',
    'more|ton|wick|ford|ley|combe|den|hurst|worth',
  ),
  findCulture(
    'Amélie|Anna|Chloé|Felix|Hugo|Jonas|Lena|Lukas|Margaux|Matthieu|Paul|Sophie',
    'Bal|Berg|Drach|Eichen|Fontan|Grün|Hollen|Lind|Marv|Ros|Sand|Wend',
    'ard|bach|eaux|feld|heim|inger|mann|stein',
  ),
  findCulture(
    'Aino|Astrid|Björn|Elin|Freja|Ida|Johan|Lars|Maja|Oskari|Sigrid|Søren',
    'Ask|Björn|Ek|Grön|Halv|Linde|Norr|Sand|Strand|Ulv|Varg|Öst',
    'berg|dahl|fors|holt|mark|sen|ström|vik',
  ),
  findCulture(
    'Alejandra|Bruno|Chiara|Giulia|Inês|João|José|Lucía|Marco|Óscar|Rafael|Tomás',
    'Alm|Bar|Castel|Font|Gal|Ibar|Mend|Nuñ|Pal|Quint|Val|Zamor',
    'ales|anza|edo|eira|elli|ez|ini|osa',
  ),
  findCulture(
    'Ivan|Jana|Katarzyna|Łukasz|Marek|Milena|Olga|Petr|Vera|Wojciech|Zuzana|Željko',
    'Bor|Dvor|Hal|Jansk|Kovar|Lub|Mal|Novot|Pol|Stan|Vel|Zar',
    'ak|ek|enko|ić|iuk|man|ov|sky',
  ),
  findCulture(
    'Aarav|Aditi|Anil|Asha|Kavya|Meera|Nikhil|Priya|Rohan|Samir|Uma|Vikram',
    'Arv|Bhal|Chand|Dev|Jain|Kal|Mal|Nar|Pal|Raj|Sar|Vas',
    'adi|ani|anna|ekar|esh|ina|upta|wala',
  ),
  findCulture(
    'Chen|Hana|Haruto|Hiroshi|Jin|Jiwoo|Mei|Minjun|Sora|Wei|Xin|Yuki',
    'Aki|Haru|Hoshi|Isa|Kawa|Mori|Naka|Oka|Taka|Tera|Yama|Yoshi',
    'buchi|da|hara|mizu|moto|mura|no|saki',
  ),
  findCulture(
    'Adaeze|Ahmed|Emeka|Esra|Farah|Kofi|Leila|Mina|Nadia|Ngozi|Omar|Yael',
    'Ab|Ade|Bal|Dem|Eker|Hadd|Kar|Mans|Ok|Sal|Tah|Yilm',
    'adi|aka|anu|eke|iri|ola|our|şen',
  ),
];
const schools = splitParts(
  'Northmoor University|Aldmere Institute of Technology|Universidad de Valdoria|Hochschule Lindenau|Kestrel College|École supérieure de Marvaux|Tamra Institute of Science|Sundvik University|Harrow Bay Business School|National University of Ostara',
);
const employers = splitParts(
  'Halden Bank|Marrow Consulting|Northlake Motors|Ostrava Telecom|Pellworth Insurance|Brightwater Media|Kestrel Airways|Sandoval Foods|Tamra Semiconductors|Wexmoor Pharmaceuticals',
);

const join = (...parts: Name[]): Name => ({
  name: parts.map(({ name }) => name).join(''),
  slug: parts.map(({ slug }) => slug).join(''),
});

/** A made-up word; every tenth has an extra syllable, so that there are enough for a million companies. */
function findStem(random: Random): Name {
  const [start, end] = [random.pick(starts), random.pick(ends)];
  if (random.chance(0.2)) return join(start, end);
  const middle = random.pick(middles);
  return random.chance(0.1) ? join(start, middle, random.pick(ends), end) : join(start, middle, end);
}

function addTail(stem: Name, tail: Name): Name {
  return { name: `${stem.name} ${tail.name}`, slug: `${stem.slug}-${tail.slug}` };
}

/** `tails` are the name endings of its sector. */
export const drawCompanyName = (random: Random, tails: NameParts): Name =>
  random.chance(0.3) ? findStem(random) : addTail(findStem(random), random.pick(tails));
/** `tails` are the name endings of its focus. */
export const drawInvestorName = (random: Random, tails: NameParts): Name =>
  addTail(findStem(random), random.pick(tails));
/** Most people have a first name that fits their family name. */
export function drawPersonName(random: Random): Name {
  const { first, root, end } = random.pick(cultures);
  const given = random.chance(0.75) ? first : random.pick(cultures).first;
  return addTail(random.pick(given), join(random.pick(root), random.pick(end)));
}
export const drawSchoolName = (random: Random): string => random.pick(schools).name;
export const drawEmployerName = (random: Random): string => random.pick(employers).name;
