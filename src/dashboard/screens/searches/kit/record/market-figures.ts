import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import { readMarket } from '#contract/market.ts';
import { sendFree } from '../../../../spending/send-free.ts';

/** Figures about the deals of a search; free, and only on our own service. */
export const figuresQuery = (body: BodyOf<typeof readMarket>, isEnabled: boolean) =>
  queryOptions({
    queryKey: ['market', body],
    enabled: isEnabled,
    staleTime: 600_000,
    queryFn: async () => {
      const { data } = await sendFree(readMarket, { body });
      // Another version of the gateway may answer otherwise; then nothing is shown.
      return readMarket.data.safeParse(data).data?.market ?? null;
    },
  });
