import { facetStages, listStageRounds } from '#contract/facets.ts';
import { isObject } from '#contract/json.ts';
import { fewestDeals, type Market } from '#contract/market.ts';
import { countedParts, type MarketCounts } from '#contract/workspace/market.ts';
import { formatDay, toDayNumber } from '../market/deal-table.ts';
import { type DaySpan, formatPeriod, monthOf, type Periods, periodsOf } from '../market/periods.ts';
import type { MarketRequest } from '../market/market-question.ts';

type Stage = (typeof facetStages)[number];
type CountedPart = (typeof countedParts)[number];
/** The question that is counted: filters, the day that it is as known on, and its periods. */
export type CountQuestion = Pick<MarketRequest, 'deals' | 'known_on' | 'period'>;

/** The body of a request for one row of POST /deals, and for how many there are. */
export type CountBody = Readonly<Record<string, unknown>>;
/** What such a request brought; undefined for what its response does not say. */
export type Count = {
  readonly total: number | undefined;
  /** US dollars of its row; null if undisclosed, undefined without a row. */
  readonly raised: number | null | undefined;
  /** The UTC day. */
  readonly day: string;
};
/** Finds what a request brought; undefined if it is not bought. */
type FindCount = (body: CountBody) => Count | undefined;

/** Requests of a part: those that can be sent now, and how many more there are at most, including these. */
type PlannedPart = { readonly ready: readonly CountBody[]; readonly open: number; readonly counted: number };

export type CountPlan = {
  readonly parts: Readonly<Record<CountedPart, PlannedPart>>;
  /** How many requests a part takes at most, whatever is bought. */
  readonly whole: Readonly<Record<CountedPart, number>>;
  readonly clock: Counted<NonNullable<Market['clock']>> | undefined;
  readonly sizes: Counted<Pick<NonNullable<Market['sizes']>, 'recent'>> | undefined;
  /** The recent window that sizes count. */
  readonly recent: DaySpan;
  /** Whether the order of sizes has undisclosed rounds in it, so that no percentile can be read from it. */
  readonly isOrderMixed: boolean;
};
/** Figures with the day of the oldest count among them. */
type Counted<T> = { readonly figures: T; readonly day: string };

const defaultPeriods = { quarter: 16, month: 24 } as const;
/** Earlier periods of a longer question are not counted. */
const mostPeriods = 80;
/** Every round of another stage is what is left of a period, so that it needs no request. */
const countedStages = facetStages.filter((stage) => stage !== 'OTHER');
const percentiles = [
  ['p10', 0.1],
  ['p25', 0.25],
  ['median', 0.5],
  ['p75', 0.75],
  ['p90', 0.9],
] as const;
/** Requests for a stage: all rounds, the disclosed ones, and a round for each percentile. */
const requestsOfStage = 2 + percentiles.length;

/**
 * What is counted at a service that charges for it, one request of one row for each figure, and what that still takes.
 * Periods are counted from the newest on, so that a run that stops has the newest ones.
 *
 * @param today The day up to which periods have begun, in days since 1970.
 */
export function planCounts(question: CountQuestion, today: number, find: FindCount): CountPlan {
  const { deals, known_on: known, period: kind } = question;
  const periods = periodsOf(kind);
  const wanted = { start: readDay(deals.deal?.date_start), end: readDay(deals.deal?.date_end) };
  const until = Math.min(readDay(known) ?? today, today);
  const last = periods.of(monthOf(Math.min(wanted.end ?? until, until)));
  const asked = wanted.start === undefined ? last - defaultPeriods[kind] + 1 : periods.of(monthOf(wanted.start));
  const first = Math.max(Math.min(asked, last), last - mostPeriods + 1);
  const clip = (span: DaySpan): DaySpan => ({
    start: Math.max(span.start, wanted.start ?? -Infinity),
    end: Math.min(span.end, wanted.end ?? Infinity, readDay(known) ?? Infinity),
  });
  const spans = Array.from({ length: last - first + 1 }, (_, at) => {
    const place = last - at;
    return { place, ...clip({ start: periods.start(place), end: periods.end(place) }) };
  });
  const stages = countedStages.filter((stage) => listRounds(question, stage).length > 0);

  const wholes = spans.map((span) => buildBody(question, span));
  const divided = spans.map((span) => stages.map((stage) => buildBody(question, { ...span, stage })));
  const lastFull = periods.end(last) <= Math.min(wanted.end ?? until, until) ? last : last - 1;
  const recent = clip({ start: periods.start(lastFull - periods.perYear + 1), end: periods.end(lastFull) });
  const sized = recent.start > recent.end ? [] : stages.map((stage) => planStage(question, { ...recent, stage }, find));
  const check = checkOrder(sized, find);
  const bodiesOfSizes = sized.flatMap(({ counts, ranks }) => [...counts, ...(check.isPassed ? ranks : [])]);

  return {
    parts: {
      periods: listOpen(wholes, find),
      stages: listOpen(divided.flat(), find),
      sizes: check.isMixed
        ? { ready: [], open: 0, counted: bodiesOfSizes.filter(find).length }
        : {
            ...listOpen([...bodiesOfSizes, ...check.bodies], find),
            open:
              sized.reduce((sum, { open }) => sum + open, 0) +
              (check.isPassed ? 0 : check.bodies.length === 0 ? 1 : check.bodies.filter((body) => !find(body)).length),
          },
    },
    whole: {
      periods: wholes.length,
      stages: divided.flat().length,
      sizes: sized.length === 0 ? 0 : sized.length * requestsOfStage + 1,
    },
    clock: readClock({ spans, stages, periods, until, find, wholes, divided }),
    sizes: check.isPassed ? readSizes(sized, find) : undefined,
    recent,
    isOrderMixed: check.isMixed,
  };
}

const readDay = (day: string | undefined): number | undefined => (day === undefined ? undefined : toDayNumber(day));

function listOpen(bodies: readonly CountBody[], find: FindCount): PlannedPart {
  const ready = bodies.filter((body) => !find(body));
  return { ready, open: ready.length, counted: bodies.length - ready.length };
}

type Cell = DaySpan & {
  readonly stage?: Stage;
  /** The disclosed round at this rank, from 0, in the order of sizes. */
  readonly rank?: number;
};

/** The rounds of a stage that the question asks for. */
function listRounds({ deals }: CountQuestion, stage: Stage) {
  const rounds = listStageRounds(stage);
  const only = deals.deal?.financing_types;
  if (!only) return rounds;
  return rounds.filter((round) =>
    only.some(({ type, pre, extension }) => type === round.type && pre === round.pre && extension === round.extension),
  );
}

/** The request for the deals of a cell. A day that an earlier answer was known on is a filter of its own. */
function buildBody(question: CountQuestion, { start, end, stage, rank }: Cell): CountBody {
  const { page: _page, page_size: _size, sort_by: _order, deal, ...filters } = question.deals;
  const known = question.known_on;
  const addedBy = [known, deal?.created_end].filter((day) => day !== undefined).toSorted()[0];
  return {
    ...filters,
    deal: {
      ...deal,
      date_start: formatDay(start),
      date_end: formatDay(end),
      ...(addedBy === undefined ? {} : { created_end: addedBy }),
      ...(stage === undefined ? {} : { financing_types: listRounds(question, stage) }),
      // No bound is met by an undisclosed amount, not even 0.
      ...(rank === undefined ? {} : { size_min: deal?.size_min ?? 0 }),
    },
    page: rank ?? 0,
    page_size: 1,
    sort_by: rank === undefined ? 'most_recent_deal' : 'smallest_raise',
  };
}

type PlannedStage = {
  readonly stage: Stage;
  /** The requests for all rounds, and for the disclosed ones with the smallest of them. */
  readonly counts: readonly [all: CountBody, disclosed: CountBody];
  /** The requests for the rounds at the percentiles; empty until it is known where they are. */
  readonly ranks: readonly CountBody[];
  readonly largest: CountBody | undefined;
  readonly open: number;
};

function planStage(question: CountQuestion, cell: DaySpan & { readonly stage: Stage }, find: FindCount): PlannedStage {
  const counts = [buildBody(question, cell), buildBody(question, { ...cell, rank: 0 })] as const;
  const disclosed = find(counts[1]);
  const total = disclosed?.total ?? 0;
  const places = new Set(percentiles.map(([, share]) => Math.round((total - 1) * share)));
  const ranks = total < fewestDeals ? [] : [...places].map((rank) => buildBody(question, { ...cell, rank }));
  const open = [...counts, ...ranks].filter((body) => !find(body)).length;
  return {
    stage: cell.stage,
    counts,
    ranks,
    largest: total > 0 ? buildBody(question, { ...cell, rank: total - 1 }) : undefined,
    open: disclosed ? open : open + percentiles.length,
  };
}

/**
 * Whether the order of sizes has disclosed rounds only. Of the first stage that has any, the smallest and the largest
 * must be disclosed, because a service may put the others at either end.
 */
function checkOrder(stages: readonly PlannedStage[], find: FindCount) {
  const pending = { isPassed: false, isMixed: false, bodies: [] as readonly CountBody[] };
  for (const { counts, largest, ranks } of stages) {
    const smallest = find(counts[1]);
    if (!smallest) return pending;
    if (!largest) continue;
    const end = find(largest);
    const amounts = [smallest, ...(end ? [end] : []), ...ranks.flatMap((body) => find(body) ?? [])];
    if (amounts.some(({ raised }) => typeof raised !== 'number')) return { ...pending, isMixed: true };
    return { isPassed: end !== undefined, isMixed: false, bodies: [largest] };
  }
  return { ...pending, isPassed: true };
}

type ClockParts = {
  readonly spans: readonly (DaySpan & { readonly place: number })[];
  readonly stages: readonly Stage[];
  readonly periods: Periods;
  readonly until: number;
  readonly find: FindCount;
  readonly wholes: readonly CountBody[];
  readonly divided: readonly (readonly CountBody[])[];
};

/** The counted periods up to the first gap, with their stages where these are counted too. */
function readClock({ spans, stages, periods, until, find, wholes, divided }: ClockParts): CountPlan['clock'] {
  const counted = takeWhile(spans, (_, at) => find(wholes[at] as CountBody)?.total !== undefined);
  if (counted.length === 0) return undefined;
  const days: string[] = [];
  const read = (body: CountBody): number => {
    const count = find(body);
    if (count) days.push(count.day);
    return count?.total ?? 0;
  };
  const shown = counted.map((span, at) => {
    const deals = read(wholes[at] as CountBody);
    const cells = divided[at] as readonly CountBody[];
    const isDivided = cells.every((body) => find(body)?.total !== undefined);
    const parts = isDivided ? cells.map((body, of) => ({ stage: stages[of] as Stage, value: read(body) })) : [];
    const other = deals - parts.reduce((sum, { value }) => sum + value, 0);
    const all = isDivided && other > 0 ? [...parts, { stage: 'OTHER' as const, value: other }] : parts;
    return { span, deals, stages: all.filter(({ value }) => value > 0) };
  });
  const day = days.toSorted()[0] as string;
  const latest = shown.find(({ span }) => periods.end(span.place) <= Math.min(span.end, until));
  const age = (end: number) => Math.max(0, Math.min(until, toDayNumber(day)) - end);
  return {
    day,
    figures: {
      periods: shown.toReversed().map(({ span, deals, stages: parts }) => {
        const end = Math.min(span.end, until);
        return {
          start: formatPeriod(periods, span.place),
          end: formatDay(end),
          age: age(end),
          is_running: end < periods.end(span.place),
          deals,
          value: deals,
          stages: parts,
          expected: null,
          year_before: null,
        };
      }),
      // Of an earlier day nothing is counted, so that nothing can be compared at the same age.
      latest: latest
        ? {
            start: formatPeriod(periods, latest.span.place),
            age: age(periods.end(latest.span.place)),
            previous: null,
            year_before: null,
          }
        : null,
      ages: { days: [], latest: [], previous: [], earlier: [], earlier_periods: 0, expected: [] },
      estimate: { state: 'none', reason: 'counted', day: null },
    },
  };
}

function takeWhile<T>(list: readonly T[], isWanted: (one: T, at: number) => boolean): T[] {
  const end = list.findIndex((one, at) => !isWanted(one, at));
  return list.slice(0, end < 0 ? list.length : end);
}

/** The stages whose requests are all answered. */
function readSizes(stages: readonly PlannedStage[], find: FindCount): CountPlan['sizes'] {
  const done = stages.filter(({ open }) => open === 0);
  const days = done.flatMap(({ counts, ranks }) => [...counts, ...ranks].flatMap((body) => find(body)?.day ?? []));
  const day = days.toSorted()[0];
  if (day === undefined) return undefined;
  const recent = done.flatMap(({ stage, counts: [all, some], ranks }) => {
    const [deals, disclosed] = [find(all)?.total ?? 0, find(some)?.total ?? 0];
    if (deals === 0) return [];
    const amountAt = new Map(ranks.map((body) => [body['page'], find(body)?.raised]));
    const read = percentiles.map(([name, share]) => [name, amountAt.get(Math.round((disclosed - 1) * share))] as const);
    const isWhole = read.every(([, usd]) => typeof usd === 'number');
    return [
      {
        stage,
        // A deal may have been disclosed between the two requests.
        deals: Math.max(deals, disclosed),
        disclosed,
        percentiles: isWhole ? (Object.fromEntries(read) as Record<(typeof percentiles)[number][0], number>) : null,
        change: null,
      },
    ];
  });
  return { day, figures: { recent } };
}

/** What a stored response says of a request. */
export function readStoredCount({ data, meta, at }: { data: object; meta: object; at: string }): Count {
  const { total_count: total } = meta as { total_count?: unknown };
  const { deals } = data as { deals?: unknown };
  const row: unknown = Array.isArray(deals) ? deals[0] : undefined;
  const raised = isObject(row) ? row['total_round_raised'] : undefined;
  return {
    total: Number.isSafeInteger(total) && (total as number) >= 0 ? (total as number) : undefined,
    raised: isObject(row) ? (Number.isFinite(raised) ? (raised as number) : null) : undefined,
    day: at.slice(0, 10),
  };
}

/** What is counted and what that costs, as the contract has it. */
export const describeCounts = (plan: CountPlan, tenths: number): MarketCounts =>
  countedParts.map((part) => ({
    part,
    counted: plan.parts[part].counted,
    open: plan.parts[part].open,
    tenths: plan.parts[part].open * tenths,
    again_tenths: plan.whole[part] * tenths,
  }));
