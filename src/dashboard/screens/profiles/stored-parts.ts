import type { SearchRequest } from '#contract/workspace/searches.ts';
import { type SearchResults, useStoredRequest } from '../searches/kit/fetch/stored-results.ts';

/** The search for the people of a company or an investor. */
export const buildPeopleRequest = ({ kind, id }: ProfilePeople): SearchRequest => ({
  resource: 'people',
  body: { [kind]: { ids: [id] } },
  via: null,
});
type ProfilePeople = { readonly kind: 'company' | 'investor'; readonly id: string };

/** The unlocked people of a profile; null where none were searched, undefined before that is known. Free. */
export const useStoredPeople = (of: ProfilePeople): SearchResults | null | undefined =>
  useStoredRequest(buildPeopleRequest(of));
