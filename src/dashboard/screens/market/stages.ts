import { facetStages } from '#contract/facets.ts';
import type { Stage } from '../../platform/rounds.ts';

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

/** The number of a stage in the palette; 0 for rounds without one. */
export const toPaletteStage = (stage: MarketStage): Stage =>
  ((facetStages.indexOf(stage) + 1) % facetStages.length) as Stage;

/** The color of a stage. */
export const getMarketColor = (stage: MarketStage): string => `var(--color-stage-${toPaletteStage(stage)})`;
