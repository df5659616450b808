import { toDay } from '../../platform/format.ts';
import type { CompanyRecord, DealRecord } from '../../library/records/records.ts';

/** A round of a company on its timeline. */
export type TimelineRound = {
  readonly deal: DealRecord;
  /** Known from the company's record alone: without its valuation and the day on which it was added. */
  readonly isPartial: boolean;
  readonly isLatest: boolean;
  /** Whole months since the round before it; undefined where one of them has no date. */
  readonly monthsSince: number | undefined;
};

type Latest = NonNullable<CompanyRecord['latest_deal']>;

/** The latest round of a company's record in the words of a deal. */
const toDeal = (latest: Latest, companyId: string): DealRecord => ({
  ...latest,
  company_id: companyId,
  round_type: latest.type,
  investor_ids: latest.investors,
  deal_descriptions: latest.description,
  created_at: null,
  valuation: null,
});

/** The rounds of a company, newest first: those that are owned, and the latest as its record tells it. */
export function toTimeline(
  company: Pick<CompanyRecord, 'id' | 'latest_deal'>,
  deals: readonly DealRecord[],
): TimelineRound[] {
  const latest = company.latest_deal;
  const isOwned = latest === null || deals.some(({ id }) => id === latest.id);
  const all = isOwned ? deals : [toDeal(latest, company.id), ...deals];
  const sorted = all.toSorted((one, other) => (toDay(other.date) ?? '').localeCompare(toDay(one.date) ?? ''));
  return sorted.map((deal, at) => ({
    deal,
    isPartial: !isOwned && deal.id === latest.id,
    isLatest: deal.id === latest?.id,
    monthsSince: toMonths(toDay(sorted[at + 1]?.date ?? null), toDay(deal.date)),
  }));
}

/** Whole months between two UTC days. */
export function toMonths(from: string | undefined, to: string | undefined): number | undefined {
  if (from === undefined || to === undefined) return undefined;
  const [fromYear = 0, fromMonth = 0, fromDate = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDate = 0] = to.split('-').map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth - (toDate < fromDate ? 1 : 0);
}
