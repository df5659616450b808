import { parse } from 'csv-parse/sync';
import nichesText from './data/niches.csv?raw';
import sectorList from './data/sectors.json';
import { listSlots } from './template.ts';

/** What companies of one kind make, for whom, why and how. */
type Offer = Record<'product' | 'plain' | 'customers' | 'benefit' | 'how', readonly string[]>;

/** An offer, of which every combination is a sentence. A plain product has no "for", so that "for" can follow it. */
export type Niche = Offer & {
  /** Permalinks, the main one first. */
  industries: readonly string[];
  /** The number of different sentences in each shape of the sector, and in total. */
  sizes: readonly number[];
  total: number;
  /** Repeatedly adding this visits every sentence before any repeats; neighbors differ in every part. */
  step: number;
};

/** A part of the market; `size` is how much more than usual its companies raise, `industries` are those of all. */
export type Sector = (typeof sectorList)[number] & { niches: readonly Niche[] };

const nicheRows: Record<string, string>[] = parse(nichesText, { columns: true });

export const sectors: readonly Sector[] = sectorList.map((sector) => ({
  ...sector,
  niches: nicheRows.filter((row) => row['sector'] === sector.name).map((row) => buildNiche(row, sector.shapes)),
}));

function buildNiche(row: Record<string, string>, shapes: readonly string[]): Niche {
  const read = (column: string) => row[column]?.split('; ') ?? [];
  const product = read('product');
  const plain = product.filter((text) => !text.includes(' for '));
  const offer = { product, plain, customers: read('customers'), benefit: read('benefit'), how: read('how') };
  const sizes = shapes.map((shape) =>
    listSlots(shape).reduce((count, slot) => count * listChoices(offer, slot).length, 1),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return { ...offer, industries: read('industries'), sizes, total, step: findStep(total) };
}

/** The texts for a slot of a shape; the country can be named or left out. */
export function listChoices(
  offer: Offer,
  slot: string,
  known = { name: '', city: '', country: '' },
): readonly string[] {
  if (slot === 'name' || slot === 'city') return [known[slot]];
  return slot === 'where' ? ['', ` in ${known.country}`] : offer[slot as keyof Offer];
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

function findStep(total: number): number {
  let step = Math.max(1, Math.floor(total * 0.618));
  while (greatestDivisor(total, step) > 1) step -= 1;
  return step;
}
