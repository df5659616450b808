import type { ComponentProps } from 'react';
import { Fallback, lazyPart } from '../../platform/ui/lazy-part.tsx';
import { useSingleKey } from '../../platform/ui/single-key.ts';
import { useDealCounts } from '../fetch/deal-counts.ts';
import { histogramHeight, toggleHistogram, useHistogramShown } from './use-results-chart.ts';

const Histogram = lazyPart(() => import('./histogram.tsx').then((module) => module.Histogram));

/** The histogram over the table, unless C hides it, another chart is there, or the search would find nothing. */
export function HistogramPlace(props: ComponentProps<typeof Histogram>) {
  const isShown = useHistogramShown();
  useSingleKey('c', toggleHistogram);
  const { search, chart, loaded } = props;
  const { resource, query } = search;
  const { data } = useDealCounts('months', resource, query);
  if (loaded === 0 && data?.total === 0) return null;
  if (!isShown || resource.chart.histogram !== true || chart.place.chart !== undefined) return null;
  return (
    <Fallback value={<div className={histogramHeight} />}>
      <Histogram {...props} />
    </Fallback>
  );
}
