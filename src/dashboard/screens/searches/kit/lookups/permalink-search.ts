import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { searchIndustries, searchLocations } from '#contract/lookups.ts';
import { sendFree } from '../../../../spending/send-free.ts';
import type { Permalink } from './permalink.ts';

/** The kind of filter, which decides the search endpoint. */
export type PermalinkField = 'location' | 'industry';

/**
 * Places, or industries and super categories, by name; free. The query's signal aborts an older search when the name
 * changes.
 */
export function permalinksNamed(field: PermalinkField, typed: string) {
  const query = { name: typed.toLowerCase() };
  return queryOptions({
    queryKey: ['permalinks', field, query.name],
    queryFn: async ({ signal }): Promise<Permalink[]> => {
      if (field === 'location') {
        const { data } = await sendFree(searchLocations, { query, signal });
        return buildPermalinks(data.locations?.map((one) => ({ ...one, kind: one.location_type })));
      }
      const { data } = await sendFree(searchIndustries, { query, signal });
      return buildPermalinks(data.industries?.map((one) => ({ ...one, kind: one.industry_type })));
    },
  });
}

type PermalinkRow = { readonly permalink: string | null; readonly name: string | null; readonly kind: string | null };

/** Rows without a permalink are dropped, because a filter cannot use them. */
function buildPermalinks(found: readonly PermalinkRow[] = []): Permalink[] {
  return found.flatMap(({ permalink, name, kind }) =>
    permalink === null ? [] : [{ permalink, name: name ?? permalink, kind: kind ?? '' }],
  );
}

/**
 * The check of a permalink from a link: `confirmed` with the service's own name, `wrong` if it is another kind than the
 * filter expects, `missing` if it was not found.
 */
type PermalinkCheck =
  | { readonly state: 'confirmed'; readonly as: Permalink }
  | { readonly state: 'wrong'; readonly as: Permalink }
  | { readonly state: 'missing'; readonly nearest: readonly Permalink[] };

const maxSearches = 3;
const maxNearest = 3;

/** The names to search a permalink by: its name in the link, the permalink itself, and the words of its slug. */
export function listSearchNames({ permalink, name }: Permalink): string[] {
  const words = permalink.replace(/-[\da-f]{4}$/, '').split('-');
  const names = [name, permalink, words.join(' '), words.slice(0, -1).join(' ')];
  return [...new Set(names.map((text) => text.trim().toLowerCase()))]
    .filter((text) => text !== '')
    .slice(0, maxSearches);
}

const isSuper = ({ kind }: Permalink) => kind === 'SUPER_CATEGORY';

/** Checks one value of a filter with at most three free searches. */
export const readPermalinkCheck = (field: PermalinkField, value: Permalink) =>
  queryOptions({
    queryKey: ['permalink-check', field, value.permalink, isSuper(value)],
    queryFn: async ({ client }): Promise<PermalinkCheck> => {
      let nearest: readonly Permalink[] = [];
      for (const name of listSearchNames(value)) {
        const found = await client.query(permalinksNamed(field, name));
        const as = found.find(({ permalink }) => permalink === value.permalink);
        if (as) return { state: field === 'industry' && isSuper(as) !== isSuper(value) ? 'wrong' : 'confirmed', as };
        if (nearest.length === 0) nearest = found.slice(0, maxNearest);
      }
      return { state: 'missing', nearest };
    },
  });

/** The check of a value; without data where it failed or runs. */
export type CheckResult = { readonly data: PermalinkCheck | undefined; readonly failed: boolean };

/** The checks of the values of a filter, by permalink. */
export const readPermalinkChecks = (field: PermalinkField, values: readonly Permalink[]) =>
  queryOptions({
    queryKey: ['permalink-checks', field, values.map((value) => [value.permalink, isSuper(value)])],
    queryFn: async ({ client }): Promise<ReadonlyMap<string, CheckResult>> => {
      const check = async (value: Permalink): Promise<CheckResult> =>
        client.query(readPermalinkCheck(field, value)).then(
          (data) => ({ data, failed: false }),
          () => ({ data: undefined, failed: true }),
        );
      return new Map(await Promise.all(values.map(async (value) => [value.permalink, await check(value)] as const)));
    },
  });

/** Stores that a value came from a search result, so that it needs no check. */
export function storePermalinkCheck(client: QueryClient, field: PermalinkField, as: Permalink): void {
  const check: PermalinkCheck = { state: 'confirmed', as };
  client.setQueryData(readPermalinkCheck(field, as).queryKey, () => check);
}

/** The values that are not confirmed; rejects where one could not be checked. */
export async function findUnchecked(client: QueryClient, field: PermalinkField, values: readonly Permalink[]) {
  const checks = await Promise.all(values.map((value) => client.query(readPermalinkCheck(field, value))));
  // A check that failed before has succeeded now.
  void client.invalidateQueries({ queryKey: ['permalink-checks', field] });
  return values.filter((_, index) => checks[index]?.state !== 'confirmed');
}
