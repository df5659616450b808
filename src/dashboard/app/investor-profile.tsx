import { AlertMe } from './alert-me.tsx';
import { InvestorProfilePage } from '../features/profile/investor-profile.tsx';
import type { MatchesProps } from '../features/profile/profile-frame.tsx';
import { lazyPart } from '../platform/ui/lazy-part.tsx';

// Loaded lazily: it imports the whole search form, and most profiles are opened without a search.
const InvestorMatches = lazyPart(() => import('./profile-matches.tsx').then((module) => module.InvestorMatches));

const renderMatches = (props: MatchesProps) => <InvestorMatches {...props} />;

/** The profile of an investor, with the deals that match the search from which it was opened. */
export function InvestorProfileScreen() {
  return <InvestorProfilePage renderMatches={renderMatches} renderAlert={(record) => <AlertMe {...record} />} />;
}
