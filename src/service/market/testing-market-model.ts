import { facetStages } from '#contract/facets.ts';
import type { PlainCompany, PlainDeal } from './build-deal-table.ts';

// The same figures, computed plainly: deals as objects, dates as text, every period by itself.

const dayMs = 86_400_000;
const dateOf = (day: number) => new Date(day * dayMs);
export const isoOf = (day: number) => dateOf(day).toISOString().slice(0, 10);

/** "2024 Q3" as the first day of the quarter. */
export function quarterOf(day: number): string {
  const [year = '', month = ''] = isoOf(day).split('-');
  return `${year}-${String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`;
}

export function lastDayOf(quarter: string): number {
  const date = new Date(`${quarter}T00:00:00Z`);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 3, 0) / dayMs;
}

export function shiftQuarter(quarter: string, by: number): string {
  const date = new Date(`${quarter}T00:00:00Z`);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 3 * by, 1)).toISOString().slice(0, 10);
}

export const yearBefore = (day: number): number => {
  const date = dateOf(day);
  return Date.UTC(date.getUTCFullYear() - 1, date.getUTCMonth(), date.getUTCDate()) / dayMs;
};

/** Type 7, by sorting and interpolating. */
export function percentileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const next = sorted[below + 1] ?? sorted[below];
  return (sorted[below] as number) + (position - below) * ((next as number) - (sorted[below] as number));
}

/**
 * Kaplan and Meier by their definition: the product over event times of one minus events over those still at risk, and
 * Greenwood's sum.
 */
export function kaplanMeier(observed: readonly { days: number; isEvent: boolean }[], until: number) {
  let [surviving, sum] = [1, 0];
  const times = [...new Set(observed.filter(({ isEvent }) => isEvent).map(({ days }) => days))].toSorted(
    (a, b) => a - b,
  );
  for (const time of times.filter((one) => one <= until)) {
    const atRisk = observed.filter(({ days }) => days >= time).length;
    const events = observed.filter(({ days, isEvent }) => isEvent && days === time).length;
    surviving *= 1 - events / atRisk;
    if (atRisk > events) sum += events / (atRisk * (atRisk - events));
  }
  const reach = 1.96 * surviving * Math.sqrt(sum);
  return { share: 1 - surviving, low: Math.max(0, 1 - surviving - reach), high: Math.min(1, 1 - surviving + reach) };
}

export type Numbered = PlainDeal & { readonly row: number };

/** A company's known deals in the order of their dates. */
export const historyOf = (deals: readonly Numbered[], company: number, knownOn: number): Numbered[] =>
  deals
    .filter(
      (deal) => deal.company === company && deal.day !== undefined && deal.day <= knownOn && deal.created <= knownOn,
    )
    .toSorted((a, b) => (a.day as number) - (b.day as number) || a.row - b.row);

export const leadsOf = ({ investors = [] }: PlainDeal): number[] =>
  investors.filter(({ isLead }) => isLead).map(({ investor }) => investor);

/** The deals of a quarter by stage. */
export const stageCounts = (deals: readonly PlainDeal[], measure: 'deals' | 'amount') =>
  facetStages.flatMap((stage, at) => {
    const own = deals.filter((deal) => deal.stage === at);
    const value = measure === 'deals' ? own.length : own.reduce((sum, { raised }) => sum + (raised ?? 0), 0);
    return own.length === 0 ? [] : [{ stage, value }];
  });

export type MarketWorld = {
  readonly deals: readonly PlainDeal[];
  readonly companies: readonly PlainCompany[];
  readonly knownOn: number;
};

/**
 * The chain ladder of one stage group: what a period reaches at the last age, from link to link, each the ratio of sums
 * over the last 12 periods that were old enough on the day.
 */
export function chainLadder(options: {
  readonly count: (quarter: string, stage: number | undefined, age: number) => number;
  readonly quarter: string;
  readonly knownOn: number;
  readonly age: number;
  readonly first: string;
}): number | undefined {
  const { count, quarter, knownOn, age, first } = options;
  let total = 0;
  for (let stage = 0; stage < 7; stage += 1) {
    let value = count(quarter, stage, age);
    for (let from = age; from < 548 && value > 0; from += 91) {
      const to = Math.min(from + 91, 548);
      const earlier: string[] = [];
      for (let one = shiftQuarter(quarter, -1); one >= first && earlier.length < 12; one = shiftQuarter(one, -1)) {
        if (knownOn - lastDayOf(one) >= to) earlier.push(one);
      }
      const hasOwn = earlier.filter((one) => count(one, stage, from) > 0).length >= 8;
      const sum = (at: number) => earlier.reduce((all, one) => all + count(one, hasOwn ? stage : undefined, at), 0);
      if (!hasOwn && sum(from) === 0) return undefined;
      value *= sum(to) / sum(from);
    }
    total += value;
  }
  return total;
}
