import { findAuthor } from '#contract/find-author.ts';
import type { LoggedCall, CallTotals } from '#contract/calls.ts';
import { readMembership } from '../../platform/http/membership.ts';
import { describeRequest } from '../../search/saved/history.ts';
import { getScreenName } from './ledger-rows.tsx';
import type { CsvCell } from '#contract/csv.ts';
import { saveCsv, toCsv } from '../../search/export/file-formats.ts';
import { formatUtcDay } from '../../platform/format.ts';

const heads = [
  'time_utc',
  'screen',
  'request',
  'method',
  'path',
  'body',
  'calls',
  'quoted_credits',
  'billed_credits',
  'rows',
  'rows_unlocked_before',
  'outcome',
  'status',
  'request_id',
];

const formatLine = (call: LoggedCall): CsvCell[] => [
  new Date(call.at).toISOString(),
  getScreenName(call),
  describeRequest(call, call.place.slice(`${call.place}?`.indexOf('?'))),
  call.method,
  call.path,
  call.body ? JSON.stringify(call.body) : null,
  call.calls,
  call.quotedTenths / 10,
  call.billedTenths / 10,
  call.rows,
  call.unlockedRows,
  call.otherKey === true ? `${call.outcome}, other key` : call.outcome,
  call.reply?.status ?? null,
  call.reply?.requestId ?? null,
];

const formatDayLine = ([day, totals]: readonly [string, CallTotals]): CsvCell[] => [
  day,
  null,
  'sum of the older calls of this day',
  null,
  null,
  null,
  totals.calls,
  totals.quotedTenths / 10,
  totals.billedTenths / 10,
  totals.rows,
  totals.unlockedRows,
  null,
  null,
  null,
];

/** Saves the ledger as CSV, oldest first, and returns the name of the file. */
export function saveLedger(calls: readonly LoggedCall[], days: readonly (readonly [string, CallTotals])[]): string {
  const file = `ledger-${formatUtcDay()}.csv`;
  const { members } = readMembership();
  const lines = [heads, ...days.toReversed().map(formatDayLine), ...calls.map(formatLine)];
  const authors = ['member', ...days.map(() => null), ...calls.map(({ by }) => findAuthor(members, by)?.name ?? null)];
  saveCsv(file, toCsv(members.length > 1 ? lines.map((line, at) => [...line, authors[at] ?? null]) : lines));
  return file;
}
