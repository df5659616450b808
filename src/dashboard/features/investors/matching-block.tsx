import { WithinBlock } from '../../search/profile/within-block.tsx';
import { useWithin } from '../../search/profile/use-within.ts';
import { investors } from './resource.tsx';
import { toInvestorRow } from './rows.ts';

type MatchingBlockProps = { readonly id: string; readonly within: string };

/** The deals of a firm that match the search from which its profile was opened. */
export function MatchingBlock({ id, within: text }: MatchingBlockProps) {
  const within = useWithin(investors, text, id);
  const row = toInvestorRow(id, within.figures);
  if (!row) return null;
  return (
    <WithinBlock
      to="/investors"
      within={within}
      matching={[row.matching, row.investor.total_deal_count]}
      led={[row.matchingLed, row.investor.lead_deal_count]}
    />
  );
}
