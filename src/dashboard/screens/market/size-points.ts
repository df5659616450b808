import type { Market, sizeFigures } from '#contract/market.ts';
import { formatMoney } from '../../platform/format.ts';
import type { MarketStage } from './stages.ts';

export type SizeFigure = (typeof sizeFigures)[number];
type Sized = NonNullable<Market['sizes']>['recent'][number];

/** The percentiles of one period. */
export type SizePoint = { readonly start: string; readonly percentiles: Sized['percentiles'] };

/** The periods of a stage, from the first to the last that has percentiles. */
export function listSizePoints({ sizes }: Market, stage: MarketStage): SizePoint[] {
  const points = (sizes?.periods ?? []).map(({ start, stages }) => ({
    start,
    percentiles: stages.find((one) => one.stage === stage)?.percentiles ?? null,
  }));
  const hasFigures = ({ percentiles }: SizePoint) => percentiles !== null;
  return points.slice(points.findIndex(hasFigures), points.findLastIndex(hasFigures) + 1).filter((_, at) => at >= 0);
}

/** A value of a figure: "$3.0M", "1.8×", "18 mo". */
export function formatSize(value: number, figure: SizeFigure): string {
  if (figure === 'step_up') return `${value.toFixed(1)}×`;
  if (figure === 'months') return `${Math.round(value)} mo`;
  return formatMoney(value);
}
