import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { BodyOf } from '#contract/endpoint.ts';
import { countDealFacets } from '#contract/facets.ts';
import { useConnected } from '../../platform/http/connection.ts';
import { sendFree } from '../../purchase/send-free.ts';
import type { Permalink } from './permalink.ts';
import type { PermalinkField } from './permalink-search.ts';

type DealsBody = BodyOf<typeof countDealFacets>['deals'];

/** The search for deals on the screen as request bodies: without its places, and without its industries. */
export const FacetBodies = createContext<Readonly<Record<PermalinkField, DealsBody>> | undefined>(undefined);

/** How many deals of the search each place or industry has, the most frequent first. */
export type FacetCounts = {
  readonly top: readonly Permalink[];
  readonly counts: ReadonlyMap<string, number>;
};

const maxTop = 30;
const noCounts: FacetCounts = { top: [], counts: new Map() };

/** Counts for the options of a picker, once it is open; free, and empty where the service does not have them. */
export function useFacetCounts(field: PermalinkField, isOpen: boolean): FacetCounts {
  const deals = use(FacetBodies)?.[field];
  const hasFacets = useConnected()?.facets === true;
  const { data } = useQuery({
    queryKey: ['deal facets', field, deals],
    enabled: isOpen && hasFacets && deals !== undefined,
    staleTime: 60_000,
    queryFn: async (): Promise<FacetCounts> => {
      const by = field === 'location' ? 'locations' : 'industries';
      const body = { deals, by: [by] } as BodyOf<typeof countDealFacets>;
      const { facets } = (await sendFree(countDealFacets, { body })).data;
      const found = (facets?.[by] ?? []).flatMap(({ permalink, name, deals: count }) =>
        permalink === null || count === null ? [] : [{ permalink, name: name ?? permalink, count }],
      );
      return {
        top: found.slice(0, maxTop).map(({ permalink, name }) => ({
          permalink,
          name,
          kind: field === 'industry' ? 'INDUSTRY' : '',
        })),
        counts: new Map(found.map(({ permalink, count }) => [permalink, count])),
      };
    },
  });
  return data ?? noCounts;
}
