import { useNow } from '../../library/records/age.tsx';
import { readInvestorDeals } from '#contract/deals.ts';
import { Block } from '../../search/profile/block.tsx';
import { DealsAnchor } from '../../search/profile/deals-anchor.tsx';
import { toBasis } from '../../search/profile/history.ts';
import type { WatchedHistory } from '../../search/profile/use-history.ts';
import { Facts } from '../../search/record/facts.tsx';
import { toPace } from './pace.ts';
import { toLeadText, toPaceText } from './profile-words.ts';
import type { InvestorRow } from './rows.ts';

type PaceBlockProps = {
  readonly row: InvestorRow;
  readonly history: WatchedHistory;
  /** When the record was answered. */
  readonly recordAt: number | undefined;
};

/** How often a firm leads, by its record, and whether it invests more than a year ago, by its deals. */
export function PaceBlock({ row: { investor }, history, recordAt }: PaceBlockProps) {
  const { deals, at, knownAfter } = history;
  const now = useNow();
  const today = new Date(at ?? now).toISOString().slice(0, 10);
  return (
    <Block
      title="Lead share and pace"
      basis={
        deals.length === 0 ? 'The firm’s record' : `The firm’s record, and its deals: ${toLower(toBasis(history))}`
      }
      at={at ?? recordAt}
      foot={<DealsAnchor history={history} tenthsPerRow={readInvestorDeals.cost.tenths} />}
    >
      <Facts
        facts={[
          ['Led, all time', toLeadText(investor.lead_deal_count, investor.total_deal_count)],
          ['Led, 12 months', toLeadText(investor.lead_deal_count_last_12_months, investor.deal_count_last_12_months)],
          ['Pace', toPaceText(toPace(deals, today, deals.length === 0 ? undefined : knownAfter))],
        ]}
      />
    </Block>
  );
}

const toLower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
