import { useQueryClient } from '@tanstack/react-query';
import type { DealRecord } from '../../library/records/records.ts';
import { formatCount, formatDayOf } from '../../platform/format.ts';
import { formatNativeAmounts, formatRoundType, getRoundColor } from '../../platform/rounds.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import {
  type DealHistoryState,
  describeCoverage,
  priceDeals,
  unlockDeals,
} from '../../search/record/deal-history-section.tsx';
import { RecordName } from '../../search/record/profile-link.tsx';
import { CompanyNamesButton } from '../../search/record/unlock-buttons.tsx';
import { ProfileBlock } from './profile-block.tsx';
import type { ProfileUrlState } from './profile-frame.tsx';
import { unlockDealsId } from './quarters-block.tsx';
import { RaisedCell } from '../../search/record/cells.tsx';

type RecentDealsProps = {
  readonly history: DealHistoryState;
  readonly url: ProfileUrlState;
};

const fewDeals = 8;
const maxDeals = 500;

/** The newest unlocked deals; a click expands the list. */
export function RecentDeals({ history, url: { value, write } }: RecentDealsProps) {
  const { deals, at } = history;
  const shown = deals.slice(0, value.all === true ? maxDeals : fewDeals);
  const hidden = deals.length - shown.length;
  return (
    <ProfileBlock
      title="Recent deals"
      basis={`${describeCoverage(history)}; amounts are round sizes`}
      at={at}
      foot={
        <>
          <CompanyNamesButton ids={shown.flatMap(({ company_id: id }) => id ?? [])}>
            Unlock the names of these companies
          </CompanyNamesButton>
          {deals.length > fewDeals && (
            <button
              type="button"
              aria-expanded={value.all === true}
              className="min-h-6 justify-self-start text-11.5 text-accent-ink underline decoration-line underline-offset-2 hover:decoration-current"
              onClick={() => write({ ...value, all: value.all === true ? undefined : true }, 'replace')}
            >
              {value.all === true
                ? 'Show fewer'
                : `Show ${formatCount(Math.min(hidden, maxDeals - fewDeals), 'more deal')}`}
            </button>
          )}
          <DealsAnchor history={history} />
        </>
      }
    >
      <DealRows deals={shown} />
    </ProfileBlock>
  );
}

/** Deals in two lines each, in the given order. */
function DealRows({ deals }: { readonly deals: readonly DealRecord[] }) {
  return (
    <ul className="grid">
      {deals.map((deal) => {
        const round = { ...deal, type: deal.round_type };
        const native = deal.total_round_raised === null ? '' : formatNativeAmounts(deal);
        return (
          <li key={deal.id} className="grid gap-0.5 border-b border-line py-2 first:pt-0 last:border-0 last:pb-0">
            <span className="flex min-w-0 items-baseline justify-between gap-3">
              <RecordName kind="company" id={deal.company_id} />
              <span className="shrink-0">
                <RaisedCell deal={deal} />
              </span>
            </span>
            <span className="flex min-w-0 items-baseline justify-between gap-3 text-11.5 text-ink-3">
              <span className="flex min-w-0 items-center gap-1.5 tabular-nums">
                <i aria-hidden className="size-2 shrink-0 rounded-xs" style={{ background: getRoundColor(round) }} />
                <span className="truncate">
                  {formatRoundType(round)}, {formatDayOf(deal.date)}
                </span>
              </span>
              <span className="shrink-0 tabular-nums empty:hidden">{native}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

type HistoryProps = { readonly history: DealHistoryState };

/** Deals of the smaller of the two offers. */
const fewRows = 25;

/** Buttons that unlock the missing deals: all of them, and the next 25 where more are missing. */
export function CompleteDeals({ history }: HistoryProps) {
  const client = useQueryClient();
  const { of, listed, total, whole, pending, failure } = history;
  const missing = (total ?? listed + fewRows) - listed;
  if (whole || missing <= 0) return null;
  const load = (rows: number) => (authorization: SpendAuthorization) =>
    void unlockDeals(authorization, client, of, rows);
  const offers = missing > fewRows ? [fewRows, missing] : [missing];
  const formatOffer = (rows: number) => {
    if (total === null || rows < missing) return listed === 0 ? `Newest ${rows} deals` : `Next ${rows} deals`;
    if (rows === 1) return listed === 0 ? 'The one deal' : 'The last deal';
    return listed === 0 ? `All ${rows.toLocaleString('en-US')} deals` : `The other ${rows.toLocaleString('en-US')}`;
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {offers.map((rows) => (
          <PricedButton key={rows} upTo tenths={priceDeals(of, rows)} pending={pending} onConfirm={load(rows)}>
            {formatOffer(rows)}
          </PricedButton>
        ))}
      </div>
      {failure && <FailureNotice key={failure.message} failure={failure} />}
    </div>
  );
}

/** Says how many deals are missing, and scrolls to the buttons that unlock them. */
function DealsAnchor({ history: { whole, total, deals } }: HistoryProps) {
  if (whole || total === null) return null;
  return (
    <button
      type="button"
      className="min-h-6 justify-self-start text-left text-11.5 text-accent-ink underline decoration-line underline-offset-2 hover:decoration-current"
      onClick={() => {
        const place = document.getElementById(unlockDealsId);
        place?.scrollIntoView({ block: 'nearest' });
        place?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
      }}
    >
      {formatCount(total - deals.length, 'more deal')} available
    </button>
  );
}
