import { findFaults } from '../bench/ledger-faults.ts';
import type { Pool } from '../../service/db/pool.ts';
import type { ClusterEvent } from './cluster-events.ts';
import type { PayingAccount, TimedCall } from './paid-load.ts';

/** What callers saw between one event and the next. */
export interface EventReport {
  readonly event: string;
  readonly atSeconds: number;
  readonly healedAfterSeconds: number;
  /** The longest time without a successful response of any gateway. */
  readonly longestSilenceSeconds: number;
  readonly answered: number;
  readonly rejected: number;
  readonly lost: number;
}

/** The charges of all accounts compared with what their callers saw. */
export interface ChargesReport {
  readonly charges: number;
  readonly credits: number;
  readonly lostButCharged: number;
  readonly faults: readonly string[];
}

/** Splits the calls by events: a call belongs to the last event before its end. */
export function reportEvents(
  events: readonly ClusterEvent[],
  accounts: readonly PayingAccount[],
  endMs: number,
): EventReport[] {
  const calls = accounts.flatMap((account) => account.calls).toSorted((a, b) => a.endedMs - b.endedMs);
  return events.map(({ name, atMs, healedMs }, at) => {
    const untilMs = events[at + 1]?.atMs ?? endMs;
    const own = calls.filter(({ endedMs }) => endedMs >= atMs && endedMs < untilMs);
    const count = (outcome: TimedCall['outcome']) => own.filter((call) => call.outcome === outcome).length;
    return {
      event: name,
      atSeconds: round(atMs / 1000),
      healedAfterSeconds: round((healedMs - atMs) / 1000),
      longestSilenceSeconds: round(findLongestSilence(own, atMs, untilMs) / 1000),
      answered: count('answered'),
      rejected: count('rejected'),
      lost: count('lost'),
    };
  });
}

/** The longest time in milliseconds without an answered call, between two times. */
export function findLongestSilence(calls: readonly TimedCall[], fromMs: number, untilMs: number): number {
  const answers = calls.filter(({ outcome }) => outcome === 'answered').map(({ endedMs }) => endedMs);
  const moments = [fromMs, ...answers.toSorted((a, b) => a - b), untilMs];
  return Math.max(...moments.slice(1).map((moment, at) => moment - (moments[at] ?? 0)));
}

/** Checks every account: an answered call was charged once as stated, a rejected one never, and balances add up. */
export async function checkCharges(sql: Pool, accounts: readonly PayingAccount[]): Promise<ChargesReport> {
  const faults: string[] = [];
  let lostButCharged = 0;
  for (const { accountId, calls } of accounts) {
    const found = await findFaults(sql, accountId, { calls, grants: [] });
    faults.push(...found.faults);
    lostButCharged += found.lostButCharged;
  }
  const [ledger] = await sql<{ charges: number; tenths: number }[]>`
    SELECT count(*) AS charges, coalesce(sum(monthly_tenths + purchased_tenths), 0)::bigint AS tenths FROM ledger`;
  return { charges: ledger?.charges ?? 0, credits: (ledger?.tenths ?? 0) / 10, lostButCharged, faults };
}

/** The events as a table in Markdown, and the charges below it. */
export function formatClusterReport(events: readonly EventReport[], report: ChargesReport): string[] {
  const head = ['At, s', 'Event', 'Healed after, s', 'Longest silence, s', 'Answered', '503', 'No response'];
  const rows = events.map((row) => [
    row.atSeconds,
    row.event,
    row.healedAfterSeconds,
    row.longestSilenceSeconds,
    row.answered,
    row.rejected,
    row.lost,
  ]);
  return [
    toRow(head),
    toRow(head.map(() => '---')),
    ...rows.map(toRow),
    '',
    `${report.charges} charges of ${report.credits} credits; ${report.lostButCharged} requests without a response were charged; ${report.faults.length} faults`,
    ...report.faults.slice(0, 20),
  ];
}

const toRow = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const round = (seconds: number): number => Math.round(seconds * 10) / 10;
