import type { CompanyRecord, DealRecord } from '../../library/records/records.ts';
import { toDay } from '../../platform/format.ts';

/** A round of a company on its timeline. */
export type TimelineRound = {
  readonly deal: DealRecord;
  /** From the company's record, so without valuation and the date it was added. */
  readonly isPartial: boolean;
  readonly isLatest: boolean;
  /** Whole months since the round before it; undefined where one of them has no date. */
  readonly monthsSince: number | undefined;
};

type Latest = NonNullable<CompanyRecord['latest_deal']>;

/** The latest round in a company's record as a deal. */
const buildDeal = (latest: Latest, companyId: string): DealRecord => ({
  ...latest,
  company_id: companyId,
  round_type: latest.type,
  investor_ids: latest.investors,
  deal_descriptions: latest.description,
  created_at: null,
  valuation: null,
});

/** The unlocked rounds of a company and the latest one from its record, newest first. */
export function buildTimeline(
  company: Pick<CompanyRecord, 'id' | 'latest_deal'>,
  deals: readonly DealRecord[],
): TimelineRound[] {
  const latest = company.latest_deal;
  const isUnlocked = latest === null || deals.some(({ id }) => id === latest.id);
  const all = isUnlocked ? deals : [buildDeal(latest, company.id), ...deals];
  const sorted = all.toSorted((one, other) => (toDay(other.date) ?? '').localeCompare(toDay(one.date) ?? ''));
  return sorted.map((deal, at) => ({
    deal,
    isPartial: !isUnlocked && deal.id === latest.id,
    isLatest: deal.id === latest?.id,
    monthsSince: countMonths(toDay(sorted[at + 1]?.date ?? null), toDay(deal.date)),
  }));
}

/** Whole months between two UTC days. */
export function countMonths(from: string | undefined, to: string | undefined): number | undefined {
  if (from === undefined || to === undefined) return undefined;
  const [fromYear = 0, fromMonth = 0, fromDate = 0] = from.split('-').map(Number);
  const [toYear = 0, parseMonth = 0, parseDate = 0] = to.split('-').map(Number);
  return (toYear - fromYear) * 12 + parseMonth - fromMonth - (parseDate < fromDate ? 1 : 0);
}

/** An investor in a company and how many unlocked rounds name it. */
export type Backer = { readonly id: string; readonly rounds: number };

/** The investors of a company from its record and its unlocked rounds, most rounds first. */
export function rankBackers(ids: readonly string[], deals: readonly DealRecord[]): Backer[] {
  const all = new Set([...ids, ...deals.flatMap(({ investor_ids: investors }) => investors ?? [])]);
  return [...all]
    .map((id) => ({ id, rounds: deals.filter(({ investor_ids: investors }) => investors?.includes(id)).length }))
    .toSorted((one, other) => other.rounds - one.rounds || one.id.localeCompare(other.id));
}
