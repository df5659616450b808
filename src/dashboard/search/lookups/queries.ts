import { queryOptions } from '@tanstack/react-query';
import { searchIndustries, searchLocations } from '#contract/lookups.ts';
import { sendFree } from '../../purchase/send-free.ts';
import type { Permalink } from './permalink.ts';

/** Places by name, free; the query's signal aborts an older look-up when the name changes. */
export const locationsNamed = (name: string) =>
  queryOptions({
    queryKey: ['locations', name],
    queryFn: async ({ signal }): Promise<Permalink[]> => {
      const { data } = await sendFree(searchLocations, { query: { name }, signal });
      return toPermalinks(data.locations?.map((one) => ({ ...one, kind: one.location_type })));
    },
  });

/** Industries and super categories by name, free. */
export const industriesNamed = (name: string) =>
  queryOptions({
    queryKey: ['industries', name],
    queryFn: async ({ signal }): Promise<Permalink[]> => {
      const { data } = await sendFree(searchIndustries, { query: { name }, signal });
      return toPermalinks(data.industries?.map((one) => ({ ...one, kind: one.industry_type })));
    },
  });

type Found = { readonly permalink: string | null; readonly name: string | null; readonly kind: string | null };

/** A row without a permalink cannot be filtered by, so it is not offered. */
function toPermalinks(found: readonly Found[] = []): Permalink[] {
  return found.flatMap(({ permalink, name, kind }) =>
    permalink === null ? [] : [{ permalink, name: name ?? permalink, kind: kind ?? '' }],
  );
}
