import type { Purchase, PurchaseDay } from '#contract/workspace/purchases.ts';
import { findAuthor, readMembership } from '../../platform/http/membership.ts';
import { describePurchase, getScreenName } from './purchase-rows.tsx';
import type { CsvCell } from '#contract/csv.ts';
import { saveCsv, toCsv } from '../searches/kit/export/file-formats.ts';
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

const formatLine = (call: Purchase): CsvCell[] => [
  call.started_at,
  getScreenName(call),
  describePurchase(call),
  call.method,
  call.path,
  call.body ? JSON.stringify(call.body) : null,
  1,
  call.quoted_tenths / 10,
  call.billed_tenths === null ? null : call.billed_tenths / 10,
  call.rows,
  call.unlocked_rows,
  call.state,
  call.status,
  call.request_id,
];

const formatDayLine = (day: PurchaseDay): CsvCell[] => [
  day.date,
  null,
  'sum of the older calls of this day',
  null,
  null,
  null,
  day.purchases,
  day.quoted_tenths / 10,
  day.billed_tenths / 10,
  day.rows,
  day.unlocked_rows,
  null,
  null,
  null,
];

/** Saves calls and days, both newest first, as CSV, oldest first, and returns the name of the file. */
export function saveUsage(calls: readonly Purchase[], days: readonly PurchaseDay[]): string {
  const file = `usage-${formatUtcDay()}.csv`;
  const { members } = readMembership();
  const oldestFirst = calls.toReversed();
  const lines = [heads, ...days.toReversed().map(formatDayLine), ...oldestFirst.map(formatLine)];
  const names = oldestFirst.map(({ by }) => findAuthor(members, by)?.name ?? null);
  const authors = ['member', ...days.map(() => null), ...names];
  saveCsv(file, toCsv(members.length > 1 ? lines.map((line, at) => [...line, authors[at] ?? null]) : lines));
  return file;
}
