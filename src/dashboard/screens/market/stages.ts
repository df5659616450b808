import type { facetStages } from '#contract/facets.ts';
import { formatStageInText } from '../../platform/rounds.ts';
import { toStage } from '../searches/kit/lookups/facet-query.ts';

/** A stage as the service names it. */
export type MarketStage = (typeof facetStages)[number];

const names: Record<MarketStage, string> = {
  PRE_SEED: 'Pre-seed',
  SEED: 'Seed',
  SERIES_A: 'Series A',
  SERIES_B: 'Series B',
  SERIES_C: 'Series C',
  SERIES_D_PLUS: 'Series D+',
  OTHER: 'Other',
};

export const formatStage = (stage: MarketStage): string => names[stage];

/** The same within a sentence: "seed", "Series A". */
export const formatStageInSentence = (stage: MarketStage): string => formatStageInText(toStage(stage));

/** The color of a stage. */
export const getMarketColor = (stage: MarketStage): string => `var(--color-stage-${toStage(stage)})`;
