import { z } from 'zod';
import { financingType, financingTypes, industryType, locationType } from './enums.ts';
import { searchDeals } from './deals.ts';
import { countEndpoint } from './endpoint.ts';
import { type FinancingFilter, filterList } from './request-parts.ts';

/** The stages of rounds, early to late; `OTHER` is debt, grants and everything without a stage. */
export const facetStages = ['PRE_SEED', 'SEED', 'SERIES_A', 'SERIES_B', 'SERIES_C', 'SERIES_D_PLUS', 'OTHER'] as const;

/** The position of a round's stage in `facetStages`; a pre-round or extension of a series counts as the series. */
export function findStagePlace({ type, pre }: { readonly type: string | null; readonly pre: boolean | null }): number {
  if (type === 'SEED') return pre === true ? 0 : 1;
  const letter = /^SERIES_([A-Z])$/.exec(type ?? '')?.[1];
  return letter === undefined ? 6 : Math.min(5, 2 + letter.charCodeAt(0) - 'A'.charCodeAt(0));
}

const everyRound: readonly FinancingFilter[] = financingTypes.flatMap((type) =>
  [false, true].flatMap((pre) => [false, true].map((extension) => ({ type, pre, extension }))),
);

/** Every round of a stage, with its modifiers. */
export const listStageRounds = (stage: (typeof facetStages)[number]): FinancingFilter[] =>
  everyRound.filter((round) => facetStages[findStagePlace(round)] === stage);

/** Every form in which a round counts as this one: its extension, and of a series its pre-rounds. */
export const listRoundForms = (round: Pick<FinancingFilter, 'type' | 'pre'>): FinancingFilter[] =>
  everyRound.filter((form) => form.type === round.type && findStagePlace(form) === findStagePlace(round));

/** The maximum number of places, and of industries, in one response. */
export const maxFacetValues = 500;

/** The lower bounds of the size bands, in US dollars. */
export const sizeBounds = [0, 1e6, 5e6, 10e6, 25e6, 50e6, 100e6, 250e6, 1e9] as const;

const count = { deals: z.int() };
const named = z.strictObject({ permalink: z.string(), name: z.string(), ...count });

/** How many deals a search matches, in total and by each requested facet; a list that was not requested is absent. */
const dealFacets = z.strictObject({
  total: z.int(),
  /** By UTC month (`YYYY-MM`, oldest first) and stage; `month` is null for deals without a date. */
  months: z.array(z.strictObject({ month: z.string().nullable(), stage: z.enum(facetStages), ...count })).optional(),
  /** Every place of the deals and all places above it, at most 500, most frequent first. */
  locations: z.array(named.extend({ location_type: locationType })).optional(),
  /** By round type with its modifiers, most frequent first; deals without a known type are left out. */
  rounds: z
    .array(z.strictObject({ type: financingType, pre: z.boolean(), extension: z.boolean(), ...count }))
    .optional(),
  /** Industries and super categories, at most 500, most frequent first. */
  industries: z.array(named.extend({ industry_type: industryType })).optional(),
  /** By the lower bound of their band (`sizeBounds`); null for undisclosed amounts. */
  sizes: z.array(z.strictObject({ min: z.number().nullable(), ...count })).optional(),
});
export type DealFacets = z.infer<typeof dealFacets>;

/**
 * POST /account/facets: counts all matches of a search for deals by month and stage, round, place, industry and size;
 * free. `deals` is the body of POST /deals; page and order have no effect. Only our own service has it; `facets` of
 * `GET /config.json` says so.
 */
export const countDealFacets = countEndpoint('countDealFacets', 'POST', '/facets', {
  summary: 'Count the deals of a search by month and stage, round, place, industry and size',
  body: z.strictObject({
    deals: searchDeals.body,
    by: filterList(z.enum(['months', 'rounds', 'locations', 'industries', 'sizes'])),
  }),
  data: z.strictObject({ facets: dealFacets }),
});
