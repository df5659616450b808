import { readInvestorDeals } from '#contract/deals.ts';
import { readInvestor } from '#contract/investors.ts';
import { RecentDeals } from '../../search/profile/recent-deals.tsx';
import type { ProfileUrlState } from '../../search/profile/quarters-block.tsx';
import { UnownedProfile } from '../../search/profile/unowned-profile.tsx';
import type { WatchedHistory } from '../../search/profile/use-history.ts';
import { unlockedInvestors } from '../../library/records/records.ts';
import { CoInvestorsBlock } from './co-investors-block.tsx';
import { DealsPerQuarter } from './deals-per-quarter.tsx';
import { loadInvestor } from './queries.ts';

type UnownedFirmProps = { readonly id: string; readonly history: WatchedHistory; readonly url: ProfileUrlState };

/** A firm without its record: the deals that name it are owned all the same. */
export function UnownedFirm({ id, history, url }: UnownedFirmProps) {
  return (
    <UnownedProfile
      kind="firm"
      id={id}
      unknown={unlockedInvestors.isUnknown(id)}
      tenths={readInvestor.cost.tenths}
      ask={(authorization) => loadInvestor(authorization, id)}
    >
      {history.deals.length > 0 && (
        <>
          <DealsPerQuarter id={id} history={history} url={url} />
          <RecentDeals
            title="Deals that name it"
            history={history}
            url={url}
            tenthsPerRow={readInvestorDeals.cost.tenths}
          />
          <CoInvestorsBlock id={id} history={history} />
        </>
      )}
    </UnownedProfile>
  );
}
