import { formatNativeAmounts } from '../../platform/rounds.ts';
import {
  formatGrouped,
  formatMoney,
  formatShortDay,
  formatUtcMinute,
  monthNames,
  formatUtcDay,
} from '../../platform/format.ts';
import { describeBusiness, removeName } from '../../platform/about-company.ts';
import { readServiceTime, watchServiceClock } from '../../platform/http/service-clock.ts';
import { useSyncExternalStore } from 'react';
import type { Alert, AlertDeal } from '#contract/alerts.ts';
import type { Config } from '#contract/config.ts';
import type { Tolerant } from '#contract/record.ts';
import { parseRoundName } from '#contract/rounds.ts';
import { parseUtcDay } from '#contract/scalars.ts';
import { parseAlertRound, toAlertUsd } from '../alert-names.ts';
import { type DealRecord, unlockedCompanies, unlockedDeals } from '../records.ts';
import type { Round } from '../../platform/rounds.ts';
import type { StatusState } from '../status/statuses.ts';
import type { RecordStatus } from '#contract/workspace/statuses.ts';
import { emptyStatus } from '../status/record-status.ts';

export type AlertRecord = Tolerant<Alert>;
export type AlertDealRecord = Tolerant<AlertDeal>;

/** Why a deal is in the feed: the alert that matched, and its explanation. */
export type MatchReason = {
  readonly alertId: string;
  readonly alertName: string;
  readonly text: string;
  /** The investors and companies that the alert filters for. */
  readonly names: readonly string[];
};

/** What the filters of an alert say about the deals that it matches. */
type AlertHints = { readonly rounds: readonly string[]; readonly names: readonly string[] };

const noHints: AlertHints = { rounds: [], names: [] };

/** One deal of the feed with every alert that matched it. */
export type AlertItem = {
  readonly id: string;
  readonly deal: AlertDealRecord;
  /** Its UTC day; null without a date. */
  readonly day: string | null;
  readonly round: Round;
  /** US dollars; null where undisclosed. */
  readonly usd: number | null;
  /** The alert's amount, where the unlocked row has a different one. */
  readonly alertUsd?: number;
  readonly reasons: readonly MatchReason[];
};

/**
 * What a deal raised. Alerts have dollars alone, so other currencies are read from the unlocked deal, or from its
 * company if it is the latest one; blank where nothing is known.
 */
export const formatAmount = (item: AlertItem): string =>
  item.usd === null ? formatNativeAmounts(listNativeFinancings([item])) : formatMoney(item.usd);

/** The round of an item as far as it is unlocked: the deal, or the latest one of its company. */
function findUnlockedRound({ id, deal }: AlertItem): Pick<DealRecord, 'financings'> | undefined {
  const latest = unlockedCompanies.read(deal.company_id ?? '')?.latest_deal;
  return unlockedDeals.read(id) ?? (latest?.id === id ? latest : undefined);
}

/** What it raised in other currencies; undefined while it is locked. */
export function formatNative(item: AlertItem): string | undefined {
  const round = findUnlockedRound(item);
  return round && formatNativeAmounts(round);
}

/** The amount, or why there is none. */
export const describeAmount = (item: AlertItem): string =>
  formatAmount(item) || (findUnlockedRound(item) ? 'Undisclosed' : 'No dollar amount');

/** The financings of the rounds without dollars, as far as they are unlocked, as if of one round. */
export const listNativeFinancings = (items: readonly AlertItem[]): Pick<DealRecord, 'financings'> => ({
  financings: items.flatMap((item) => (item.usd === null ? (findUnlockedRound(item)?.financings ?? []) : [])),
});

/** What the company of a match does, as far as unlocked records and the alert say; else what the alert says of the round. */
export function describeMatch(deal: AlertDealRecord): string {
  const { deal_short_description: short, deal_long_description: long } = deal;
  const name = deal.company_name ?? '';
  const company = unlockedCompanies.read(deal.company_id ?? '');
  return describeBusiness(name, company?.short_description, [short, long]) || removeName(short ?? long ?? '', name);
}

type Unit = Config['alertAmounts'];

/** Amounts in millions are rounded, so only differences above 1 % count. */
const isContradiction = (one: number, other: number): boolean =>
  Math.abs(one - other) > Math.max(Math.abs(one), Math.abs(other)) / 100;

/**
 * Merges the deals of several alerts, each with all its reasons: newest first, then by amount; undisclosed amounts and
 * undated deals last. Unlocked rows take precedence over the alert.
 */
export function buildItems(
  alerts: readonly AlertRecord[],
  unit: Unit,
  readUnlocked: (id: string) => DealRecord | undefined,
  readHints: (alertId: string) => AlertHints | undefined = () => undefined,
): AlertItem[] {
  const items = new Map<string, AlertItem>();
  for (const { alertId, alertName, deals } of alerts) {
    for (const deal of deals ?? []) {
      const { rounds, names } = readHints(alertId ?? '') ?? noHints;
      const text = deal.reasoning?.trim() ?? '';
      const reason = { alertId: alertId ?? '', alertName: alertName ?? 'Unnamed alert', text, names };
      const before = items.get(deal.id);
      if (before?.reasons.some((known) => known.alertId === reason.alertId)) continue;
      const item = before ?? buildItem(deal, unit, readUnlocked(deal.id));
      const round = narrowRound(item.round, parseNamedRound(text) ?? rounds);
      items.set(deal.id, { ...item, round, reasons: [...item.reasons, reason] });
    }
  }
  return [...items.values()].toSorted(byNewest);
}

function buildItem(deal: AlertDealRecord, unit: Unit, unlocked: DealRecord | undefined): AlertItem {
  const found = toAlertUsd(deal.total_round_raised, unit);
  const usd = unlocked?.total_round_raised ?? found;
  return {
    id: deal.id,
    deal,
    day: getDealDay(deal.date),
    round: unlocked
      ? {
          type: unlocked.round_type,
          pre: unlocked.pre,
          extension: unlocked.extension,
          intermediate: unlocked.intermediate,
        }
      : parseAlertRound(deal.round_type),
    usd,
    ...(found !== null && usd !== null && isContradiction(found, usd) ? { alertUsd: found } : {}),
    reasons: [],
  };
}

/**
 * The deal of an alert has only a round type. Where the alert filters for one variant of that type, such as Pre-Seed,
 * the deal is of that variant.
 */
function narrowRound(round: Round, wanted: readonly string[]): Round {
  if (round.pre !== undefined) return round;
  const forms = wanted.flatMap((name) => parseRoundName(name) ?? []).filter(({ type }) => type === round.type);
  const [first] = forms;
  const isOne = forms.every(({ pre, extension }) => pre === first?.pre && extension === first.extension);
  return first && isOne ? first : round;
}

/** The name of the round in a reason of our own service, which tells Pre-Seed from Seed. */
function parseNamedRound(reason: string): readonly string[] | undefined {
  const name = /\bthe round is ([^,.]+?)(?=[,.]| and )/.exec(reason)?.[1];
  return name === undefined ? undefined : [name];
}

function byNewest(one: AlertItem, other: AlertItem): number {
  return compare(other.day ?? '', one.day ?? '') || (other.usd ?? -1) - (one.usd ?? -1) || compare(one.id, other.id);
}

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);

/** The items that match the chosen alerts, with the reasons of these alerts only. No choice means all. */
export function filterByAlerts(items: readonly AlertItem[], chosen: readonly string[]): readonly AlertItem[] {
  if (chosen.length === 0) return items;
  return items.flatMap((item) => {
    const reasons = item.reasons.filter(({ alertId }) => chosen.includes(alertId));
    return reasons.length === 0 ? [] : [{ ...item, reasons }];
  });
}

/** One UTC day of the feed. */
export type AlertDay = { readonly day: string | null; readonly items: readonly AlertItem[] };

/** Groups sorted items by UTC day; undated ones form the last group. */
export function groupByDay(items: readonly AlertItem[]): AlertDay[] {
  const days: { day: string | null; items: AlertItem[] }[] = [];
  for (const item of items) {
    const last = days.at(-1);
    if (last?.day === item.day) last.items.push(item);
    else days.push({ day: item.day, items: [item] });
  }
  return days;
}

/** The number of matches; a deal with two alerts counts twice. */
export const countMatches = (items: readonly AlertItem[]): number =>
  items.reduce((sum, { reasons }) => sum + reasons.length, 0);

/** The status of an item; an empty one where none is set. */
export const readStatus = (statuses: StatusState, { id }: AlertItem): RecordStatus => statuses.get(id) ?? emptyStatus;

/** Whether a deal has a status, or its day is marked as done. */
export const isReviewed = ({ status, seen }: RecordStatus): boolean => status !== null || seen;

/** How many deals are reviewed. */
export type ReviewCount = { readonly reviewed: number; readonly total: number };

export const countReviewed = (items: readonly AlertItem[], statuses: StatusState): ReviewCount => ({
  reviewed: items.filter((item) => isReviewed(readStatus(statuses, item))).length,
  total: items.length,
});

/** "4 of 16 reviewed". */
export const formatProgress = ({ reviewed, total }: ReviewCount): string =>
  `${formatGrouped(reviewed)} of ${formatGrouped(total)} reviewed`;

/** The next item without review after an index, else the first one; undefined when all are reviewed. */
export function findNext(
  items: readonly AlertItem[],
  afterIndex: number,
  readStatusOf: (item: AlertItem) => RecordStatus,
): AlertItem | undefined {
  const open = (item: AlertItem) => !isReviewed(readStatusOf(item));
  return items.slice(afterIndex + 1).find(open) ?? items.find(open);
}

/** Where a review starts: the stored position, else the first item without review, else the first. */
export function findStart(
  items: readonly AlertItem[],
  place: string | undefined,
  statuses: StatusState,
): AlertItem | undefined {
  return items.find(({ id }) => id === place) ?? findNext(items, -1, (item) => readStatus(statuses, item)) ?? items[0];
}

const dayMs = 86_400_000;

/** A span of UTC days, `YYYY-MM-DD`, both ends included. */
export type DayRange = { readonly from: string; readonly to: string };

/** The periods the user can choose. */
export const periods = ['week', 'last-week', 'review', 'range'] as const;
type AlertPeriod = (typeof periods)[number];

/** How many days back a review searches for deals that this device has not shown. */
const reviewDays = 90;
/** The longest period the service accepts (contract 5). */
export const maxPeriodDays = 365;

/** The UTC day `days` later, or earlier for a negative number. */
export const addDays = (day: string, days: number): string => formatUtcDay(Date.parse(day) + days * dayMs);

/** The number of days, both ends included. */
export const countDays = ({ from, to }: DayRange): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** The ends of a custom range, as far as they are set. */
type CustomEnds = { readonly from?: string | undefined; readonly to?: string | undefined };

/** The days of a period relative to today; `week` is the last seven days, and last week began on a Monday. */
export function getPeriodDays(period: AlertPeriod, today: string, custom: CustomEnds = {}): DayRange {
  // 1970-01-01 was a Thursday.
  const monday = addDays(today, -((Math.floor(Date.parse(today) / dayMs) + 3) % 7));
  if (period === 'last-week') return { from: addDays(monday, -7), to: addDays(monday, -1) };
  if (period === 'review') return { from: addDays(today, 1 - reviewDays), to: today };
  if (period === 'week') return { from: addDays(today, -6), to: today };
  return { from: custom.from ?? monday, to: custom.to ?? today };
}

/** What is wrong with a custom range; undefined when it is valid. */
export function findRangeProblem(days: DayRange, today: string): string | undefined {
  if (days.to < days.from) return 'The last day is before the first.';
  if (countDays(days) > maxPeriodDays)
    return `This range has ${countDays(days)} days. Choose at most ${maxPeriodDays}.`;
  if (days.from > today) return 'The range starts in the future.';
  return undefined;
}

/** The period of the same length right before. */
export const getPreviousDays = (days: DayRange): DayRange => ({
  from: addDays(days.from, -countDays(days)),
  to: addDays(days.from, -1),
});

/** The days as the date parameters of the API. */
export const buildDateParameters = ({ from, to }: DayRange): { start_date: string; end_date: string } => ({
  start_date: `${from}T00:00:00.000Z`,
  end_date: `${to}T23:59:59.999Z`,
});

/** The UTC day of a deal; null where its date is missing or invalid. */
export const getDealDay = (date: string | null): string | null => (date === null ? null : (parseUtcDay(date) ?? null));

const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** "Thursday 19 November 2026". */
export function formatDayName(day: string): string {
  const weekday = weekdays[new Date(day).getUTCDay()] ?? '';
  const [year = '', month, date] = day.split('-');
  return `${weekday} ${Number(date)} ${monthNames[Number(month) - 1] ?? ''} ${year}`;
}

/** "16 to 22 Nov 2026", or the one day: month and year are said once where both ends share them. */
export function formatDayRange({ from, to }: DayRange): string {
  const last = formatShortDay(to);
  if (from === to) return last;
  const [day = '', month = '', year = ''] = formatShortDay(from).split(' ');
  if (last.endsWith(`${month} ${year}`)) return `${day} to ${last}`;
  return last.endsWith(year) ? `${day} ${month} to ${last}` : `${day} ${month} ${year} to ${last}`;
}

/** A timestamp in the browser's time zone, for the tooltip of a UTC date. */
export function formatLocalTime(date: string): string {
  const moment = new Date(date);
  const shifted = moment.getTime() - moment.getTimezoneOffset() * 60_000;
  return Number.isNaN(shifted) ? '' : `Your time: ${formatUtcMinute(new Date(shifted).toISOString())}`;
}

/** Today's UTC day, never after the service's own; it changes at midnight while the page is open. */
export const useToday = (): string => useSyncExternalStore(watchToday, readToday, readToday);
const readToday = (): string => formatUtcDay(readServiceTime());

function watchToday(listener: () => void): () => void {
  const timer = setInterval(listener, 60_000);
  const unwatch = watchServiceClock(listener);
  return () => {
    clearInterval(timer);
    unwatch();
  };
}
