import { facetStages } from '#contract/facets.ts';
import { type DealTable, formatDay, listHistory, stages } from './deal-table.ts';
import { readPercentile } from './percentiles.ts';
import { addYears, type DaySpan, findYearBefore, isWithin } from './periods.ts';

export type LeadsOptions = {
  readonly table: DealTable;
  /** All known deals of the question. */
  readonly rows: Int32Array;
  readonly recent: DaySpan;
  readonly knownOn: number;
  /** Nothing is compared with days before this one; all days by default. */
  readonly completeSince?: number | undefined;
};

const leadFlag = 1;
const mostInvestors = 25;
const mostNewcomers = 10;

type Led = { deals: number[]; before: number; hasEarlier: boolean };

/** An investor is its row in the table of investors. */
type LeadFigures = {
  readonly investor: number;
  readonly led: number;
  readonly led_before: number | null;
  readonly amount: number;
  readonly typical: number | null;
  readonly stages: { readonly stage: (typeof facetStages)[number]; readonly deals: number }[];
  readonly first: string;
};

/** Who led the recent deals, against the 12 months before at the same age, and who had led none in the 24 months before. */
export function computeLeads({ table, rows, recent, knownOn, completeSince = -Infinity }: LeadsOptions) {
  const yearBefore = findYearBefore(recent, knownOn, completeSince);
  const earliest = addYears(recent.start, -2);
  const byInvestor = new Map<number, Led>();
  let [deals, withLead] = [0, 0];
  for (const deal of rows) {
    const day = table.day[deal] as number;
    if (day < earliest || day > recent.end) continue;
    const isRecent = day >= recent.start;
    const wasBefore = isWithin(table, deal, yearBefore);
    const leads = listLeads(table, deal);
    if (isRecent) deals += 1;
    if (isRecent && leads.length > 0) withLead += 1;
    for (const investor of leads) {
      const led = byInvestor.get(investor) ?? { deals: [], before: 0, hasEarlier: false };
      if (isRecent) led.deals.push(deal);
      else led.hasEarlier = true;
      if (wasBefore) led.before += 1;
      byInvestor.set(investor, led);
    }
  }
  const active = [...byInvestor].filter(([, led]) => led.deals.length > 0);
  const take = (some: typeof active, most: number) =>
    some
      .toSorted(([a, one], [b, other]) => other.deals.length - one.deals.length || a - b)
      .slice(0, most)
      .map(([investor, led]) => ({
        ...describeLead(table, investor, led),
        led_before: yearBefore ? led.before : null,
      }));
  return {
    deals,
    with_lead: withLead,
    investors: take(active, mostInvestors),
    newcomers: take(earliest < completeSince ? [] : active.filter(([, led]) => !led.hasEarlier), mostNewcomers),
  };
}

function listLeads({ investors }: DealTable, deal: number): number[] {
  const leads: number[] = [];
  const end = investors.offsets[deal + 1] as number;
  for (let at = investors.offsets[deal] as number; at < end; at += 1) {
    if (((investors.flags?.[at] ?? 0) & leadFlag) === leadFlag) leads.push(investors.targets[at] as number);
  }
  return leads;
}

function describeLead(table: DealTable, investor: number, { deals }: Led): Omit<LeadFigures, 'led_before'> {
  const amounts = deals.map((deal) => table.raised[deal] as number).filter((usd) => !Number.isNaN(usd));
  const byStage = new Int32Array(stages.count);
  for (const deal of deals) byStage[table.stage[deal] as number] = (byStage[table.stage[deal] as number] as number) + 1;
  return {
    investor,
    led: deals.length,
    amount: amounts.reduce((sum, usd) => sum + usd, 0),
    typical:
      amounts.length === 0
        ? null
        : readPercentile(
            amounts.toSorted((a, b) => a - b),
            0.5,
          ),
    stages: facetStages.flatMap((stage, at) =>
      (byStage[at] as number) > 0 ? [{ stage, deals: byStage[at] as number }] : [],
    ),
    first: formatDay(Math.min(...deals.map((deal) => table.day[deal] as number))),
  };
}

/** Who led the rounds that the companies raised after the first of theirs that matches the question. */
export function computeNextLeads({ table, rows, knownOn }: Pick<LeadsOptions, 'table' | 'rows' | 'knownOn'>) {
  const matching = new Set(rows);
  const companies = new Set(Array.from(rows, (deal) => table.company[deal] as number));
  const byInvestor = new Map<number, number>();
  let [rounds, withLead] = [0, 0];
  for (const company of companies) {
    const history = listHistory(table, company, knownOn);
    for (const deal of history.slice(history.findIndex((one) => matching.has(one)) + 1)) {
      const leads = listLeads(table, deal);
      rounds += 1;
      if (leads.length > 0) withLead += 1;
      for (const investor of leads) byInvestor.set(investor, (byInvestor.get(investor) ?? 0) + 1);
    }
  }
  const investors = [...byInvestor]
    .toSorted(([a, n], [b, m]) => m - n || a - b)
    .slice(0, mostInvestors)
    .map(([investor, led]) => ({ investor, rounds: led }));
  return { rounds, with_lead: withLead, investors };
}
