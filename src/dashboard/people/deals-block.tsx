import { readPersonDeals } from '#contract/deals.ts';
import { CompleteDeals } from '../profile/complete-deals.tsx';
import { QuartersBlock, type ProfileUrlState } from '../profile/quarters-block.tsx';
import type { WatchedHistory } from '../profile/use-history.ts';
import { loadDeals } from './queries.ts';

type DealsBlockProps = { readonly id: string; readonly history: WatchedHistory; readonly url: ProfileUrlState };

/** The deals of a person over time, as angel and as partner, and the way to all of them. */
export function DealsBlock({ id, history, url }: DealsBlockProps) {
  return (
    <QuartersBlock history={history} url={url}>
      <CompleteDeals
        history={history}
        one="deal"
        tenthsPerRow={readPersonDeals.cost.tenths}
        ask={(act, page) => loadDeals(act, id, page)}
      />
    </QuartersBlock>
  );
}
