import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { parseRawSearch, readUrl } from '../../platform/url/url.ts';
import { resultsQuery } from '../../search/fetch/fetch-results.ts';
import { findAddress, formatAddress, pickQuery, type SearchUrl } from '../../search/query/search-query.ts';
import { describeQuery } from '../../search/query/sentence.ts';
import { PartCell } from '../../search/record/cells.tsx';
import { readDealMatches } from '../../search/record/deal-matches.ts';
import { Facts } from '../../search/record/facts.tsx';
import type { AnyResource } from '../../search/resource/resource.ts';
import type { MatchesProps } from './profile-frame.tsx';
import { ProfileBlock } from './profile-block.tsx';

type SearchMatchesProps = MatchesProps & {
  readonly resource: AnyResource;
  readonly to: '/investors' | '/people';
};

/** How many deals of the record match the search from which its profile was opened; reads stored results only. */
export function SearchMatches({ resource, to, id, within, deals, led }: SearchMatchesProps) {
  const { schema } = findAddress(resource);
  const query = pickQuery(readUrl(schema, parseRawSearch(within)).value as SearchUrl);
  const { data } = useQuery(resultsQuery({ resource, query }));
  const { matching, matchingLed } = readDealMatches(data?.figures?.[id]);
  const address = formatAddress(resource, { ...query, asked: true });
  return (
    <ProfileBlock
      title="Matching your search"
      basis={`${describeQuery(resource, query)}.`}
      corner={
        <Link
          to={to}
          search={parseRawSearch(address)}
          className="inline-flex min-h-6 items-center text-accent-ink underline decoration-line underline-offset-2 hover:decoration-current"
        >
          Open the search
        </Link>
      }
    >
      {matching === null ? (
        <p className="text-ink-2">
          {data === undefined
            ? 'The results of this search are not on this device. Run the search again to see how many deals match.'
            : 'This search does not count matching deals. Add a deal filter to see how many match.'}
        </p>
      ) : (
        <Facts
          facts={[
            ['Matching deals', <PartCell key="deals" part={matching} of={deals} />],
            ['Matching, led', <PartCell key="led" part={matchingLed} of={led} />],
          ]}
        />
      )}
    </ProfileBlock>
  );
}
