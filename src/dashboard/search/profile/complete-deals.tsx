import { useQueryClient } from '@tanstack/react-query';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { buyHistory, type AskDeals } from './history.ts';
import type { WatchedHistory } from './use-history.ts';

type CompleteDealsProps = {
  readonly history: WatchedHistory;
  /** What the deals are called here: "deal", "round". */
  readonly one: string;
  readonly tenthsPerRow: number;
  readonly ask: AskDeals;
};

/** Rows of the smaller of the two offers. */
const fewRows = 25;

/** Buys what is missing of a history: all of it, or the next few where all are many. Nothing where it is whole. */
export function CompleteDeals({ history, one, tenthsPerRow, ask }: CompleteDealsProps) {
  const client = useQueryClient();
  const { of, listed, total, whole, pending, failure } = history;
  const missing = (total ?? listed + fewRows) - listed;
  if (whole || missing <= 0) return null;
  const load = (rows: number) => (authorization: SpendAuthorization) =>
    void buyHistory(authorization, client, of, rows, ask);
  const offers = missing > fewRows ? [fewRows, missing] : [missing];
  const toLabel = (rows: number) => {
    if (total === null || rows < missing) return listed === 0 ? `Newest ${rows} ${one}s` : `Next ${rows} ${one}s`;
    if (rows === 1) return listed === 0 ? `The one ${one}` : `The last ${one}`;
    return listed === 0 ? `All ${rows.toLocaleString('en-US')} ${one}s` : `The other ${rows.toLocaleString('en-US')}`;
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {offers.map((rows) => (
          <PricedButton key={rows} upTo tenths={rows * tenthsPerRow} pending={pending} onConfirm={load(rows)}>
            {toLabel(rows)}
          </PricedButton>
        ))}
      </div>
      {failure && <FailureNotice key={failure.message} failure={failure} />}
    </div>
  );
}
