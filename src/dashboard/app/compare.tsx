import { useQuery } from '@tanstack/react-query';
import { ComparePage } from '../features/compare/page.tsx';
import { investors } from '../features/investors/investors.ts';
import { useUrl } from '../platform/url/url.ts';
import { parseRawSearch } from '../platform/url/raw-search.ts';
import { resultsQuery } from '../search/fetch/fetch-results.ts';
import { readQuery } from '../search/query/search-query.ts';
import { compareUrl } from '../search/record/compare-button.tsx';
import { toDealMatches } from '../search/record/deal-matches.ts';

/** The comparison, with the counts that came with the search for investors it comes from; it sends no request. */
export function CompareScreen() {
  const { of, within } = useUrl(compareUrl).value;
  const query = readQuery(investors, parseRawSearch(within ?? ''));
  const figures = useQuery(resultsQuery({ resource: investors, query })).data?.figures;
  const isCounted = of === 'investors' && within !== undefined && figures !== undefined;
  return <ComparePage readMatches={isCounted ? (id) => toDealMatches(figures[id]) : undefined} />;
}
