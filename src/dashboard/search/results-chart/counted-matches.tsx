import { useDeferredValue } from 'react';
import { useIsCounted } from '../../platform/http/connection.ts';
import type { ResultsProps } from '../results/results-table.tsx';
import { FrequentValues } from './frequent-values.tsx';
import { HistogramPlace } from './histogram-place.tsx';

/**
 * What the form would find, before it is searched: by month, and the most frequent places and industries. Empty where
 * the service does not count it for free.
 */
export function CountedMatches({ search, chart }: ResultsProps) {
  const isCounted = useIsCounted();
  // The screen is painted before its chart.
  const isPainted = useDeferredValue(true, false);
  if (!isCounted || !isPainted) return null;
  const preview = { ...search, query: search.draft };
  return (
    <>
      <HistogramPlace search={preview} chart={chart} figure={undefined} loaded={0} />
      <FrequentValues search={preview} />
    </>
  );
}
