import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { investorCatalogue } from '#contract/investor-filters.ts';
import { personCatalogue } from '#contract/person-filters.ts';
import { formatCount, formatGrouped } from '../../platform/format.ts';
import { parseRawSearch } from '../../platform/url/raw-search.ts';
import { buildSearchRequest, useStoredRequest } from '../searches/kit/fetch/stored-results.ts';
import { formatAddress, readQuery } from '../searches/kit/query/search-query.ts';
import { describeQuery } from '../searches/kit/query/sentence.ts';
import { toDealMatches } from '../searches/kit/record/deal-matches.ts';
import { LoadButton } from '../../spending/load-button.tsx';
import { buildMatchesRequest, priceMatches, unlockMatches } from './matching-deals.ts';

const catalogues = { investors: investorCatalogue, people: personCatalogue };

type SearchMatchesProps = {
  readonly of: keyof typeof catalogues;
  readonly id: string;
  /** The search part of the address of that search. */
  readonly within: string;
  /** Totals of the record; null where unknown. */
  readonly deals: number | null;
  readonly led: number | null;
};

/** How many deals of the record match the search from which its profile was opened, and what unlocks them. */
export function SearchMatches({ of, id, within, deals, led }: SearchMatchesProps) {
  const resource = catalogues[of];
  const client = useQueryClient();
  const query = readQuery(resource, parseRawSearch(within));
  const results = useStoredRequest(buildSearchRequest({ resource, query }));
  const request = of === 'investors' ? buildMatchesRequest(id, within) : undefined;
  const stored = useStoredRequest(request);
  const { matching, matchingLed } = toDealMatches(results?.figures[id]);
  const address = formatAddress(resource, { ...query, run: true });
  const isOffered = matching !== null && matching > 0 && request && !stored;
  return (
    <section
      aria-label="Matches your search"
      className="grid justify-items-start gap-1.5 rounded-[7px] bg-accent-soft px-3 py-2"
    >
      <p className="flex w-full flex-wrap items-baseline justify-between gap-x-3">
        <Link
          to={`/${of}`}
          search={parseRawSearch(address)}
          title={`${describeQuery(resource, query)}. Back to the results.`}
          className="inline-flex min-h-6 items-center text-accent-ink underline decoration-line underline-offset-2 hover:decoration-current"
        >
          Matches your search
        </Link>
        <b className="font-semibold text-accent-ink tabular-nums">
          {matching === null
            ? results
              ? 'not counted by this search'
              : 'not loaded yet'
            : `${formatGrouped(matching)} of ${formatCount(deals ?? 0, 'deal')}`}
        </b>
      </p>
      {matchingLed !== null && matchingLed > 0 && (
        <p className="text-12 text-ink-2">
          {formatGrouped(matchingLed)} of {formatGrouped(led ?? 0)} led
        </p>
      )}
      {isOffered && (
        <LoadButton
          tenths={priceMatches({ request, count: matching })}
          onLoad={(authorization) => unlockMatches(authorization, client, { request, count: matching })}
        >
          {matching === 1 ? 'Unlock this deal' : `Unlock these ${formatGrouped(matching)} deals`}
        </LoadButton>
      )}
    </section>
  );
}
