import { WithinBlock } from '../../search/profile/within-block.tsx';
import { useWithin } from '../../search/profile/use-within.ts';
import { people } from './resource.tsx';
import { toPersonRow } from './rows.ts';

type MatchingBlockProps = { readonly id: string; readonly within: string };

/** The deals of a person that match the search from which the profile was opened. */
export function MatchingBlock({ id, within: text }: MatchingBlockProps) {
  const within = useWithin(people, text, id);
  const row = toPersonRow(id, within.figures);
  if (!row) return null;
  const highlights = row.person.investor_highlights;
  return (
    <WithinBlock
      to="/people"
      within={within}
      matching={[row.matching, highlights?.total_deal_count ?? null]}
      led={[row.matchingLed, highlights?.lead_deal_count ?? null]}
    />
  );
}
