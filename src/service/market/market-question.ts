import type { ParsedBodyOf } from '#contract/endpoint.ts';
import type { MarketSelection, readMarket } from '#contract/market.ts';
import type { MarketQuestion, Selection } from './compute-market.ts';
import { toDayNumber } from './deal-table.ts';

export type MarketRequest = ParsedBodyOf<typeof readMarket>;

const toDay = (day: string | undefined): number | undefined => (day === undefined ? undefined : toDayNumber(day));

/**
 * The question of a request, with no more than that, because it is sent to a thread.
 *
 * @param latest The last moment whose reports are known.
 */
export function buildQuestion(request: MarketRequest, latest: Date, selection: Selection | undefined): MarketQuestion {
  const { blocks, period, measure, figure, stage, deals, known_on } = request;
  const { date_start, date_end } = deals.deal ?? {};
  return {
    blocks,
    days: { start: toDay(date_start), end: toDay(date_end) },
    knownOn: Math.min(toDay(known_on) ?? Infinity, toDayNumber(latest.toISOString().slice(0, 10))),
    period,
    measure,
    figure,
    stage,
    selection,
  };
}

type FindRows = {
  readonly country: (permalink: string) => number;
  readonly industry: (permalink: string) => number;
  readonly leads: (ids: readonly string[]) => readonly number[];
};

/** A selection with rows in place of permalinks and ids. */
export function buildSelection(
  { date_start, date_end, stages, cells, leads, cohort }: MarketSelection,
  find: FindRows,
): Selection {
  const findIn = (read: (permalink: string) => number, permalink: string | undefined) =>
    permalink === undefined ? undefined : read(permalink);
  return {
    start: toDay(date_start),
    end: toDay(date_end),
    stages,
    cells: cells?.map(({ country, industry }) => ({
      country: findIn(find.country, country),
      industry: findIn(find.industry, industry),
    })),
    leads: leads && find.leads(leads),
    cohort: cohort && { stage: cohort.stage, start: toDayNumber(cohort.start) },
  };
}
