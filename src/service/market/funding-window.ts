import { fewestDeals } from '#contract/market.ts';
import { type DealTable, listHistory } from './deal-table.ts';
import { daysPerMonth, type GraduationOptions, listFirstRounds } from './graduation.ts';
import { estimateShares } from './survival.ts';

/** The curve of the window in months, and the deals of companies that are within it, by the index of the table. */
export type FundingWindow = {
  readonly months: { readonly from: number; readonly median: number; readonly to: number } | null;
  readonly curve: number[];
  readonly total: number;
  /** Their last rounds, at most 100, those nearest to the median first. */
  readonly deals: readonly { readonly deal: number; readonly months: number }[];
};

const monthsOfCurve = 48;
const mostCompanies = 100;

/**
 * When the companies of a stage raise a later one, and which of them are at that age without having done so: between the
 * months in which a quarter and three quarters of those that do have done it.
 */
export function findFundingWindow(options: GraduationOptions): FundingWindow {
  const { table, stage, knownOn } = options;
  const rounds = listFirstRounds(options);
  const days = Array.from({ length: monthsOfCurve + 1 }, (_, month) => month * daysPerMonth);
  const curve = estimateShares(rounds, days).map(({ share }) => share);
  const last = curve.at(-1) ?? 0;
  const raised = rounds.filter(({ isEvent }) => isEvent).length;
  if (raised < fewestDeals || last === 0) return { months: null, curve, total: 0, deals: [] };
  const months = {
    from: findMonth(curve, last / 4),
    median: findMonth(curve, last / 2),
    to: findMonth(curve, (last * 3) / 4),
  };
  const within = rounds
    .filter(({ isEvent, company }) => !isEvent && table.closed[company] !== 1)
    .map(({ company }) => findLastRound(table, company, stage, knownOn))
    .map((deal) => ({ deal, months: (knownOn - (table.day[deal] as number)) / daysPerMonth }))
    .filter((one) => one.months >= months.from && one.months <= months.to)
    .toSorted((a, b) => Math.abs(a.months - months.median) - Math.abs(b.months - months.median) || a.deal - b.deal);
  return { months, curve, total: within.length, deals: within.slice(0, mostCompanies) };
}

/** The month at which a rising curve reaches a share, between its points. */
function findMonth(curve: readonly number[], share: number): number {
  const at = curve.findIndex((value) => value >= share);
  const [before, after] = [curve[at - 1] ?? 0, curve[at] ?? 0];
  return at <= 0 ? 0 : at - 1 + (share - before) / (after - before);
}

/** A company's last round of a stage, with its extensions. */
function findLastRound(table: DealTable, company: number, stage: number, knownOn: number): number {
  const history = listHistory(table, company, knownOn);
  return history.findLast((deal) => table.stage[deal] === stage) as number;
}
