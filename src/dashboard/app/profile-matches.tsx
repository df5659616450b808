import { investors } from '../features/investors/investors.ts';
import { people } from '../features/people/people.ts';
import type { MatchesProps } from '../features/profile/profile-frame.tsx';
import { SearchMatches } from '../features/profile/search-matches.tsx';

/** The deals of an investor that match a search for investors. */
export function InvestorMatches(props: MatchesProps) {
  return <SearchMatches resource={investors} to="/investors" {...props} />;
}

/** The deals of a person that match a search for people. */
export function PersonMatches(props: MatchesProps) {
  return <SearchMatches resource={people} to="/people" {...props} />;
}
