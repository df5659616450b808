import { facetStages } from '#contract/facets.ts';
import type { Market, marketBlocks, marketMeasures } from '#contract/market.ts';
import type { Predicate } from '../db/predicates.ts';
import { computeBacktest } from './backtest.ts';
import { computeClock } from './clock.ts';
import { type DealTable, formatDay, pickRows, unknownDay } from './deal-table.ts';
import { findFundingWindow, type FundingWindow } from './funding-window.ts';
import { computeGraduation, listFirstRounds } from './graduation.ts';
import { computeLeads, computeNextLeads } from './leads.ts';
import { type DaySpan, monthOf, type Periods, periodsOf } from './periods.ts';
import { computePlaces, type PlaceFigures } from './places.ts';
import { computeSizes, type Figure } from './sizes.ts';

type Block = (typeof marketBlocks)[number];
type Stage = (typeof facetStages)[number];

/** Days since 1970, both inclusive; open on a side that is undefined. */
type DayRange = { readonly start: number | undefined; readonly end: number | undefined };

/** A part of the deals; a place is a row of the table, and a pair has either or both. */
export type Selection = DayRange & {
  readonly stages: readonly Stage[] | undefined;
  readonly cells:
    readonly { readonly country: number | undefined; readonly industry: number | undefined }[] | undefined;
  /** Rows of investors. */
  readonly leads: readonly number[] | undefined;
  readonly cohort: { readonly stage: Stage; readonly start: number } | undefined;
};

export type MarketQuestion = {
  readonly blocks: readonly Block[];
  readonly days: DayRange;
  readonly knownOn: number;
  /** The first day of which all deals are in the table; all days by default. Nothing is compared with days before it. */
  readonly completeSince?: number | undefined;
  readonly period: 'quarter' | 'month';
  readonly measure: (typeof marketMeasures)[number];
  readonly figure: Figure;
  readonly stage: Stage;
  readonly selection: Selection | undefined;
};

/** A question with the deals that it is about, and the investors by whose leads they are selected. */
export type MarketTask = {
  readonly where: Predicate | undefined;
  readonly leads: Predicate | undefined;
  readonly question: MarketQuestion;
};

/** The figures with rows of the tables in place of names. */
export type MarketFigures = Pick<
  Market,
  'total' | 'within' | 'known_on' | 'first_report' | 'recent' | 'clock' | 'sizes' | 'graduation' | 'backtest'
> & {
  readonly window?: FundingWindow;
  readonly leads?: ReturnType<typeof computeLeads>;
  readonly next_leads?: ReturnType<typeof computeNextLeads>;
  readonly where?: PlaceFigures;
};

/** Without a first day, the question is about this many periods. */
const defaultPeriods = { quarter: 16, month: 24 } as const;

/**
 * Computes the blocks of a question.
 *
 * @param matching The deals that the question matches, whenever they were dated or added.
 */
export function computeMarket(table: DealTable, matching: Int32Array, question: MarketQuestion): MarketFigures {
  const { knownOn, completeSince, selection, measure, figure } = question;
  const periods = periodsOf(question.period);
  const known = matching.filter(
    (deal) =>
      (table.created[deal] as number) <= knownOn &&
      (completeSince === undefined || (table.day[deal] as number) >= completeSince),
  );
  const days = resolveDays(question, periods, findNewest(table, known, knownOn));
  const selected = selection ? intersect(days, selection) : days;
  // Selected days outside of the question have no deals.
  const isEmpty = selected.start > selected.end;
  const shown = isEmpty ? { start: selected.end, end: selected.end } : selected;
  const rows = isEmpty ? new Int32Array() : selection ? select(table, known, selection, knownOn) : known;
  const recent = findRecent(periods, shown, selection, knownOn);
  const dated = { table, rows, periods, ...shown, knownOn, completeSince };
  const compared = { table, rows, recent, knownOn, completeSince };
  const stage = facetStages.indexOf(question.stage);
  const compute: { readonly [B in Block]: () => MarketFigures[B] } = {
    clock: () => computeClock({ ...dated, measure }),
    sizes: () => computeSizes({ ...dated, figure, recent }),
    graduation: () => computeGraduation({ ...dated, stage }),
    window: () => findFundingWindow({ ...dated, stage }),
    leads: () => computeLeads(compared),
    next_leads: () => computeNextLeads({ table, rows, knownOn }),
    where: () => computePlaces(compared),
    backtest: () => computeBacktest(table, rows, knownOn),
  };
  const total = countWithin(table, known, days);
  return {
    total,
    within: selection ? countWithin(table, rows, shown) : total,
    known_on: formatDay(knownOn),
    first_report: findFirstReport(table, matching),
    recent: { start: formatDay(recent.start), end: formatDay(recent.end) },
    ...Object.fromEntries([...new Set(question.blocks)].map((block) => [block, compute[block]()])),
  };
}

function findFirstReport({ created }: DealTable, rows: Int32Array): string | null {
  let first = Infinity;
  for (const deal of rows) first = Math.min(first, created[deal] as number);
  return first === Infinity ? null : formatDay(first);
}

/** The day of the newest deal. */
function findNewest({ day }: DealTable, rows: Int32Array, knownOn: number): number {
  let newest = -Infinity;
  for (const deal of rows) {
    const date = day[deal] as number;
    if (date <= knownOn && date > newest) newest = date;
  }
  return newest;
}

/**
 * The days of the question, with a first and a last one. Without either they end with `knownOn`, or if nothing is as new
 * as the last full period, with the period of the newest deal: the data ends there.
 */
function resolveDays(
  { days, period, knownOn, completeSince = -Infinity }: MarketQuestion,
  periods: Periods,
  newest: number,
): DaySpan {
  const last = periods.of(monthOf(knownOn));
  const isOld = days.start === undefined && newest > unknownDay && periods.of(monthOf(newest)) < last - 1;
  const end = Math.min(days.end ?? (isOld ? periods.end(periods.of(monthOf(newest))) : Infinity), knownOn);
  const first = periods.of(monthOf(end)) - defaultPeriods[period] + 1;
  return { start: Math.min(Math.max(days.start ?? periods.start(first), completeSince), end), end };
}

/** The days that are in both ranges. */
function intersect<R extends DayRange>(days: R, { start, end }: DayRange): R {
  return {
    ...days,
    start: start === undefined ? days.start : Math.max(start, days.start ?? -Infinity),
    end: end === undefined ? days.end : Math.min(end, days.end ?? Infinity),
  };
}

/** The selected days, or the last full year of periods. */
function findRecent(
  periods: Periods,
  { start, end }: DaySpan,
  selection: Selection | undefined,
  knownOn: number,
): DaySpan {
  if (selection?.start !== undefined || selection?.end !== undefined) return { start, end: Math.min(end, knownOn) };
  const running = periods.of(monthOf(end));
  const last = periods.end(running) <= end ? running : running - 1;
  return { start: Math.max(start, periods.start(last - periods.perYear + 1)), end: Math.min(end, periods.end(last)) };
}

function countWithin({ day }: DealTable, rows: Int32Array, { start, end }: { start: number; end: number }): number {
  let count = 0;
  for (const deal of rows) count += Number((day[deal] as number) >= start && (day[deal] as number) <= end);
  return count;
}

/** The deals of a selection, on all days. */
function select(table: DealTable, rows: Int32Array, selection: Selection, knownOn: number): Int32Array {
  const { stages, cells, leads, cohort } = selection;
  const inCohort = cohort && listCohort(table, rows, cohort, knownOn);
  const isLead = leads && new Set(leads);
  const isStage = stages && facetStages.map((stage) => stages.includes(stage));
  return pickRows(rows, (deal) => {
    if (isStage?.[table.stage[deal] as number] === false) return false;
    const company = table.company[deal] as number;
    if (inCohort?.has(company) === false) return false;
    if (isLead && !hasLead(table, deal, isLead)) return false;
    return (
      cells?.some(
        ({ country, industry }) =>
          (country === undefined || table.country[company] === country) &&
          (industry === undefined || table.industry[company] === industry),
      ) ?? true
    );
  });
}

function hasLead({ investors }: DealTable, deal: number, wanted: ReadonlySet<number>): boolean {
  const end = investors.offsets[deal + 1] as number;
  for (let at = investors.offsets[deal] as number; at < end; at += 1) {
    if (((investors.flags?.[at] ?? 0) & 1) === 1 && wanted.has(investors.targets[at] as number)) return true;
  }
  return false;
}

/** The companies whose first round of a stage was in a quarter. */
function listCohort(
  table: DealTable,
  rows: Int32Array,
  { stage, start }: NonNullable<Selection['cohort']>,
  knownOn: number,
): Set<number> {
  const quarters = periodsOf('quarter');
  const end = quarters.end(quarters.of(monthOf(start)));
  const rounds = listFirstRounds({ table, rows, stage: facetStages.indexOf(stage), start, end, knownOn });
  return new Set(rounds.map(({ company }) => company));
}
