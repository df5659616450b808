import { facetStages } from '#contract/facets.ts';
import { fewestDeals, type Market } from '#contract/market.ts';
import { type DealTable, formatDay, pickRows, stages } from './deal-table.ts';
import { estimateLateReports, fewestPeriods, type LateReports, type Tested } from './late-reports.ts';
import { deviations80 } from './percentiles.ts';
import { formatPeriod, monthOf, type Periods } from './periods.ts';
import {
  lastAge,
  readMedians,
  type ReportingTriangle,
  sumReports,
  type TriangleOptions,
} from './reporting-triangle.ts';

type Clock = NonNullable<Market['clock']>;
type Measure = 'deals' | 'amount' | 'median';

type ClockOptions = {
  readonly table: DealTable;
  /** All known deals of the question, whenever they were dated. */
  readonly rows: Int32Array;
  readonly periods: Periods;
  readonly measure: Measure;
  /** The days that are shown. */
  readonly start: number;
  readonly end: number;
  readonly knownOn: number;
  /** The first day of which all deals are known; nothing is compared with a period that begins before it. */
  readonly completeSince?: number | undefined;
};

/** Periods before the first shown one that the estimate may use. */
const earlierPeriods = { 4: 32, 12: 72 } as const;
/** The band of the ages are so many periods before the latest two. */
const periodsOfBand = 8;
/** Ages are shown so long after a period's end, at so many points. */
const shownAges = { 4: 200, 12: 100 } as const;
const agePoints = 25;

/** Deals, amounts or the median round by period, with the late reports that are expected. */
export function computeClock(options: ClockOptions): Clock {
  const { table, rows, periods, measure, start, end, knownOn } = options;
  const first = periodOf(periods, start);
  const last = periodOf(periods, Math.min(end, knownOn));
  const bulk = findBulkImport(table, rows);
  const firstComplete = findFirstComplete(options);
  const compared = { ...options, rows: takeSince(options, firstComplete) };
  const earliest = Math.max(first - earlierPeriods[periods.perYear], firstComplete);
  const shared = { table, rows: compared.rows, periods, first: Math.min(earliest, last), last };
  const buildTriangle = (days?: number) => createTriangle({ ...shared, days }, measure);
  const whole = buildTriangle();
  const step = periods.months === 3 ? 91 : 30;
  const usable = findFirstUsable(compared, earliest, bulk);
  const estimate = (triangle: ReportingTriangle) => estimateLateReports(triangle, { first: usable, knownOn, step });
  const late = estimate(whole);
  // The last period may not be over; earlier ones are then compared by as many of their days.
  const until = Math.min(end, knownOn);
  const isRunning = until < periods.end(last);
  const begun = isRunning ? buildTriangle(until - periods.start(last) + 1) : undefined;
  const lateBegun = begun && estimate(begun);
  const reports = countByStage(options, first, last);

  const read = (period: number) =>
    period === last && begun
      ? { triangle: begun, late: lateBegun, isRunning: true }
      : { triangle: whole, late, isRunning: false };
  const shown = Array.from({ length: last - first + 1 }, (_, at) => {
    const { triangle, late: own, isRunning: isLast } = read(first + at);
    return describePeriod(
      { ...options, triangle, late: own, isRunning: isLast, isComplete: first + at >= firstComplete },
      first + at,
      reports[at] as PeriodReports,
    );
  });
  const latest = isRunning ? last - 1 : last;
  return {
    periods: shown,
    latest: latest < Math.max(first, firstComplete) ? null : compareLatest(compared, whole, latest),
    ...(measure !== 'median' && { growth: sumByDay(options, latest) }),
    ages: readAges({ whole, late, periods, latest, earliest, knownOn }),
    estimate: describeEstimate(late.expect(latest, knownOn - whole.end(latest)), bulk, usable, latest),
  };
}

type PeriodOptions = Pick<ClockOptions, 'periods' | 'measure' | 'knownOn'> & {
  readonly triangle: ReportingTriangle;
  readonly late: LateReports | undefined;
  readonly isRunning: boolean;
  readonly isComplete: boolean;
};

function describePeriod(
  { periods, measure, knownOn, triangle, late, isRunning, isComplete }: PeriodOptions,
  period: number,
  reports: PeriodReports,
): Clock['periods'][number] {
  const age = knownOn - triangle.end(period);
  const expected = isComplete && age < lastAge ? late?.expect(period, age) : undefined;
  const yearBefore = triangle.findAll(period - periods.perYear, age);
  const median = !isComplete || reports.disclosed < fewestDeals ? null : triangle.findAll(period, Infinity);
  return {
    start: formatPeriod(periods, period),
    end: formatDay(triangle.end(period)),
    age,
    is_running: isRunning,
    deals: reports.deals,
    value: measure === 'median' ? median : reports.value,
    stages: measure === 'median' ? [] : reports.stages,
    expected: expected ? pickRange(expected, reports.value) : null,
    year_before: yearBefore > 0 ? yearBefore : null,
  };
}

/** The first period of which all deals are known. */
function findFirstComplete({ periods, completeSince }: ClockOptions): number {
  if (completeSince === undefined) return -Infinity;
  const period = periodOf(periods, completeSince);
  return periods.start(period) >= completeSince ? period : period + 1;
}

const takeSince = ({ table, rows, periods }: ClockOptions, first: number): Int32Array =>
  first === -Infinity ? rows : pickRows(rows, (deal) => periods.of(table.month[deal] as number) >= first);

const periodOf = (periods: Periods, day: number): number => periods.of(monthOf(day));

const createTriangle = (options: TriangleOptions, measure: Measure): ReportingTriangle =>
  measure === 'median' ? readMedians(options) : sumReports(options, measure);

/** A count is never expected to fall. */
const pickRange = ({ value, low, high }: { value: number; low: number; high: number }, reported: number) => ({
  value: Math.max(value, reported),
  low: Math.max(low, reported),
  high: Math.max(high, reported),
});

type PeriodReports = {
  deals: number;
  disclosed: number;
  /** The measure; 0 for a median. */
  value: number;
  stages: { stage: (typeof facetStages)[number]; value: number }[];
};

/** What is reported of each shown period, by stage. */
function countByStage(
  { table, rows, periods, measure, start, end }: ClockOptions,
  first: number,
  last: number,
): PeriodReports[] {
  const size = (last - first + 1) * stages.count;
  const [deals, disclosed, amounts] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  for (const deal of rows) {
    const day = table.day[deal] as number;
    if (day < start || day > end) continue;
    const place = (periods.of(table.month[deal] as number) - first) * stages.count + (table.stage[deal] as number);
    const raised = table.raised[deal] as number;
    deals[place] = (deals[place] as number) + 1;
    if (Number.isNaN(raised)) continue;
    disclosed[place] = (disclosed[place] as number) + 1;
    amounts[place] = (amounts[place] as number) + raised;
  }
  const values = { deals, amount: amounts, median: new Float64Array(size) }[measure];
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const read = (numbers: Float64Array) => numbers.subarray(at * stages.count, (at + 1) * stages.count);
    const sum = (numbers: Float64Array) => read(numbers).reduce((total, one) => total + one, 0);
    return {
      deals: sum(deals),
      disclosed: sum(disclosed),
      value: sum(values),
      stages: facetStages.flatMap((stage, place) =>
        (read(deals)[place] as number) > 0 ? [{ stage, value: read(values)[place] as number }] : [],
      ),
    };
  });
}

/** The day on which more than half of the deals were added. */
function findBulkImport({ created }: DealTable, rows: Int32Array): number | undefined {
  // A majority is what is left when every deal cancels one of another day.
  let [candidate, lead] = [0, 0];
  for (const deal of rows) {
    if (lead === 0) candidate = created[deal] as number;
    lead += created[deal] === candidate ? 1 : -1;
  }
  let deals = 0;
  for (const deal of rows) deals += Number(created[deal] === candidate);
  return deals > rows.length / 2 ? candidate : undefined;
}

/** The first period with deals of which every report had its own day. */
function findFirstUsable({ table, rows, periods }: ClockOptions, earliest: number, bulk: number | undefined): number {
  let firstMonth = Infinity;
  for (const deal of rows) {
    const month = table.month[deal] as number;
    if (month >= 0 && month < firstMonth) firstMonth = month;
  }
  const oldest = firstMonth === Infinity ? earliest : Math.max(earliest, periods.of(firstMonth));
  return bulk === undefined ? oldest : Math.max(oldest, periodOf(periods, bulk) + 1);
}

function describeEstimate(
  tested: Tested | undefined,
  bulk: number | undefined,
  usable: number,
  latest: number,
): Clock['estimate'] {
  if (tested) return { state: 'estimated', tested: tested.tested, held: tested.held };
  const isBulk = bulk !== undefined && latest - usable < fewestPeriods;
  return { state: 'none', reason: isBulk ? 'bulk_import' : 'few_periods', day: isBulk ? formatDay(bulk) : null };
}

type Sample = { readonly deals: number; readonly sum: number; readonly squares: number; readonly sizes: number[] };

/** The deals of a period that were known at an age. */
function takeSample({ table, periods }: ClockOptions, rows: Int32Array, period: number, age: number): Sample {
  const until = periods.end(period) + age;
  let [deals, sum, squares] = [0, 0, 0];
  const sizes: number[] = [];
  for (const deal of rows) {
    if (periods.of(table.month[deal] as number) !== period || (table.created[deal] as number) > until) continue;
    deals += 1;
    const raised = table.raised[deal] as number;
    if (Number.isNaN(raised)) continue;
    sizes.push(raised);
    sum += raised;
    squares += raised * raised;
  }
  return { deals, sum, squares, sizes: sizes.toSorted((a, b) => a - b) };
}

/** Whether chance explains the difference of two samples, with 80 %. */
const isClose: Record<Measure, (a: Sample, b: Sample) => boolean> = {
  deals: (a, b) => Math.abs(a.deals - b.deals) <= deviations80 * Math.sqrt(a.deals + b.deals),
  // Rounds arrive by chance, and each brings its amount: the variance of a sum is that of its squares.
  amount: (a, b) => Math.abs(a.sum - b.sum) <= deviations80 * Math.sqrt(a.squares + b.squares),
  median(a, b) {
    const [one, other] = [a, b].map(({ sizes }) => {
      const reach = (deviations80 / Math.SQRT2) * Math.sqrt(sizes.length) * 0.5;
      const middle = (sizes.length - 1) / 2;
      const pick = (at: number) => sizes[Math.round(Math.min(sizes.length - 1, Math.max(0, at)))] ?? 0;
      return { low: pick(middle - reach), high: pick(middle + reach) };
    }) as [{ low: number; high: number }, { low: number; high: number }];
    return one.low <= other.high && other.low <= one.high;
  },
};

function compareLatest(options: ClockOptions, triangle: ReportingTriangle, latest: number): Clock['latest'] {
  const { periods, measure, knownOn, rows, table } = options;
  const age = knownOn - periods.end(latest);
  const [previous, yearBefore] = [latest - 1, latest - periods.perYear];
  const since = yearBefore * periods.months;
  const own = pickRows(rows, (deal) => (table.month[deal] as number) >= since);
  const sample = takeSample(options, own, latest, age);
  const compare = (period: number) => {
    const other = takeSample(options, own, period, age);
    const isEnough = measure !== 'median' || Math.min(other.sizes.length, sample.sizes.length) >= fewestDeals;
    if (other.deals === 0) return null;
    return {
      start: formatPeriod(periods, period),
      value: isEnough ? triangle.findAll(period, age) : null,
      by_now: isEnough ? triangle.findAll(period, Infinity) : null,
      is_close: isClose[measure](sample, other),
    };
  };
  return { start: formatPeriod(periods, latest), age, previous: compare(previous), year_before: compare(yearBefore) };
}

/** What was reported of a period by each day from its first one on; reports after the last expected ones are left out. */
function sumByDay({ table, rows, periods, measure, start, end, knownOn }: ClockOptions, period: number): number[] {
  const first = periods.start(period);
  const days = Math.max(0, Math.min(knownOn, periods.end(period) + lastAge) - first + 1);
  const sums = Array.from({ length: days }, () => 0);
  for (const deal of rows) {
    const [day, added] = [table.day[deal] as number, (table.created[deal] as number) - first];
    if (periods.of(table.month[deal] as number) !== period || day < start || day > end || added >= sums.length)
      continue;
    const value = measure === 'deals' ? 1 : (table.raised[deal] as number);
    // Some are reported before their day.
    const at = Math.max(0, added);
    if (!Number.isNaN(value)) sums[at] = (sums[at] as number) + value;
  }
  for (let at = 1; at < sums.length; at += 1) sums[at] = (sums[at] as number) + (sums[at - 1] as number);
  return sums;
}

type AgesOptions = {
  readonly whole: ReportingTriangle;
  readonly late: LateReports;
  readonly periods: Periods;
  readonly latest: number;
  readonly earliest: number;
  readonly knownOn: number;
};

/** Reports by days since the period's end: the latest period, the one before, the range of earlier ones, and the expected. */
function readAges({ whole, late, periods, latest, earliest, knownOn }: AgesOptions): Clock['ages'] {
  const age = knownOn - periods.end(latest);
  const most = shownAges[periods.perYear];
  const points = Array.from({ length: agePoints }, (_, at) => Math.round((most * at) / (agePoints - 1)));
  const days = [...new Set([...points, ...(age < most ? [age] : [])])].toSorted((a, b) => a - b);
  const read = (period: number, day: number) =>
    period >= earliest && day <= knownOn - periods.end(period) ? whole.findAll(period, day) : null;
  const band = Array.from({ length: periodsOfBand }, (_, at) => latest - 2 - at).filter(
    (period) => period >= earliest && whole.findAll(period, Infinity) > 0,
  );
  return {
    days,
    latest: days.map((day) => read(latest, day)),
    previous: days.map((day) => read(latest - 1, day)),
    earlier: days.map((day) => {
      const values = band.flatMap((period) => read(period, day) ?? []);
      return values.length === 0 ? null : { low: Math.min(...values), high: Math.max(...values) };
    }),
    earlier_periods: band.length,
    expected: days.map((day) => {
      const expected = day > age ? late.expect(latest, age, day) : undefined;
      return expected ? pickRange(expected, whole.findAll(latest, age)) : null;
    }),
  };
}
