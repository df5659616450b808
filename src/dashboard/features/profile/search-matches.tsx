import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '../../platform/url/link.tsx';
import type { InvestorSearchFilters } from '#contract/investors.ts';
import { formatCount, formatGrouped } from '../../platform/format.ts';
import { parseRawSearch } from '../../platform/url/raw-search.ts';
import { resultsQuery } from '../../search/fetch/fetch-results.ts';
import { buildBody, formatAddress, readQuery } from '../../search/query/search-query.ts';
import { describeQuery } from '../../search/query/sentence.ts';
import { toDealMatches } from '../../search/record/deal-matches.ts';
import { LoadButton } from '../../search/record/unlock-buttons.tsx';
import type { AnyResource } from '../../search/resource/resource.ts';
import { convertToDealSearch, priceMatches, unlockMatches } from './matching-deals.ts';
import type { MatchesProps } from './profile-frame.tsx';
import { storedMatches } from './stored-parts.ts';

type SearchMatchesProps = MatchesProps & {
  readonly resource: AnyResource;
  readonly to: '/investors' | '/people';
};

/** How many deals of the record match the search from which its profile was opened, and what unlocks them. */
export function SearchMatches({ resource, to, id, within, deals, led }: SearchMatchesProps) {
  const client = useQueryClient();
  const query = readQuery(resource, parseRawSearch(within));
  const { data } = useQuery(resultsQuery({ resource, query }));
  const stored = useQuery(storedMatches(id, within));
  const { matching, matchingLed } = toDealMatches(data?.figures?.[id]);
  const address = formatAddress(resource, { ...query, asked: true });
  const { company_investments: investments } = buildBody(resource.filters, query) as Partial<InvestorSearchFilters>;
  const body = to === '/investors' && investments ? convertToDealSearch(investments, id) : undefined;
  const isOffered = matching !== null && matching > 0 && body && stored.data === undefined;
  return (
    <section
      aria-label="Matches your search"
      className="grid justify-items-start gap-1.5 rounded-[7px] bg-accent-soft px-3 py-2"
    >
      <p className="flex w-full flex-wrap items-baseline justify-between gap-x-3">
        <Link
          to={to}
          search={parseRawSearch(address)}
          title={`${describeQuery(resource, query)}. Back to the results.`}
          className="inline-flex min-h-6 items-center text-accent-ink underline decoration-line underline-offset-2 hover:decoration-current"
        >
          Matches your search
        </Link>
        <b className="font-semibold text-accent-ink tabular-nums">
          {matching === null
            ? data === undefined
              ? 'results are not on this device'
              : 'not counted by this search'
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
          label={matching === 1 ? 'Unlock this deal' : `Unlock these ${formatGrouped(matching)} deals`}
          tenths={priceMatches({ id, within, body, count: matching })}
          onLoad={(authorization) => unlockMatches(authorization, client, { id, within, body, count: matching })}
        />
      )}
    </section>
  );
}
