import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { BodyOf } from '#contract/endpoint.ts';
import { countDealFacets, type DealFacets } from '#contract/facets.ts';
import { formatRoundKey } from '#contract/rounds.ts';
import { useConnected, useIsCounted } from '../../platform/http/connection.ts';
import { sendFree } from '../../purchase/send-free.ts';
import type { Permalink } from './permalink.ts';
import type { PermalinkField } from './permalink-search.ts';

export type DealsBody = BodyOf<typeof countDealFacets>['deals'];
type OptionName = 'locations' | 'industries' | 'rounds' | 'sizes';
type FacetName = OptionName | 'months';

/** The search for deals on the screen as request bodies, each without the filter whose options it counts. */
export const FacetBodies = createContext<Readonly<Record<OptionName, DealsBody>> | undefined>(undefined);

/** Whether pills keep room for counts: where the service counts, and as long as that is not known. */
export function useHasCounts(): boolean {
  const bodies = use(FacetBodies);
  return useConnected()?.facets !== false && bodies !== undefined;
}

/** The deals of the search by the values of one filter; free, and undefined where the service does not count them. */
function useFacet<Name extends OptionName>(name: Name, isOpen: boolean): DealFacets[Name] {
  const deals = use(FacetBodies)?.[name];
  const isCounted = useIsCounted();
  return useQuery(facetQuery(name, deals, isOpen && isCounted)).data?.[name];
}

/** Asks for the counts of one filter's values, or of the months. */
export const facetQuery = <Name extends FacetName>(name: Name, deals: DealsBody | undefined, isEnabled: boolean) =>
  queryOptions({
    queryKey: ['deal facets', name, deals],
    enabled: isEnabled && deals !== undefined,
    staleTime: 60_000,
    queryFn: async () => {
      const body = { deals, by: [name] } as BodyOf<typeof countDealFacets>;
      return ((await sendFree(countDealFacets, { body })).data.facets ?? {}) as Pick<DealFacets, Name | 'total'>;
    },
  });

/** How many deals of the search each place or industry has, the most frequent first. */
type FacetCounts = {
  readonly top: readonly Permalink[];
  readonly counts: ReadonlyMap<string, number>;
};

const maxTop = 30;

/** Counts for the options of a picker, once it is open; empty where they are not known. */
export function useFacetCounts(field: PermalinkField, isOpen: boolean): FacetCounts {
  const found = useFacet(field === 'location' ? 'locations' : 'industries', isOpen) ?? [];
  const kind = field === 'industry' ? 'INDUSTRY' : '';
  return {
    top: found.slice(0, maxTop).map(({ permalink, name }) => ({ permalink, name, kind })),
    counts: new Map(found.map(({ permalink, deals }) => [permalink, deals])),
  };
}

/** How many deals of the search each round has, by its key; undefined where that is not known. */
export function useRoundCounts(): ReadonlyMap<string, number> | undefined {
  const found = useFacet('rounds', true);
  return found && new Map(found.map(({ deals, ...round }) => [formatRoundKey(round), deals]));
}

/** How many deals of the search raised at least an amount in US dollars; undefined where that is not known. */
export function useSizeCount(): ((usd: number) => number) | undefined {
  const found = useFacet('sizes', true);
  return found && ((usd) => found.reduce((sum, { min, deals }) => sum + (min !== null && min >= usd ? deals : 0), 0));
}
