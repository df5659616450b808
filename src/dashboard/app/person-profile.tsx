import { lazy, Suspense } from 'react';
import { PersonProfilePage } from '../features/profile/person-profile.tsx';
import type { MatchesProps } from '../features/profile/profile-frame.tsx';

// Most profiles are opened without a search, and a search brings its whole form along.
const PersonMatches = lazy(() => import('./profile-matches.tsx').then((module) => ({ default: module.PersonMatches })));

const renderMatches = (props: MatchesProps) => (
  <Suspense>
    <PersonMatches {...props} />
  </Suspense>
);

/** The profile of a person, with the deals that match the search from which it was opened. */
export function PersonProfileScreen() {
  return <PersonProfilePage renderMatches={renderMatches} />;
}
