import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dealCatalogue } from '#contract/deal-filters.ts';
import { parseRawSearch, type RawSearch } from '../../platform/url/raw-search.ts';
import { formatAddress, type SearchQuery } from '../searches/kit/query/search-query.ts';
import { useMarket } from './market-context.tsx';
import type { MarketUrl } from './market-url.ts';
import { keepAsFilters, type Mark, readSelection } from './selection.ts';

/** The deals behind a figure: marks that narrow the question, and the last day by which they had been added. */
export type DealsBehind = { readonly marks?: readonly Mark[]; readonly addedTo?: string };

const earlier = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || other === undefined ? (one ?? other) : one < other ? one : other;

/** The address of the deals behind a figure. */
export function buildDealsSearch(url: MarketUrl, { marks = [], addedTo }: DealsBehind): RawSearch {
  const question: SearchQuery = url;
  const selected = keepAsFilters(question, readSelection(url.mark)) ?? question;
  const narrowed = marks.reduce((query, mark) => intersect(query, keepAsFilters(query, [mark]) ?? query), selected);
  const known = earlier(earlier(url.known, addedTo), question.added_to);
  return parseRawSearch(formatAddress(dealCatalogue, { ...narrowed, ...(known !== undefined && { added_to: known }) }));
}

/** Days narrow the days of the question; all else replaces what the question says of it. */
function intersect(before: SearchQuery, after: SearchQuery): SearchQuery {
  const from = [before.from, after.from]
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1);
  return { ...after, from, to: earlier(before.to, after.to) };
}

type DealsLinkProps = DealsBehind & { readonly className?: string; readonly children: ReactNode };

/** A figure about a question that opens the deals behind it. */
export function QuestionDealsLink({
  url,
  children,
  className = '',
  ...behind
}: DealsLinkProps & { readonly url: MarketUrl }) {
  return (
    <Link
      to="/deals"
      search={buildDealsSearch(url, behind)}
      preload={false}
      className={`underline decoration-edge decoration-dotted underline-offset-4 hover:decoration-accent hover:decoration-solid ${className}`}
    >
      {children}
    </Link>
  );
}

/** The same about the question of the screen. */
export const DealsLink = (props: DealsLinkProps) => <QuestionDealsLink {...props} url={useMarket().url} />;
