import type { Command } from 'commander';
import { findStagePlace } from '#contract/facets.ts';
import { parseCount } from '../../gateway/cli/command.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import type { Pool } from '../../service/db/pool.ts';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { buildDealTable } from '../../service/market/build-deal-table.ts';
import { computeMarket } from '../../service/market/compute-market.ts';
import { type DealTable, toDayNumber, unknownDay } from '../../service/market/deal-table.ts';
import { lastAge } from '../../service/market/reporting-triangle.ts';
import { openTemporaryDatabase } from '../data-folder.ts';
import { addToolAction } from '../tool-action.ts';

/** How often the newest months are hidden, and by how many days more each time. */
const hidings = 36;
const daysBetween = 30;

type Options = { readonly deals: number; readonly data?: string };

/** What was expected of periods of one age, and what came. */
type AgeErrors = {
  readonly periods: string;
  readonly compared: number;
  /** Means of the absolute error as a share of what came. */
  readonly plain_error: number;
  readonly expected_error: number;
  readonly held: number;
};

/** Adds `bench market`. */
export function registerMarketBench(bench: Command, shutdown: Shutdown): void {
  const command = bench
    .command('market')
    .description('Hide the newest months again and again, and compare what was expected of them with what came')
    .option('--deals <n>', 'number of demo deals, with half as many companies', parseCount, 45_000)
    .option('--data <folder>', 'use the records of this data folder');
  addToolAction(command, shutdown, {
    run: (options: Options) => runMarketBench(options, shutdown),
    format: (errors) => (errors.length === 0 ? ['No period has an estimate.'] : errors.map(formatErrors)),
  });
}

async function runMarketBench({ deals, data }: Options, shutdown: Shutdown): Promise<AgeErrors[]> {
  const { sql } = await openTemporaryDatabase(shutdown, data);
  if (data === undefined) await loadDemo(sql, { companies: Math.ceil(deals / 2), deals, onProgress: console.error });
  const table = await readTable(sql);
  return (['quarter', 'month'] as const).flatMap((period) => hideAndCompare(table, period));
}

async function readTable(sql: Pool): Promise<DealTable> {
  const deals = await sql<{ type: string; pre: boolean; day: string | null; created: string; raised: number | null }[]>`
    SELECT round_type AS type, pre, to_char(date AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
      to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS created, total_round_raised AS raised FROM deals`;
  return buildDealTable(
    deals.map(({ type, pre, day, created, raised }, company) => ({
      day: day === null ? undefined : toDayNumber(day),
      created: toDayNumber(created),
      stage: findStagePlace({ type, pre }),
      raised: raised ?? undefined,
      company,
    })),
    deals.map(() => ({})),
  );
}

/** A period with what was reported and expected of it on a day, and what came. */
type Compared = {
  readonly place: string;
  readonly plain: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly came: number;
};

/** Hides what was added after each of some days, whose reports are complete by now. */
function hideAndCompare(table: DealTable, period: 'quarter' | 'month'): AgeErrors[] {
  const complete = table.created.reduce((last, day) => Math.max(last, day), 0) - lastAge;
  const compared = Array.from({ length: hidings }, (_, at) => complete - at * daysBetween)
    .flatMap((knownOn) => comparePeriods(table, period, knownOn))
    .filter(({ came }) => came > 0);
  // Without delays there is no estimate.
  if (compared.length === 0) return [];
  const places = [...new Set(compared.map(({ place }) => place)), undefined];
  return places.map((place) => ({
    periods: `${period}s, ${place ?? 'all'}`,
    ...summarize(compared.filter((one) => place === undefined || one.place === place)),
  }));
}

function comparePeriods(table: DealTable, period: 'quarter' | 'month', knownOn: number): Compared[] {
  const { clock } = computeMarket(table, Int32Array.from(table.day.keys()), {
    blocks: ['clock'],
    days: { start: undefined, end: undefined },
    knownOn,
    period,
    measure: 'deals',
    figure: 'amount',
    stage: 'SEED',
    selection: undefined,
  });
  return (clock?.periods ?? []).flatMap(({ start, end, age, deals, expected, is_running }) => {
    if (!expected) return [];
    const [, place] = ages.find(([most]) => age <= most) as (typeof ages)[number];
    const came = countDeals(table, toDayNumber(start), toDayNumber(end));
    return [{ place: is_running ? 'running' : place, plain: deals, ...expected, came }];
  });
}

const ages = [
  [91, 'up to 91 days old'],
  [365, 'up to a year old'],
  [Infinity, 'older'],
] as const;

function summarize(compared: readonly Compared[]): Omit<AgeErrors, 'periods'> {
  const mean = (read: (one: Compared) => number) => compared.reduce((sum, one) => sum + read(one), 0) / compared.length;
  return {
    compared: compared.length,
    plain_error: mean(({ plain, came }) => Math.abs(came - plain) / came),
    expected_error: mean(({ value, came }) => Math.abs(came - value) / came),
    held: mean(({ low, high, came }) => Number(low <= came && came <= high)),
  };
}

function countDeals({ day }: DealTable, start: number, end: number): number {
  return day.reduce((count, one) => count + Number(one !== unknownDay && one >= start && one <= end), 0);
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const formatErrors = ({ periods, compared, plain_error, expected_error, held }: AgeErrors): string =>
  `${periods}: ${compared} compared, error of the plain count ${percent(plain_error)}, of the expected ${percent(expected_error)} (${percent(expected_error / plain_error)} of it), range held ${percent(held)}`;
