import { readInvestorDeals } from '#contract/deals.ts';
import { toCount } from '../../platform/format.ts';
import { Block } from '../../search/profile/block.tsx';
import { NameOf } from '../../search/profile/deal-rows.tsx';
import { DealsAnchor } from '../../search/profile/deals-anchor.tsx';
import { toBasis } from '../../search/profile/history.ts';
import { NamesButton } from '../../search/profile/names-button.tsx';
import { Ranked } from '../../search/profile/ranked.tsx';
import type { WatchedHistory } from '../../search/profile/use-history.ts';
import { toCoInvestors } from './co-investors.ts';

const most = 8;

/** Who invests with a firm, from its owned deals. */
export function CoInvestorsBlock({ id, history }: { readonly id: string; readonly history: WatchedHistory }) {
  const { deals, at } = history;
  const all = toCoInvestors(deals, id);
  const shown = all.slice(0, most);
  return (
    <Block
      title="Invests with"
      basis={deals.length === 0 ? 'Shown once deals are loaded' : toBasis(history)}
      at={at}
      foot={
        <>
          <NamesButton kind="firm" ids={shown.map((firm) => firm.id)}>
            Names of these firms
          </NamesButton>
          <DealsAnchor history={history} tenthsPerRow={readInvestorDeals.cost.tenths} />
        </>
      }
    >
      {shown.length > 0 && (
        <Ranked
          lines={shown.map((firm) => ({
            key: firm.id,
            name: <NameOf kind="firm" id={firm.id} className="" />,
            count: firm.deals,
          }))}
        />
      )}
      {deals.length > 0 && all.length === 0 && <p className="text-ink-3">No other firm is named in these deals.</p>}
      {all.length > most && (
        <p className="text-[11.5px] text-ink-3">And {toCount(all.length - most, 'other firm')} in these deals.</p>
      )}
    </Block>
  );
}
