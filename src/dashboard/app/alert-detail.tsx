import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { financingType } from '#contract/enums.ts';
import { formatRoundKey } from '#contract/rounds.ts';
import { AlertDetail } from '../screens/alerts/detail.tsx';
import type { AlertItem } from '../records/alerts/items.ts';
import { DealDetail } from '../screens/searches/deals/detail.tsx';
import { permalinkText, type Permalink } from '../screens/searches/kit/lookups/permalink.ts';
import { permalinksNamed } from '../screens/searches/kit/lookups/permalink-search.ts';
import { unlockedCompanies } from '../records/records.ts';
import { formatRoundType } from '../platform/rounds.ts';
import type { RawSearch } from '../platform/url/raw-search.ts';

/** One deal of the alerts feed, with the details and links that the deals screen provides. */
export function AlertItemDetail({ item }: { readonly item: AlertItem }) {
  return <AlertDetail item={item} deal={<DealDetail id={item.id} />} links={<SimilarDeals item={item} />} />;
}

/** A link to the deals screen with the round, place and industries of this deal filled in. */
function SimilarDeals({ item }: { readonly item: AlertItem }) {
  unlockedCompanies.useVersion();
  const place = item.deal.location?.country ?? item.deal.location?.region ?? '';
  const { data: found = [] } = useQuery({ ...permalinksNamed('location', place), enabled: place !== '' });
  const near = found.find(({ name, kind }) => name === place && kind !== 'CITY');
  const permalinks = { location: near ? [near] : [], industry: listIndustries(item) };
  const round = formatRound(item);
  const search: RawSearch = {
    ...(round === undefined ? {} : { round: [round] }),
    location: permalinks.location.map(toText),
    industry: permalinks.industry.map(toText),
  };
  const words = [
    ...(round === undefined ? [] : [formatRoundType(item.round)]),
    ...[...permalinks.location, ...permalinks.industry].map(({ name }) => name),
  ];
  return (
    <div className="grid gap-0.5">
      <Link
        to="/deals"
        search={search}
        className="inline-flex min-h-6 items-center justify-self-start text-accent-ink underline decoration-line underline-offset-2 hover:decoration-current"
      >
        Similar deals
      </Link>
      <span className="text-11.5 text-ink-3 empty:hidden">{words.join(', ')}</span>
    </div>
  );
}

const toText = (permalink: Permalink): string => permalinkText.encode(permalink);

/** The round as the URL of the deals screen writes it; undefined for a round type outside the contract. */
function formatRound({ round: { type, pre, extension } }: AlertItem): string | undefined {
  const known = financingType.safeParse(type).data;
  return known && formatRoundKey({ type: known, pre: pre === true, extension: extension === true });
}

/** The industries of the company, where it is unlocked. */
function listIndustries({ deal }: AlertItem): Permalink[] {
  const industries = deal.company_id === null ? [] : (unlockedCompanies.read(deal.company_id)?.industries ?? []);
  return industries.flatMap(({ permalink, name }) =>
    permalink === null ? [] : [{ permalink, kind: 'INDUSTRY', name: name ?? permalink }],
  );
}
