import { useQuery } from '@tanstack/react-query';
import { searchDeals } from '#contract/deals.ts';
import type { SavedSearch } from '#contract/workspace/saved-searches.ts';
import { Button } from '../../platform/ui/button.tsx';
import { marketQuery } from '../searches/kit/record/market-figures.ts';

/** How soon the matches of a saved search for deals were known: what an alert on it would have said, and when. */
export function Backtest({ saved }: { readonly saved: SavedSearch }) {
  const deals = searchDeals.body.safeParse(saved.body).data ?? {};
  const { data, isError, refetch } = useQuery(marketQuery({ deals, blocks: ['backtest'] }));
  if (isError)
    return (
      <p className="flex flex-wrap items-center gap-2">
        The matches could not be counted. <Button onClick={() => void refetch()}>Try again</Button>
      </p>
    );
  if (!data?.backtest) return <p className="text-ink-3">Counting its matches</p>;
  const { deals: total, known } = data.backtest;
  if (total === 0) return <p className="text-ink-2">None of its matches is at least 90 days old.</p>;
  return (
    <p className="text-ink-2 tabular-nums">
      Of {total.toLocaleString('en-US')} matches dated at least 90 days ago,{' '}
      {known
        .map(({ days, deals: count }) => `${Math.round((100 * count) / total)}% were known within ${days} days`)
        .join(', ')}{' '}
      of their date.
    </p>
  );
}
