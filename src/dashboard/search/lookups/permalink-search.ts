import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { searchIndustries, searchLocations } from '#contract/lookups.ts';
import { sendFree } from '../../purchase/send-free.ts';
import type { Permalink } from './permalink.ts';

/** Places by name, free; the query's signal aborts an older look-up when the name changes. */
export const locationsNamed = (name: string) =>
  queryOptions({
    queryKey: ['locations', name],
    queryFn: async ({ signal }): Promise<Permalink[]> => {
      const { data } = await sendFree(searchLocations, { query: { name }, signal });
      return buildPermalinks(data.locations?.map((one) => ({ ...one, kind: one.location_type })));
    },
  });

/** Industries and super categories by name, free. */
export const industriesNamed = (name: string) =>
  queryOptions({
    queryKey: ['industries', name],
    queryFn: async ({ signal }): Promise<Permalink[]> => {
      const { data } = await sendFree(searchIndustries, { query: { name }, signal });
      return buildPermalinks(data.industries?.map((one) => ({ ...one, kind: one.industry_type })));
    },
  });

type Found = { readonly permalink: string | null; readonly name: string | null; readonly kind: string | null };

/** A row without a permalink cannot be filtered by, so it is not offered. */
function buildPermalinks(found: readonly Found[] = []): Permalink[] {
  return found.flatMap(({ permalink, name, kind }) =>
    permalink === null ? [] : [{ permalink, name: name ?? permalink, kind: kind ?? '' }],
  );
}

/** Which look-up knows a value. */
export type Field = 'location' | 'industry';
export const buildFinder = (field: Field) => (field === 'location' ? locationsNamed : industriesNamed);

/**
 * What free look-ups say about a permalink of a link: `proved` with the service's own name for it, `wrong` where it is
 * something else than the filter takes it for, `unproved` where it was not found.
 */
export type PermalinkCheck =
  | { readonly state: 'proved'; readonly as: Permalink }
  | { readonly state: 'wrong'; readonly as: Permalink }
  | { readonly state: 'unproved'; readonly nearest: readonly Permalink[] };

const mostTries = 3;
const mostNearest = 3;

/** The names to look a permalink up by: what the link calls it, the permalink itself, and the words of its slug. */
export function listTries({ permalink, name }: Permalink): string[] {
  const words = permalink.replace(/-[\da-f]{4}$/, '').split('-');
  const tries = [name, permalink, words.join(' '), words.slice(0, -1).join(' ')];
  return [...new Set(tries.map((text) => text.trim().toLowerCase()))].filter((text) => text !== '').slice(0, mostTries);
}

const isSuper = ({ kind }: Permalink) => kind === 'SUPER_CATEGORY';

/** Proves one value of a filter by at most three free look-ups. */
export const readPermalinkCheck = (field: Field, value: Permalink) =>
  queryOptions({
    queryKey: ['proof', field, value.permalink, isSuper(value)],
    queryFn: async ({ client }): Promise<PermalinkCheck> => {
      let nearest: readonly Permalink[] = [];
      for (const name of listTries(value)) {
        const found = await client.query(buildFinder(field)(name));
        const as = found.find(({ permalink }) => permalink === value.permalink);
        if (as) return { state: field === 'industry' && isSuper(as) !== isSuper(value) ? 'wrong' : 'proved', as };
        if (nearest.length === 0) nearest = found.slice(0, mostNearest);
      }
      return { state: 'unproved', nearest };
    },
  });

/** Notes that a value came from a look-up itself, so that nothing is left to prove. */
export function storePermalinkCheck(client: QueryClient, field: Field, as: Permalink): void {
  const proof: PermalinkCheck = { state: 'proved', as };
  client.setQueryData(readPermalinkCheck(field, as).queryKey, () => proof);
}

/** The values that are not proved, after trying; a look-up that fails proves nothing. */
export async function findUnchecked(client: QueryClient, field: Field, values: readonly Permalink[]) {
  const proofs = await Promise.all(
    values.map((value) => client.query(readPermalinkCheck(field, value)).catch(() => undefined)),
  );
  return values.filter((_, index) => proofs[index]?.state !== 'proved');
}
