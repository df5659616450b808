import type { QueryClient } from '@tanstack/react-query';
import type { Filter } from '#contract/filters.ts';
import type { Permalink } from '../lookups/permalink.ts';
import { findDoubtful } from '../lookups/proof.ts';
import type { SearchQuery } from '../query/search-query.ts';

type VerifiedFilter = { readonly key: string; readonly field: 'location' | 'industry' };

/** The filters whose values a free search can verify. */
const verifiedFilters = (filters: readonly Filter[]): VerifiedFilter[] =>
  filters.flatMap(({ kind, keys }): VerifiedFilter[] => {
    if (kind === 'locations') return [{ key: keys[0], field: 'location' }];
    return kind === 'industries' ? [{ key: keys[0], field: 'industry' }] : [];
  });

const readPermalinks = (query: SearchQuery, key: string) => query[key] as readonly Permalink[];

/** The places and industries of a query that the service does not know. */
export async function findAllDoubtful(
  client: QueryClient,
  filters: readonly Filter[],
  query: SearchQuery,
): Promise<Permalink[]> {
  const found = verifiedFilters(filters).map(({ key, field }) =>
    findDoubtful(client, field, readPermalinks(query, key)),
  );
  return (await Promise.all(found)).flat();
}

/** The query without some of its places and industries. */
export function withoutPermalinks(
  filters: readonly Filter[],
  query: SearchQuery,
  removed: readonly Permalink[],
): SearchQuery {
  const kept = verifiedFilters(filters).map(({ key }) => [
    key,
    readPermalinks(query, key).filter(({ permalink }) => !removed.some((one) => one.permalink === permalink)),
  ]);
  return { ...query, ...Object.fromEntries(kept) };
}
