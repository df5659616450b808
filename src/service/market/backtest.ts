import type { Market } from '#contract/market.ts';
import { type DealTable, unknownDay } from './deal-table.ts';

const ages = [7, 30, 90] as const;

/** How many deals were known some days after their date, of those whose date is at least 90 days ago. */
export function computeBacktest(
  { day, created }: Pick<DealTable, 'day' | 'created'>,
  rows: Int32Array,
  knownOn: number,
): NonNullable<Market['backtest']> {
  const old = rows.filter((deal) => day[deal] !== unknownDay && (day[deal] as number) + Math.max(...ages) <= knownOn);
  return {
    deals: old.length,
    known: ages.map((days) => ({
      days,
      deals: old.filter((deal) => (created[deal] as number) - (day[deal] as number) <= days).length,
    })),
  };
}
