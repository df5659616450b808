import { Link } from '@tanstack/react-router';
import { PartCell } from '../record/cells.tsx';
import { Facts } from '../record/facts.tsx';
import type { Within } from './use-within.ts';
import { toRawSearch } from '../../platform/url/search-text.ts';
import { Block } from './block.tsx';

/** A count that matches, and the total that it is part of; null where it is not known. */
type Part = readonly [matching: number | null, total: number | null];

type WithinBlockProps = {
  readonly to: '/investors' | '/people';
  readonly within: Within;
  readonly matching: Part;
  readonly led: Part;
};

/** The deals that match the search from which the profile was opened, beside the totals. */
export function WithinBlock({ to, within, matching, led }: WithinBlockProps) {
  return (
    <Block
      title="Matching your search"
      basis={within.sentence}
      corner={
        <Link
          to={to}
          search={toRawSearch(within.text)}
          className="inline-flex min-h-6 items-center text-accent-ink underline decoration-line underline-offset-2 hover:decoration-current"
        >
          Open the search, free
        </Link>
      }
    >
      {matching[0] === null ? (
        <p className="text-ink-2">
          {within.isAnswered
            ? 'The answer to this search counts no matching deals here.'
            : 'This device holds no answer to this search, so nothing is known of what matches.'}
        </p>
      ) : (
        <Facts
          facts={[
            ['Matching deals', <PartCell key="deals" part={matching[0]} of={matching[1]} />],
            ['Matching, led', <PartCell key="led" part={led[0]} of={led[1]} />],
          ]}
        />
      )}
    </Block>
  );
}
