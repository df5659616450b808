import { useQuery, useQueryClient } from '@tanstack/react-query';
import { unlockedDeals } from '../../library/records/records.ts';
import { formatCount, toDay, formatMoney } from '../../platform/format.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { RoundBadge } from './cells.tsx';
import { storedHistory, unlockDeals, type DealHistoryKey } from './deal-history.ts';
import { FactSection } from './facts.tsx';
import type { FetchDeals } from './load-records.ts';
import { RecordName } from './profile-link.tsx';

type DealHistorySectionProps = {
  readonly of: DealHistoryKey;
  /** How many deals the record counts. */
  readonly known: number | null;
  readonly tenthsPerRow: number;
  readonly fetchDeals: FetchDeals;
};

/** The newest deals that one click unlocks. */
const mostRows = 25;

/** The unlocked deals of a record, newest first, or the button that unlocks them. */
export function DealHistorySection({ of, known, tenthsPerRow, fetchDeals }: DealHistorySectionProps) {
  const client = useQueryClient();
  const list = useQuery(storedHistory(of));
  if (list.data && list.data.length > 0) return <DealList of={of} ids={list.data} known={known} />;
  if (known === 0) return null;
  const rows = Math.min(known ?? mostRows, mostRows);
  const load = (authorization: SpendAuthorization) => void unlockDeals(authorization, client, of, rows, fetchDeals);
  return (
    <div className="grid justify-items-start gap-2 border-t border-line pt-3">
      <PricedButton upTo tenths={rows * tenthsPerRow} pending={list.isFetching} onConfirm={load}>
        {known !== null && known > rows ? `The newest ${rows} of ${known} deals` : `All ${formatCount(rows, 'deal')}`}
      </PricedButton>
      {list.error && <FailureNotice key={list.error.message} failure={list.error} />}
    </div>
  );
}

type DealListProps = Pick<DealHistorySectionProps, 'of' | 'known'> & { readonly ids: readonly string[] };

function DealList({ of, ids, known }: DealListProps) {
  const deals = ids.flatMap((id) => unlockedDeals.read(id) ?? []);
  return (
    <FactSection
      title={
        known !== null && known > ids.length
          ? `The newest ${ids.length} of ${known} deals`
          : formatCount(ids.length, 'deal')
      }
    >
      <ul className="grid">
        {deals.map((deal) => (
          <li key={deal.id} className="grid gap-0.5 border-b border-line py-1.5 last:border-0">
            <span className="flex justify-between gap-3">
              <span className="flex min-w-0 gap-2">
                <RoundBadge round={{ ...deal, type: deal.round_type }} />
                {of[0] !== 'company deals' && <RecordName kind="company" id={deal.company_id} className="text-ink-2" />}
              </span>
              <span className="tabular-nums">
                {deal.total_round_raised === null ? (
                  <span className="text-ink-3">undisclosed</span>
                ) : (
                  formatMoney(deal.total_round_raised)
                )}
              </span>
            </span>
            <span className="text-[11.5px] text-ink-3 tabular-nums">{toDay(deal.date) ?? 'no date'}, UTC</span>
          </li>
        ))}
      </ul>
    </FactSection>
  );
}
