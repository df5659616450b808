import { z } from 'zod';
import { searchDeals } from './deals.ts';
import { countEndpoint } from './endpoint.ts';
import { facetStages } from './facets.ts';
import { requireOrder } from './request-checks.ts';
import { filterList } from './request-parts.ts';
import { text, utcDay, uuid } from './scalars.ts';

/** The fewest deals for which a percentile, a median or a share is shown. */
export const fewestDeals = 8;

/** The months after a round at which graduation is measured. */
export const graduationMonths = [6, 12, 18, 24, 30, 36, 42, 48] as const;

/** The stages that a later one can follow. */
export const graduatingStages = ['PRE_SEED', 'SEED', 'SERIES_A', 'SERIES_B', 'SERIES_C'] as const;

/** What the clock measures; `median` is that of the disclosed round sizes. */
export const marketMeasures = ['deals', 'amount', 'median'] as const;

/** What round sizes measure: amount and valuation in US dollars, the step-up as a ratio, and months since the last round. */
export const sizeFigures = ['amount', 'valuation', 'step_up', 'months'] as const;

export const marketBlocks = [
  'clock',
  'sizes',
  'graduation',
  'window',
  'leads',
  'next_leads',
  'where',
  'backtest',
] as const;

const stage = z.enum(facetStages);
const day = z.iso.date();
const count = z.int();
const dollars = z.number();
/** An estimate with the range that held the truth in 80 % of earlier periods. */
const range = z.strictObject({ value: z.number(), low: z.number(), high: z.number() });
const named = z.strictObject({ permalink: z.string(), name: z.string() });
const identified = z.strictObject({ id: uuid, name: z.string() });

/** The same figure for another period as it was known at the same age. */
const compared = z.strictObject({
  /** The first day of the other period. */
  start: day,
  value: z.number().nullable(),
  /** What is known of that period by now. */
  by_now: z.number().nullable(),
  /** Whether chance explains the difference (80 %). */
  is_close: z.boolean(),
});

const clock = z.strictObject({
  periods: z.array(
    z.strictObject({
      start: day,
      /** The last day; for the running period the day of `known_on`. */
      end: day,
      /** Whole days since the end. */
      age: count,
      is_running: z.boolean(),
      deals: count,
      /** Reported so far; null for a median of fewer than 8 rounds. */
      value: z.number().nullable(),
      /** By stage, those with deals; empty for a median. */
      stages: z.array(z.strictObject({ stage, value: z.number() })),
      /** With everything that is still expected; null when it is complete or there is no estimate. */
      expected: range.nullable(),
      /** The same period a year before, at the same age. */
      year_before: z.number().nullable(),
    }),
  ),
  /** The latest full period against the one before and the one a year before. */
  latest: z
    .strictObject({ start: day, age: count, previous: compared.nullable(), year_before: compared.nullable() })
    .nullable(),
  /** Reported of the latest full period by each day from its first one to `known_on`; absent for a median. */
  growth: z.array(z.number()).optional(),
  /** Reports by days since a period's end. */
  ages: z.strictObject({
    days: z.array(count),
    latest: z.array(z.number().nullable()),
    previous: z.array(z.number().nullable()),
    /** The smallest and the largest of the earlier periods. */
    earlier: z.array(z.strictObject({ low: z.number(), high: z.number() }).nullable()),
    earlier_periods: count,
    /** What the latest period is expected to reach, from its age on. */
    expected: z.array(range.nullable()),
  }),
  /**
   * How the expectation was found, or why there is none: a bulk import has no delays, 8 periods are needed, and counts
   * at a service do not say when deals were added.
   */
  estimate: z.discriminatedUnion('state', [
    z.strictObject({
      state: z.literal('estimated'),
      /** Of so many earlier periods the range held so many. */
      tested: count,
      held: count,
    }),
    z.strictObject({
      state: z.literal('none'),
      reason: z.enum(['bulk_import', 'few_periods', 'counted']),
      day: day.nullable(),
    }),
  ]),
});

/** Percentiles as PostgreSQL's `percentile_cont`; null below 8 disclosed values. */
const percentiles = z
  .strictObject({ p10: z.number(), p25: z.number(), median: z.number(), p75: z.number(), p90: z.number() })
  .nullable();
const sized = { deals: count, disclosed: count, percentiles };

const sizes = z.strictObject({
  periods: z.array(z.strictObject({ start: day, stages: z.array(z.strictObject({ stage, ...sized })) })),
  /** By stage in the recent window; `change` of the median is against the year before at the same age. */
  recent: z.array(z.strictObject({ stage, ...sized, change: z.number().nullable() })),
});

const graduationCell = z.strictObject({
  months: count,
  /** The share that raised a later stage (Kaplan and Meier) with its 95 % interval; null below 8 companies. */
  share: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** How much of the cohort is old enough. */
  observed: z.enum(['all', 'part', 'none']),
});

const graduation = z.strictObject({
  /** Companies by the quarter of their first round of the stage. */
  cohorts: z.array(
    z.strictObject({
      start: day,
      companies: count,
      cells: z.array(graduationCell),
      raised: count,
      /** Reported as closed, without a later stage. */
      closed: count,
    }),
  ),
  all: z.strictObject({ companies: count, cells: z.array(graduationCell) }),
  /** Companies whose round is at least 24 months old, and how many of them raised a later stage within that time. */
  after_24: z.strictObject({ companies: count, raised: count }),
});

const window = z.strictObject({
  /** Between these months since their last round, the middle half of the peers raised. */
  months: z.strictObject({ from: z.number(), median: z.number(), to: z.number() }).nullable(),
  /** The share of peers that raised, by month from 0 to 48. */
  curve: z.array(z.number()),
  total: count,
  companies: z.array(
    z.strictObject({ company: identified, deal_id: uuid, date: day, months: z.number(), raised: dollars.nullable() }),
  ),
});

const lead = z.strictObject({
  investor: identified,
  led: count,
  /** In the 12 months before, at the same age; null where not all of those deals are known. */
  led_before: count.nullable(),
  amount: dollars,
  /** Median of the disclosed rounds; null if none is disclosed. */
  typical: dollars.nullable(),
  stages: z.array(z.strictObject({ stage, deals: count })),
  /** The first deal that it led in the recent window. */
  first: day,
});
const leads = z.strictObject({
  deals: count,
  with_lead: count,
  investors: z.array(lead),
  /** Led none in the 24 months before. */
  newcomers: z.array(lead),
});
const nextLeads = z.strictObject({
  /** Later rounds of the companies, and how many of them name a lead. */
  rounds: count,
  with_lead: count,
  investors: z.array(z.strictObject({ investor: identified, rounds: count })),
});

/** What was a year before is null where not all of those deals are known. */
const cell = z.strictObject({
  deals: count,
  amount: dollars,
  deals_before: count.nullable(),
  amount_before: dollars.nullable(),
});
const where = z.strictObject({
  deals: count,
  /** The most active industries, then one without a name for all others; neighbours are alike. */
  industries: z.array(named.nullable()),
  countries: z.array(
    z.strictObject({
      country: named.nullable(),
      /** One for each industry. */
      cells: z.array(cell),
      all: cell,
    }),
  ),
  all: z.array(cell),
});

const backtest = z.strictObject({
  /** Deals dated at least 90 days before `known_on`. */
  deals: count,
  known: z.array(z.strictObject({ days: count, deals: count })),
});

const market = z.strictObject({
  /**
   * Deals of the question on its days, and those that are also within the selection. A question without days is about the
   * last 16 quarters or 24 months.
   */
  total: count,
  within: count,
  known_on: day,
  /** The day of the first report: earlier days have nothing. */
  first_report: day.nullable(),
  /** The four full quarters (or 12 months) that sizes, leads and places count, or the selected days. */
  recent: z.strictObject({ start: day, end: day }),
  clock: clock.optional(),
  sizes: sizes.optional(),
  graduation: graduation.optional(),
  window: window.optional(),
  leads: leads.optional(),
  next_leads: nextLeads.optional(),
  where: where.optional(),
  backtest: backtest.optional(),
});
export type Market = z.infer<typeof market>;

/** A selection in one block, by which the other blocks are narrowed. */
const marketSelection = requireOrder(
  z.strictObject({
    date_start: utcDay.optional(),
    date_end: utcDay.optional(),
    stages: filterList(stage).optional(),
    /** Pairs of permalinks of `where`: the country and the industry that a company is counted under. */
    cells: filterList(z.strictObject({ country: text.optional(), industry: text.optional() })).optional(),
    /** Investors that led the round. */
    leads: filterList(uuid).optional(),
    /** Companies whose first round of the stage was in the quarter that begins on this day. */
    cohort: z.strictObject({ stage, start: utcDay }).optional(),
  }),
  ['date_start', 'date_end'],
);
export type MarketSelection = z.output<typeof marketSelection>;

/**
 * POST /account/market: figures about all deals that a search matches, by block, as known on a day; free. `deals` is the
 * body of POST /deals; page and order have no effect. Only our own service has it, from the index in memory: 503
 * until that is read; `facets` of `GET /config.json` says so.
 */
export const readMarket = countEndpoint('readMarket', 'POST', '/market', {
  summary: 'Read figures about the deals of a search: late reports, round sizes, graduation, leads and places',
  body: z.strictObject({
    deals: searchDeals.body,
    /** Only what had been added by the end of this UTC day; today by default. */
    known_on: utcDay.optional(),
    period: z.enum(['quarter', 'month']).default('quarter'),
    blocks: filterList(z.enum(marketBlocks)),
    measure: z.enum(marketMeasures).default('deals'),
    figure: z.enum(sizeFigures).default('amount'),
    /** The stage of `graduation` and `window`. */
    stage: z.enum(graduatingStages).default('SEED'),
    within: marketSelection.optional(),
  }),
  data: z.strictObject({ market }),
});

const position = z.strictObject({
  /** The peers: rounds of the same stage in the 24 months up to the deal; a place or industry that is null is any. */
  peers: z.strictObject({
    stage,
    country: named.nullable(),
    region: named.nullable(),
    industry: named.nullable(),
    start: day,
    end: day,
    deals: count,
    disclosed: count,
  }),
  /** The share of disclosed peers that are smaller; null if the round is undisclosed or has fewer than 8 peers. */
  larger_than: z.number().nullable(),
  percentiles,
  /** The disclosed sizes in ascending order, at most 400, evenly chosen. */
  sizes: z.array(dollars),
});
export type Position = z.infer<typeof position>;

/** POST /account/position: where the size of a round lies among its peers; free. 404 DEAL_NOT_FOUND. */
export const readPosition = countEndpoint('readPosition', 'POST', '/position', {
  summary: 'Compare the size of a round with its peers',
  body: z.strictObject({ deal_id: uuid, known_on: utcDay.optional() }),
  data: z.strictObject({ position }),
});
