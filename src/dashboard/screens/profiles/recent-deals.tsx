import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { formatCount } from '../../platform/format.ts';
import { useIsFree } from '../../spending/use-free-load.ts';
import { LoadButton } from '../../spending/load-button.tsx';
import {
  DealLines,
  type DealHistoryState,
  describeCoverage,
  priceDeals,
  unlockDeals,
} from '../searches/kit/record/deal-history-section.tsx';
import { CompanyNamesButton } from '../searches/kit/record/unlock-buttons.tsx';
import { ProfileBlock } from './profile-block.tsx';
import type { ProfileUrlState } from './profile-url.ts';

type HistoryProps = {
  readonly history: DealHistoryState;
  /** The first button that unlocks the missing deals; absent while there is none. */
  readonly unlockButton: RefObject<HTMLButtonElement | null>;
};

type RecentDealsProps = HistoryProps & {
  readonly url: ProfileUrlState;
};

const fewDeals = 8;
const maxDeals = 500;

/** The newest unlocked deals; a click expands the list. */
export function RecentDeals({ history, unlockButton, url: { value, write } }: RecentDealsProps) {
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
          <DealsAnchor {...{ history, unlockButton }} />
        </>
      }
    >
      <DealLines deals={shown} hasCompany />
    </ProfileBlock>
  );
}

/** Deals of the smaller of the two offers. */
const fewRows = 25;

/** Buttons that unlock the missing deals: all of them, and the next 25 where more are missing. */
export function CompleteDeals({ history, unlockButton }: HistoryProps) {
  const client = useQueryClient();
  const isFree = useIsFree();
  const { of, listed, total, whole } = history;
  const missing = (total ?? listed + fewRows) - listed;
  // The profile loads them by itself where that is free.
  if (whole || missing <= 0 || isFree) return null;
  const offers = missing > fewRows ? [fewRows, missing] : [missing];
  const formatOffer = (rows: number) => {
    if (total === null || rows < missing) return listed === 0 ? `Newest ${rows} deals` : `Next ${rows} deals`;
    if (rows === 1) return listed === 0 ? 'The one deal' : 'The last deal';
    return listed === 0 ? `All ${rows.toLocaleString('en-US')} deals` : `The other ${rows.toLocaleString('en-US')}`;
  };
  return (
    <div className="flex flex-wrap gap-2">
      {offers.map((rows) => (
        <LoadButton
          key={rows}
          ref={rows === offers[0] ? unlockButton : undefined}
          upTo
          tenths={priceDeals(of, rows)}
          onLoad={(authorization) => unlockDeals(authorization, client, of, rows)}
        >
          {formatOffer(rows)}
        </LoadButton>
      ))}
    </div>
  );
}

/** Says how many deals are missing, and moves to the buttons that unlock them. */
function DealsAnchor({ history: { whole, total, deals }, unlockButton }: HistoryProps) {
  if (whole || total === null) return null;
  return (
    <button
      type="button"
      className="min-h-6 justify-self-start text-left text-11.5 text-accent-ink underline decoration-line underline-offset-2 hover:decoration-current"
      onClick={() => unlockButton.current?.focus()}
    >
      {formatCount(total - deals.length, 'more deal')} available
    </button>
  );
}
