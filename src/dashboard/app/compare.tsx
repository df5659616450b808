import { ComparePage } from '../screens/compare/page.tsx';
import { investors } from '../screens/searches/investors/investors.ts';
import { useUrl } from '../platform/url/url.ts';
import { parseRawSearch } from '../platform/url/raw-search.ts';
import { buildSearchRequest, useStoredRequest } from '../screens/searches/kit/fetch/stored-results.ts';
import { readQuery } from '../screens/searches/kit/query/search-query.ts';
import { compareUrl } from '../screens/searches/kit/record/compare-button.tsx';
import { toDealMatches } from '../screens/searches/kit/record/deal-matches.ts';

/** The comparison, with the counts that came with the search for investors it comes from; it sends no request. */
export function CompareScreen() {
  const { of, within } = useUrl(compareUrl).value;
  const query = readQuery(investors, parseRawSearch(within ?? ''));
  const figures = useStoredRequest(buildSearchRequest({ resource: investors, query }))?.figures;
  const isCounted = of === 'investors' && within !== undefined && figures !== undefined;
  return <ComparePage readMatches={isCounted ? (id) => toDealMatches(figures[id]) : undefined} />;
}
