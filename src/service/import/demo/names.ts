import { toSlug } from '../../db/fold.ts';
import type { Random } from './random.ts';

/** An invented name, and what stands for it in addresses. */
export type Name = { name: string; slug: string };

export type NameParts = readonly [Name, ...Name[]];

/** A list of parts of names, each with its slug, which costs more than all the rest of a name. */
export const toParts = (text: string) =>
  text.split('|').map((name): Name => ({ name, slug: toSlug(name) })) as [Name, ...Name[]];

const starts = toParts(
  'Al|Ar|Bel|Bri|Cal|Cor|Dal|Del|El|Fen|Gal|Hal|Iv|Jun|Kal|Kes|Lum|Mar|Mer|Nal|Nor|Ol|Or|Pel|Quin|Rav|Ri|Sal|Sol|Tal|Tor|Ul|Val|Ver|Wen|Yar|Zan|Åk|Çel|Él|Łuk|Øs|Šim|Zür',
);
const middles = toParts('a|e|i|o|u|an|en|in|on|ar|er|ir|or|ia|io|ea|ø|é|ü|ã');
const ends = toParts(
  'bar|beck|bia|cor|dane|dia|do|fern|gate|gen|grid|ka|kin|la|lane|lio|lon|mark|mere|mi|na|neo|nix|path|quo|ra|ria|rix|sky|so|stad|ta|tera|thia|tor|va|via|vo|wick|wise|xa|zen',
);
const firmTails = toParts('Ventures|Ventures|Capital|Capital|Partners|Fund|Growth|Angels|Seed|Equity|Holdings');
const firstNames = toParts(
  'Adaeze|Ahmed|Aino|Alejandra|Amélie|Anil|Asha|Björn|Bruno|Chiara|Chloé|Dana|Daniel|Emeka|Emma|Esra|Farah|Grace|Hana|Hiroshi|Ines|Ivan|Jana|Jin|João|José|Kavya|Kofi|Lars|Leila|Liam|Lucía|Łukasz|Maja|Marek|Mei|Mina|Nadia|Ngozi|Noah|Olga|Omar|Óscar|Priya|Rafael|Rosa|Ruth|Samir|Søren|Tomás|Uma|Vera|Wei|Yael|Yuki|Zoë',
);
const roots = toParts(
  'Andrel|Bal|Berg|Castel|Dvor|Eker|Fonse|Grön|Halv|Ibar|Jansk|Kovar|Linde|Mali|Nuñ|Okor|Pelder|Quint|Ros|Sand|Tanak|Ulv|Varg|Wend|Yilm|Zamor',
);
const familyEnds = toParts('a|berg|dottir|ek|ez|feld|i|ić|man|mura|ø|ova|rai|sen|son|stein|ström|wala|waal|yan');
const schools = toParts(
  'Northmoor University|Aldmere Institute of Technology|Universidad de Valdoria|Hochschule Lindenau|Kestrel College|École supérieure de Marvaux|Tamra Institute of Science|Sundvik University|Harrow Bay Business School|National University of Ostara',
);
const employers = toParts(
  'Halden Bank|Marrow Consulting|Northlake Motors|Ostrava Telecom|Pellworth Insurance|Brightwater Media|Kestrel Airways|Sandoval Foods|Tamra Semiconductors|Wexmoor Pharmaceuticals',
);

const join = (...parts: Name[]): Name => ({
  name: parts.map(({ name }) => name).join(''),
  slug: parts.map(({ slug }) => slug).join(''),
});

/** A word that is no word; every eighth has a syllable more, so that a million companies find enough. */
function toStem(random: Random): Name {
  const [start, end] = [random.pick(starts), random.pick(ends)];
  if (random.chance(0.3)) return join(start, end);
  const middle = random.pick(middles);
  return random.chance(0.125) ? join(start, middle, random.pick(ends), end) : join(start, middle, end);
}

function addTail(stem: Name, tail: Name): Name {
  return { name: `${stem.name} ${tail.name}`, slug: `${stem.slug}-${tail.slug}` };
}

/** `tails` are what companies of its field put behind their names. */
export const toCompanyName = (random: Random, tails: NameParts): Name =>
  random.chance(0.3) ? toStem(random) : addTail(toStem(random), random.pick(tails));
export const toFirmName = (random: Random): Name => addTail(toStem(random), random.pick(firmTails));
export const toPersonName = (random: Random): Name =>
  addTail(random.pick(firstNames), join(random.pick(roots), random.pick(familyEnds)));
export const toSchoolName = (random: Random): string => random.pick(schools).name;
export const toEmployerName = (random: Random): string => random.pick(employers).name;
