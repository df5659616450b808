import { readInvestorDeals } from '#contract/deals.ts';
import { QuartersBlock, type ProfileUrlState } from '../../search/profile/quarters-block.tsx';
import type { WatchedHistory } from '../../search/profile/use-history.ts';
import { loadDeals } from './queries.ts';

type DealsPerQuarterProps = { readonly id: string; readonly history: WatchedHistory; readonly url: ProfileUrlState };

/** The deals of a firm over time, and the way to all of them. */
export function DealsPerQuarter({ id, history, url }: DealsPerQuarterProps) {
  return (
    <QuartersBlock
      history={history}
      url={url}
      tenthsPerRow={readInvestorDeals.cost.tenths}
      ask={(authorization, page) => loadDeals(authorization, id, page)}
    />
  );
}
