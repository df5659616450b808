import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import { countDealFacets, type DealFacets, facetStages } from '#contract/facets.ts';
import type { Stage } from '../../platform/rounds.ts';
import { sendFree } from '../../purchase/send-free.ts';

export type DealsBody = BodyOf<typeof countDealFacets>['deals'];
export type OptionName = 'locations' | 'industries' | 'rounds' | 'sizes';
type FacetName = OptionName | 'months';

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

/** A count of a service; values that cannot be read are null. */
export type MonthCount = {
  readonly month: string | null;
  readonly stage: string | null;
  readonly deals: number | null;
};

/** The stage that a service names, as rounds have it; 0 for one that is unknown. */
export const toStage = (stage: string | null): Stage =>
  ((facetStages.findIndex((one) => one === stage) + 1) % facetStages.length) as Stage;
