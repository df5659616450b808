import type { Market } from '#contract/market.ts';
import { type DealTable, unknownDay } from './deal-table.ts';

const ages = [7, 30, 90] as const;
const oldest = 90;

/** How many deals were known some days after their date, of those whose date is at least 90 days ago. */
export function computeBacktest(
  { day, created }: Pick<DealTable, 'day' | 'created'>,
  rows: Int32Array,
  knownOn: number,
): NonNullable<Market['backtest']> {
  const known = new Int32Array(ages.length);
  let deals = 0;
  for (const deal of rows) {
    const date = day[deal] as number;
    if (date === unknownDay || date + oldest > knownOn) continue;
    const delay = (created[deal] as number) - date;
    deals += 1;
    for (let at = 0; at < ages.length; at += 1)
      known[at] = (known[at] as number) + Number(delay <= (ages[at] as number));
  }
  return { deals, known: ages.map((days, at) => ({ days, deals: known[at] as number })) };
}
