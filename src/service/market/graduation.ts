import { fewestDeals, graduationMonths, type Market } from '#contract/market.ts';
import { type DealTable, isLater, listHistory } from './deal-table.ts';
import { formatPeriod, monthOf, type Periods, periodsOf } from './periods.ts';
import { estimateShares, type Observation } from './survival.ts';

type Graduation = NonNullable<Market['graduation']>;

export type GraduationOptions = {
  readonly table: DealTable;
  /** All known deals of the question. */
  readonly rows: Int32Array;
  /** The position of the stage in `facetStages`. */
  readonly stage: number;
  readonly start: number;
  readonly end: number;
  readonly knownOn: number;
};

export const daysPerMonth = 365.25 / 12;
const monthsOfSentence = 24;

/** A company's first round of a stage: when, and how long until a later stage or until today. */
type FirstRound = Observation & { readonly company: number; readonly deal: number; readonly day: number };

/**
 * The first rounds of a stage that are among the rows, one for each company. What follows counts whether it matches the
 * question or not. A company that closed is observed until today too, because the day of its closing is not known.
 */
export function listFirstRounds({ table, rows, stage, start, end, knownOn }: GraduationOptions): FirstRound[] {
  const isAsked = new Set<number>();
  for (const deal of rows) {
    const day = table.day[deal] as number;
    if (table.stage[deal] === stage && day >= start && day <= end) isAsked.add(deal);
  }
  const companies = new Set<number>();
  for (const deal of isAsked) companies.add(table.company[deal] as number);
  return [...companies].flatMap((company): FirstRound[] => {
    const history = listHistory(table, company, knownOn);
    const deal = history.find((one) => table.stage[one] === stage);
    if (deal === undefined || !isAsked.has(deal)) return [];
    const day = table.day[deal] as number;
    const next = history.find((one) => isLater(table.stage[one] as number, stage) && (table.day[one] as number) >= day);
    const days = (next === undefined ? knownOn : (table.day[next] as number)) - day;
    return [{ company, deal, day, days, isEvent: next !== undefined }];
  });
}

/** The share of companies that raised a later stage, by the quarter of their first round of the stage. */
export function computeGraduation(options: GraduationOptions): Graduation {
  const { table, knownOn } = options;
  const quarters = periodsOf('quarter');
  const rounds = listFirstRounds(options);
  const byQuarter = new Map<number, FirstRound[]>();
  for (const round of rounds) {
    const quarter = quarters.of(monthOf(round.day));
    const own = byQuarter.get(quarter) ?? [];
    own.push(round);
    byQuarter.set(quarter, own);
  }
  const wanted = monthsOfSentence * daysPerMonth;
  const old = rounds.filter(({ day }) => knownOn - day >= wanted);
  return {
    cohorts: [...byQuarter.keys()]
      .toSorted((a, b) => a - b)
      .map((quarter) => describeCohort(table, quarters, quarter, byQuarter.get(quarter) ?? [], knownOn)),
    all: { companies: rounds.length, cells: describeCells(rounds, knownOn) },
    after_24: { companies: old.length, raised: old.filter(({ isEvent, days }) => isEvent && days <= wanted).length },
  };
}

function describeCohort(table: DealTable, quarters: Periods, quarter: number, rounds: FirstRound[], knownOn: number) {
  return {
    start: formatPeriod(quarters, quarter),
    companies: rounds.length,
    cells: describeCells(rounds, knownOn),
    raised: rounds.filter(({ isEvent }) => isEvent).length,
    closed: rounds.filter(({ isEvent, company }) => !isEvent && table.closed[company] === 1).length,
  };
}

function describeCells(rounds: readonly FirstRound[], knownOn: number): Graduation['all']['cells'] {
  const days = graduationMonths.map((months) => months * daysPerMonth);
  const shares = estimateShares(rounds, days);
  return graduationMonths.map((months, at) => {
    const old = rounds.filter(({ day }) => knownOn - day >= (days[at] as number)).length;
    const observed = old === 0 ? 'none' : old === rounds.length ? 'all' : 'part';
    const share = rounds.length < fewestDeals || observed === 'none' ? undefined : shares[at];
    return { months, share: share?.share ?? null, low: share?.low ?? null, high: share?.high ?? null, observed };
  });
}
