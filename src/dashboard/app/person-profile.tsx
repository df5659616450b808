import { PersonProfilePage } from '../features/profile/person-profile.tsx';
import type { MatchesProps } from '../features/profile/profile-frame.tsx';
import { lazyPart } from '../platform/ui/lazy-part.tsx';

// Loaded lazily: it imports the whole search form, and most profiles are opened without a search.
const PersonMatches = lazyPart(() => import('./profile-matches.tsx').then((module) => module.PersonMatches));

const renderMatches = (props: MatchesProps) => <PersonMatches {...props} />;

/** The profile of a person, with the deals that match the search from which it was opened. */
export function PersonProfileScreen() {
  return <PersonProfilePage renderMatches={renderMatches} />;
}
