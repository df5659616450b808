import { useDeferredValue } from 'react';
import { useIsCounted } from '../../platform/http/connection.ts';
import type { ResultsProps } from '../results/results-table.tsx';
import { FrequentValues } from './frequent-values.tsx';
import { HistogramPlace } from './histogram-place.tsx';

/**
 * What the form would find, until its rows are there: by month, and before the search the most frequent places and
 * industries. Empty where the service does not count it for free.
 */
export function CountedMatches({ search, chart }: ResultsProps) {
  const isCounted = useIsCounted();
  // The screen is painted before its chart; a search keeps the chart that is there.
  const isPainted = useDeferredValue(true, search.isRun);
  if (!isCounted || !isPainted) return null;
  const preview = { ...search, query: search.draft };
  return (
    <>
      <HistogramPlace search={preview} chart={chart} figure={undefined} loaded={0} />
      {!search.isRun && <FrequentValues search={preview} />}
    </>
  );
}
