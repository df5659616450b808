import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import { countDealFacets, type DealFacets, facetStages } from '#contract/facets.ts';
import type { Stage } from '../../../../platform/rounds.ts';
import { pause } from '../../../../platform/pause.ts';
import { sendFree } from '../../../../spending/send-free.ts';

export type DealsBody = BodyOf<typeof countDealFacets>['deals'];
export type OptionName = 'locations' | 'industries' | 'rounds' | 'sizes';
export type FacetName = OptionName | 'months';

/** Asks for the counts of one filter's values, or of the months. */
export const facetQuery = <Name extends FacetName>(name: Name, deals: DealsBody | undefined, isEnabled: boolean) =>
  queryOptions({
    queryKey: ['deal facets', name, deals],
    enabled: isEnabled && deals !== undefined,
    staleTime: 60_000,
    queryFn: async () => (await countFacets(name, deals)) as Pick<DealFacets, Name | 'total'>,
  });

type Batch = { readonly by: Set<FacetName>; readonly counting: Promise<Partial<DealFacets>> };

/** Counts that are about to be asked for, by their search. */
const batches = new Map<string, Batch>();

/** Counts of one search that are asked for at the same time are one request. */
async function countFacets(name: FacetName, deals: DealsBody | undefined): Promise<Partial<DealFacets>> {
  const key = JSON.stringify(deals);
  const send = async (by: Set<FacetName>) => {
    await pause();
    batches.delete(key);
    const body = { deals, by: [...by] } as BodyOf<typeof countDealFacets>;
    return (await sendFree(countDealFacets, { body })).data.facets ?? {};
  };
  const by = new Set<FacetName>();
  const batch = batches.get(key) ?? { by, counting: send(by) };
  batches.set(key, batch);
  batch.by.add(name);
  return batch.counting;
}

/** A count of a service; values that cannot be read are null. */
export type MonthCount = {
  readonly month: string | null;
  readonly stage: string | null;
  readonly deals: number | null;
};

/** The stage that a service names, as rounds have it; 0 for one that is unknown. */
export const toStage = (stage: string | null): Stage =>
  ((facetStages.findIndex((one) => one === stage) + 1) % facetStages.length) as Stage;
