import { type FinancingType, financingTypes } from '#contract/enums.ts';
import { facetStages, findStagePlace, sizeBounds } from '#contract/facets.ts';
import type { CountedFacets, Facet } from '../db/page.ts';
import type { Predicate } from '../db/predicates.ts';
import { countBits, listBlocks } from './bits.ts';
import { type BoundRows, evaluate } from './evaluate.ts';
import type { IndexedRecords } from './read-records.ts';
import type { TagGroups } from './tag-groups.ts';

/**
 * Counts deals that satisfy a predicate by month and stage, round, size, place and industry; what is not requested is
 * empty.
 */
export type CountFacets = (where: Predicate | undefined, by: readonly Facet[], bound: BoundRows) => CountedFacets;

/** Counts the deals of these records. */
export function createCountFacets(records: IndexedRecords): CountFacets {
  const { columns, references, tags, tables } = records;
  // Working memory for one request at a time.
  const byCompany = new Int32Array(tables.c.rows);
  return (where, by, bound) => {
    const matching = where ? evaluate(records, where, 'd', bound) : tables.d.present;
    const isAsked = (...facets: Facet[]) => facets.some((facet) => by.includes(facet));
    const createCounts = (facet: Facet, length: number) => new Int32Array(isAsked(facet) ? length : 0);
    const months = createCounts('months', maxMonths * facetStages.length);
    const rounds = createCounts('rounds', roundCodes.length);
    const sizes = createCounts('sizes', sizeBounds.length + 1);
    const isTagAsked = isAsked('locations', 'industries');
    if (isTagAsked) byCompany.fill(0);
    for (const deals of listBlocks(matching)) {
      if (isAsked('months')) countMonths(columns, deals, months);
      if (isAsked('rounds')) countRounds(columns, deals, rounds);
      if (isAsked('sizes')) countSizes(columns, deals, sizes);
      if (isTagAsked) countCompanies(references, deals, byCompany);
    }
    return {
      generation: records.generation,
      total: countBits(matching),
      months: listMonths(months),
      rounds: listRounds(rounds),
      sizes: listCounted(sizes).map(({ at, deals }) => ({ band: at, deals })),
      locations: isAsked('locations') ? countTags(tags.locationCompanies, byCompany, tables.l.base) : [],
      industries: isAsked('industries') ? countTags(tags.industryCompanies, byCompany, tables.n.base) : [],
    };
  };
}

function countMonths(columns: IndexedRecords['columns'], deals: Int32Array, counts: Int32Array): void {
  const [months, rounds] = [columns['d.month'], columns['d.round']];
  for (const deal of deals)
    increment(counts, (months[deal] as number) * facetStages.length + (stageOfCode[rounds[deal] as number] as number));
}

function countRounds(columns: IndexedRecords['columns'], deals: Int32Array, counts: Int32Array): void {
  const rounds = columns['d.round'];
  for (const deal of deals) increment(counts, rounds[deal] as number);
}

function countSizes(columns: IndexedRecords['columns'], deals: Int32Array, counts: Int32Array): void {
  const amounts = columns['d.total_round_raised'];
  for (const deal of deals) increment(counts, findBand(amounts[deal] as number));
}

function countCompanies({ dealCompany }: IndexedRecords['references'], deals: Int32Array, counts: Int32Array): void {
  for (const deal of deals) increment(counts, dealCompany[deal] as number);
}

const listMonths = (counts: Int32Array): CountedFacets['months'] =>
  listCounted(counts).map(({ at, deals }) => ({
    month: formatMonth(Math.floor(at / facetStages.length)),
    stage: at % facetStages.length,
    deals,
  }));

const listRounds = (counts: Int32Array): CountedFacets['rounds'] =>
  listCounted(counts).flatMap(({ at, deals }) => {
    const { type, ...round } = roundCodes[at] as RoundOfCode;
    return type === null ? [] : [{ type, ...round, deals }];
  });

/** Counts the deals of each tag that has any, from those of its companies. */
function countTags({ groupOf, groups, links }: TagGroups, byCompany: Int32Array, base: number): CountedTag[] {
  const byGroup = new Int32Array(groups);
  for (let company = 0; company < byCompany.length; company += 1) {
    const group = groupOf[company] as number;
    byGroup[group] = (byGroup[group] as number) + (byCompany[company] as number);
  }
  const counted: CountedTag[] = [];
  for (let row = 0; row + 1 < links.offsets.length; row += 1) {
    let deals = 0;
    const end = links.offsets[row + 1] as number;
    for (let at = links.offsets[row] as number; at < end; at += 1)
      deals += byGroup[links.targets[at] as number] as number;
    if (deals > 0) counted.push({ id: row + base, deals });
  }
  return counted;
}

type CountedTag = CountedFacets['locations'][number];

/** More than the column `d.month` can number. */
const maxMonths = 2 ** 15;

type RoundOfCode = { readonly type: FinancingType | null; readonly pre: boolean; readonly extension: boolean };
/** The rounds by their code in `d.round`: four times the type, plus its modifiers. */
const roundCodes = Array.from({ length: 4 * (financingTypes.length + 1) }, (_, code): RoundOfCode => ({
  type: financingTypes[(code >>> 2) - 1] ?? null,
  pre: (code & 2) > 0,
  extension: (code & 1) > 0,
}));
/** The position of each round's stage in `facetStages`. */
export const stageOfCode = roundCodes.map(findStagePlace);

/** The position of an amount's band in `sizeBounds`; one past the last if it is unknown. */
function findBand(usd: number): number {
  if (Number.isNaN(usd)) return sizeBounds.length;
  let band = sizeBounds.length - 1;
  while (band > 0 && usd < (sizeBounds[band] as number)) band -= 1;
  return band;
}

function listCounted(counts: Int32Array): { readonly at: number; readonly deals: number }[] {
  const counted = [];
  for (let at = 0; at < counts.length; at += 1) {
    const deals = counts[at] as number;
    if (deals > 0) counted.push({ at, deals });
  }
  return counted;
}

function increment(counts: Int32Array, at: number): void {
  counts[at] = (counts[at] as number) + 1;
}

/** The column `d.month` as `YYYY-MM`; null when unknown. */
const formatMonth = (code: number): string | null =>
  code === 0
    ? null
    : `${String(Math.floor((code - 1) / 12)).padStart(4, '0')}-${String(((code - 1) % 12) + 1).padStart(2, '0')}`;
