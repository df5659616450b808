import type { DealSort } from '#contract/deals.ts';
import { ownedDeals, type OwnedDeal } from '../records/records.ts';

const toMoment = ({ date }: OwnedDeal): number => (date === null ? Number.NaN : Date.parse(date));
const toRaised = ({ total_round_raised: usd }: OwnedDeal): number => usd ?? Number.NaN;

const orders: Record<DealSort, { readonly figure: (deal: OwnedDeal) => number; readonly sign: 1 | -1 }> = {
  most_recent_deal: { figure: toMoment, sign: -1 },
  oldest_deal: { figure: toMoment, sign: 1 },
  largest_raise: { figure: toRaised, sign: -1 },
  smallest_raise: { figure: toRaised, sign: 1 },
};

/** Owned deals in an order of the service: undisclosed last in both directions, then by id (contract, conventions). */
export function toOrdered(ids: readonly string[], sort: DealSort): string[] {
  const { figure, sign } = orders[sort];
  const keyed = ids.map((id) => {
    const deal = ownedDeals.read(id);
    return { id, key: deal ? figure(deal) : Number.NaN };
  });
  return keyed
    .toSorted((one, other) => {
      const [unknown, otherUnknown] = [Number.isNaN(one.key), Number.isNaN(other.key)];
      if (unknown !== otherUnknown) return unknown ? 1 : -1;
      return (unknown ? 0 : sign * (one.key - other.key)) || (one.id < other.id ? -1 : 1);
    })
    .map(({ id }) => id);
}
