import { useQuery } from '@tanstack/react-query';
import { ComparePage } from '../features/compare/page.tsx';
import { investors } from '../features/investors/investors.ts';
import { readUrl, useUrl } from '../platform/url/url.ts';
import { parseRawSearch } from '../platform/url/raw-search.ts';
import { resultsQuery } from '../search/fetch/fetch-results.ts';
import { findAddress, pickQuery, type SearchUrl } from '../search/query/search-query.ts';
import { compareUrl } from '../search/record/compare-button.tsx';
import { readDealMatches } from '../search/record/deal-matches.ts';

/** The comparison, with the counts that came with the search for investors it comes from; it sends no request. */
export function CompareScreen() {
  const { of, within } = useUrl(compareUrl).value;
  const { schema } = findAddress(investors);
  const query = pickQuery(readUrl(schema, parseRawSearch(within ?? '')).value as SearchUrl);
  const figures = useQuery(resultsQuery({ resource: investors, query })).data?.figures;
  const isCounted = of === 'investors' && within !== undefined && figures !== undefined;
  return <ComparePage readMatches={isCounted ? (id) => readDealMatches(figures[id]) : undefined} />;
}
