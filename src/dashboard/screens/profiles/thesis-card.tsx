import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { InvestorRecord } from '../../records/records.ts';
import { formatCount } from '../../platform/format.ts';
import { formatCountedType } from '../../platform/rounds.ts';
import { namedIdText } from '../../platform/url/url.ts';
import type { DealHistoryState } from '../searches/kit/record/deal-history-section.tsx';
import { Facts } from '../searches/kit/record/facts.tsx';
import { permalinkText } from '../searches/kit/lookups/permalink.ts';
import { countFollowOns, formatLeadShare, formatShare } from './investor-activity.ts';
import { ProfileBlock } from './profile-block.tsx';

type ThesisProps = {
  readonly investor: InvestorRecord;
  readonly history: DealHistoryState;
  /** How many deals match the search from which the profile was opened. */
  readonly matches: ReactNode;
};

/** What the investor invests in, from the counts in its record and from its unlocked deals. */
export function ThesisCard({ investor, history, matches }: ThesisProps) {
  const { id, name, total_deal_count: total } = investor;
  const rounds = (investor.top_round_types ?? []).slice(0, 2);
  const roundShare = formatShare(
    rounds.reduce((sum, { count }) => sum + (count ?? 0), 0),
    total,
  );
  const [place] = investor.top_locations ?? [];
  const toSearch = (key: 'industry' | 'location', permalink: string, kind: string, one: string) => ({
    investor: [namedIdText.encode({ id, name: name ?? '' })],
    [key]: [permalinkText.encode({ permalink, kind, name: one })],
  });
  const link = (key: 'industry' | 'location', one: { name: string | null; permalink: string | null }, kind: string) =>
    one.permalink === null ? (
      (one.name ?? 'Unnamed')
    ) : (
      <Link
        to="/deals"
        search={toSearch(key, one.permalink, kind, one.name ?? one.permalink)}
        title={`Search its deals: ${one.name}`}
        className="inline-block leading-6 decoration-line underline-offset-2 hover:underline hover:decoration-current"
      >
        {one.name ?? one.permalink}
      </Link>
    );
  const followOns = countFollowOns(history);
  return (
    <ProfileBlock title="Thesis" basis={total === null ? undefined : `From ${formatCount(total, 'deal')}`}>
      {matches}
      <Facts
        facts={[
          [
            'Stage',
            rounds.length > 0 && withShare(rounds.map(({ type }) => formatCountedType(type)).join(' and '), roundShare),
          ],
          [
            'Focus',
            investor.top_industries && investor.top_industries.length > 0 && (
              <span key="focus" className="flex flex-wrap gap-x-1">
                {investor.top_industries.slice(0, 3).map((one, at, all) => (
                  <span key={one.permalink ?? one.name}>
                    {link('industry', one, 'INDUSTRY')}
                    {at < all.length - 1 && ','}
                  </span>
                ))}
              </span>
            ),
          ],
          [
            'Region',
            place && (
              <span key="region">
                {link('location', place, place.type ?? '')}
                {withShare('', formatShare(place.count, total))}
              </span>
            ),
          ],
          ['Leads', formatLeadShare(investor.lead_deal_count, total)],
          [
            'Follow-on',
            followOns && `${followOns.repeated} of ${formatCount(followOns.companies, 'company', 'companies')}`,
          ],
        ]}
      />
    </ProfileBlock>
  );
}

const withShare = (text: string, share: string | undefined): string =>
  share === undefined ? text : `${text}, ${share}`;
