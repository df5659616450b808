import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { DealFacets } from '#contract/facets.ts';
import { formatRoundKey } from '#contract/rounds.ts';
import { useConnected, useIsCounted } from '../../../../platform/http/connection.ts';
import { FacetBodies } from './facet-bodies.ts';
import { facetQuery, type OptionName } from './facet-query.ts';
import type { Permalink } from './permalink.ts';
import type { PermalinkField } from './permalink-search.ts';

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
