import { z } from 'zod';
import { dealCatalogue } from '#contract/deal-filters.ts';
import { graduatingStages, marketMeasures, sizeFigures } from '#contract/market.ts';
import { facetStages } from '#contract/facets.ts';
import { dayParameter, flagParameter } from '../../platform/url/url.ts';
import { buildQuerySchema } from '../searches/kit/query/search-query.ts';
import { markText } from './selection.ts';

/** What the heat table of places shows, and what the lines of leads are sorted by. */
const placeMeasures = ['deals', 'amount', 'change'] as const;
const leadOrders = ['led', 'amount'] as const;

/** The market screen in its address: the question, as the screen of deals has it, the day, the views, the selection. */
export const marketUrl = buildQuerySchema(dealCatalogue).extend({
  /** The day on which the figures are as they were known; absent for today. */
  known: dayParameter.optional(),
  /** Draws what is known today behind what was known on that day. */
  compared: flagParameter.optional(),
  period: z.enum(['quarter', 'month']).default('quarter'),
  measure: z.enum(marketMeasures).default('deals'),
  figure: z.enum(sizeFigures).default('amount'),
  sizes: z.enum(facetStages).default('SEED'),
  stage: z.enum(graduatingStages).default('SEED'),
  where: z.enum(placeMeasures).default('deals'),
  leads: z.enum(leadOrders).default('led'),
  /** What is selected, in one of the blocks. */
  mark: z.array(markText),
});
export type MarketUrl = z.output<typeof marketUrl>;
