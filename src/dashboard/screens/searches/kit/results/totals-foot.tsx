import { useMemo } from 'react';
import { formatCount, formatMoney } from '../../../../platform/format.ts';
import { useSearchQuery } from '../search/search-context.tsx';
import { sumAmounts } from './sum-amounts.ts';

type TotalsFootProps = {
  /** The rows that are summed: the selected ones, or else all in view. */
  readonly ids: readonly string[];
  readonly isSelection: boolean;
  /** How many rows are loaded, and how many the search has; null if it did not say. */
  readonly loaded: number;
  readonly total: number | null;
};

/** What the rows in view, or the selected ones, raised: number, total, median and middle half; nothing without amounts. */
export function TotalsFoot({ ids, isSelection, loaded, total }: TotalsFootProps) {
  const { resource } = useSearchQuery();
  const { chart, one, many } = resource;
  const sums = useMemo(() => sumAmounts(ids.map((id) => chart.read(id)?.usd ?? null)), [chart, ids]);
  if (!chart.amount || ids.length === 0) return null;
  const what = isSelection ? 'selected' : total !== null && loaded < total ? 'loaded' : '';
  return (
    <dl
      aria-label="Totals"
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-4 gap-y-0.5 border-t border-line bg-panel px-4 text-ink-3 tabular-nums tablet:px-6 short:hidden"
    >
      <div className="flex gap-2">
        <dt className="sr-only">Rows</dt>
        <dd>
          <b className="font-semibold text-ink">
            {formatCount(ids.length, [what, one].filter(Boolean).join(' '), [what, many].filter(Boolean).join(' '))}
          </b>{' '}
          <span className="max-tablet:sr-only">
            {sums.undisclosed === 0 ? 'all disclosed' : `${sums.undisclosed.toLocaleString('en-US')} undisclosed`}
          </span>
        </dd>
      </div>
      <span aria-hidden className="grow max-tablet:hidden" />
      <Sum name="Total">{sums.total}</Sum>
      <Sum name="Median">{sums.median}</Sum>
      {sums.middleHalf && (
        <div className="flex gap-2 max-tablet:hidden">
          <dt>Middle half</dt>
          <dd>{sums.middleHalf.map((usd) => formatMoney(usd)).join('–')}</dd>
        </div>
      )}
    </dl>
  );
}

const Sum = ({ name, children }: { readonly name: string; readonly children: number | null }) =>
  children !== null && (
    <div className="flex gap-2">
      <dt>{name}</dt>
      <dd className="font-semibold text-ink">{formatMoney(children)}</dd>
    </div>
  );
