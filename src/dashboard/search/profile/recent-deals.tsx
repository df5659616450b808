import { toCount } from '../../platform/format.ts';
import { Block } from './block.tsx';
import { DealRows } from './deal-rows.tsx';
import { DealsAnchor } from './deals-anchor.tsx';
import { toBasis } from './history.ts';
import { NamesButton } from './names-button.tsx';
import type { ProfileUrlState } from './quarters-block.tsx';
import type { WatchedHistory } from './use-history.ts';

type RecentDealsProps = {
  readonly title: string;
  readonly history: WatchedHistory;
  readonly url: ProfileUrlState;
  readonly tenthsPerRow: number;
};

const fewDeals = 8;
const mostDeals = 500;

/** The newest owned deals with names that lead on; the rest one press away. */
export function RecentDeals({ title, history, url: { value, write }, tenthsPerRow }: RecentDealsProps) {
  const { deals, at } = history;
  const shown = deals.slice(0, value.all === true ? mostDeals : fewDeals);
  const hidden = deals.length - shown.length;
  return (
    <Block
      title={title}
      basis={deals.length === 0 ? 'Shown once deals are loaded' : `${toBasis(history)}; sizes are of the round`}
      at={at}
      foot={
        <>
          <NamesButton kind="company" ids={shown.flatMap(({ company_id: id }) => id ?? [])}>
            Names of these companies
          </NamesButton>
          {deals.length > fewDeals && (
            <button
              type="button"
              aria-expanded={value.all === true}
              className="min-h-6 justify-self-start text-[11.5px] text-accent-ink underline decoration-line underline-offset-2 hover:decoration-current"
              onClick={() => write({ ...value, all: value.all === true ? undefined : true }, 'replace')}
            >
              {value.all === true
                ? 'Show fewer'
                : `Show ${toCount(Math.min(hidden, mostDeals - fewDeals), 'more owned deal')}, free`}
            </button>
          )}
          <DealsAnchor history={history} tenthsPerRow={tenthsPerRow} />
        </>
      }
    >
      {shown.length > 0 && <DealRows deals={shown} />}
    </Block>
  );
}
