import { Landmark } from 'lucide-react';
import { investorCatalogue } from '#contract/investor-filters.ts';
import { Link } from '@tanstack/react-router';
import { parseRawSearch } from '../../../../platform/url/raw-search.ts';
import { findInvestorsOf } from '../query/investors-of.ts';
import { formatAddress } from '../query/search-query.ts';
import type { ResourceQuery } from '../resource/resource.ts';

/** Leads to the form that searches the investors of the matches, which sends nothing by itself. */
export function InvestorsLink({ resource, query }: ResourceQuery) {
  const investors = findInvestorsOf(resource, query);
  if (!investors) return null;
  return (
    <Link
      to="/investors"
      search={parseRawSearch(formatAddress(investorCatalogue, investors))}
      className="inline-flex h-7.5 items-center gap-1.5 rounded-md border border-line-2 bg-panel px-2.5 font-medium whitespace-nowrap text-ink shadow-xs hover:bg-sunken max-tablet:min-h-10"
    >
      <Landmark aria-hidden className="size-3.5" />
      Investors of these {resource.many}
    </Link>
  );
}
