import sectorsText from './sectors.txt?raw';
import { type NameParts, splitParts } from './names.ts';
import { parseTemplate, type TextTemplate } from './template.ts';

/** A plain product has no "for" in its text, so that "for" can follow it. */
type OfferSlot = 'product' | 'plain' | 'customers' | 'benefit' | 'how';
type ShapeSlot = OfferSlot | 'name' | 'where' | 'city';
type TextSlot = 'few' | 'some' | 'many' | 'thousands' | 'country' | 'city';

type Texts = readonly [TextTemplate<TextSlot>, ...TextTemplate<TextSlot>[]];
/** Texts for young, growing and late companies. */
export type TextsByAge = readonly [Texts, Texts, Texts];

/** What companies of one kind make, for whom, why and how: every combination is a sentence. */
export type Niche = Record<OfferSlot, readonly string[]> & {
  /** Permalinks, the main one first. */
  industries: readonly string[];
  /** The number of different sentences in total, and in each shape of the sector. */
  total: number;
  sizes: readonly number[];
  /** Repeatedly adding this visits every sentence before any repeats; neighbors differ in every part. */
  step: number;
};

export type Sector = {
  name: string;
  weight: number;
  /** How much more than usual its companies raise. */
  size: number;
  /** The general industry of all its companies, as a permalink; empty if none fits them all. */
  industries: readonly string[];
  subjects: readonly string[];
  roots: NameParts;
  tails: NameParts;
  shapes: readonly [TextTemplate<ShapeSlot>, ...TextTemplate<ShapeSlot>[]];
  /** What companies have achieved so far, and what they do with new money. */
  traction: TextsByAge;
  plans: TextsByAge;
  niches: readonly Niche[];
};

function parseSector(text: string): Sector {
  const lines = text.split('\n');
  const readAll = (key: string) =>
    lines.flatMap((line) => (line.startsWith(`${key}: `) ? [line.slice(key.length + 2)] : []));
  const read = (key: string) => readAll(key)[0] ?? '';
  const shapes = readAll('shape').map((line) => parseTemplate<ShapeSlot>(line)) as unknown as Sector['shapes'];
  const niches = lines.filter((line) => line.startsWith('- ')).map((line) => parseNiche(line.slice(2), shapes));
  return {
    name: (lines[0] ?? '').slice(2),
    weight: Number(read('weight')),
    size: Number(read('size')),
    industries: readAll('industry'),
    subjects: read('study').split('; '),
    roots: splitParts(read('roots'), ';'),
    tails: splitParts(read('tails'), ';'),
    shapes,
    traction: parseTexts(read('traction')),
    plans: parseTexts(read('plans')),
    niches,
  };
}

function parseNiche(line: string, shapes: readonly TextTemplate<ShapeSlot>[]): Niche {
  const [industries = '', rest = ''] = line.split(': ');
  const parts = rest.split(' / ').map((part) => part.split('; '));
  const [product = [], customers = [], benefit = [], how = []] = parts;
  const offer = { product, plain: product.filter((text) => !text.includes(' for ')), customers, benefit, how };
  const sizes = shapes.map(({ slots }) => slots.reduce((count, { slot }) => count * countChoices(offer, slot), 1));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return { ...offer, industries: industries.split(', '), sizes, total, step: findStep(total) };
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

function findStep(total: number): number {
  let step = Math.max(1, Math.floor(total * 0.618));
  while (greatestDivisor(total, step) > 1) step -= 1;
  return step;
}

/** Counts the texts for a slot; a place can be named or left out. */
export function countChoices(offer: Record<OfferSlot, readonly string[]>, slot: ShapeSlot): number {
  return slot === 'name' || slot === 'city' ? 1 : slot === 'where' ? 2 : offer[slot].length;
}

function parseTexts(line: string): TextsByAge {
  const [young, growing, late] = line
    .split(' | ')
    .map((texts) => texts.split(/(?<=\.) /).map((text) => parseTemplate<TextSlot>(text)) as unknown as Texts);
  if (!young || !growing || !late) throw new Error(`three parts expected: ${line}`);
  return [young, growing, late];
}

/**
 * The sectors in sectors.txt: `key: value` lines, `shape` lines, and a line per niche: its industries, then its four
 * parts.
 */
export const sectors = sectorsText.trim().split('\n\n').map(parseSector) as [Sector, ...Sector[]];
