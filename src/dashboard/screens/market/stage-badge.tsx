import { toStage } from '../searches/kit/lookups/facet-query.ts';
import { formatStage, type MarketStage } from './stages.ts';

/** The name of a stage on its tint. */
export const StageBadge = ({ stage }: { readonly stage: MarketStage }) => (
  <span
    className={`stage-tint-${toStage(stage)} inline-flex h-5 items-center gap-1.5 rounded-[5px] pr-1.75 pl-1.5 text-12 font-medium whitespace-nowrap text-ink`}
  >
    <i aria-hidden className={`stage-${toStage(stage)} size-1.75 rounded-xs forced-color-adjust-none`} />
    {formatStage(stage)}
  </span>
);
