import type { Alert, AlertDeal } from '#contract/alerts.ts';
import type { Config } from '#contract/config.ts';
import type { Tolerant } from '#contract/record.ts';
import { financingType } from '#contract/enums.ts';
import { parseRoundName } from '#contract/rounds.ts';
import type { DealRecord } from '../../library/records/records.ts';
import type { Round } from '../../platform/rounds.ts';
import { getDealDay } from './days.ts';
import { emptyStatus, type RecordStatus, type StatusState } from '../../library/status/statuses.ts';

export type FoundAlert = Tolerant<Alert>;
export type FoundDeal = Tolerant<AlertDeal>;

/** Why a deal stands in the feed: one alert, and what it says. */
export type Reason = { readonly alertId: string; readonly alertName: string; readonly text: string };

/** One deal of the feed with every alert that it matched. */
export type Item = {
  readonly id: string;
  readonly deal: FoundDeal;
  /** Its UTC day; null where the service gave none. */
  readonly day: string | null;
  readonly round: Round;
  /** In US dollars; null where it is undisclosed. */
  readonly usd: number | null;
  /** What the alert said where the owned row says otherwise. */
  readonly contradicts?: number;
  readonly reasons: readonly Reason[];
};

type Unit = Config['alertAmounts'];

/** An alert's amount in US dollars; the decimal shift is left to the parser, which does not round. */
export function readUsd(amount: number | null, unit: Unit): number | null {
  if (amount === null) return null;
  return unit === 'usd' ? amount : Number(`${amount}e6`);
}

/** Amounts in millions are rounded by whoever sends them, so a difference below a hundredth says nothing. */
const isContradiction = (one: number, other: number): boolean =>
  Math.abs(one - other) > Math.max(Math.abs(one), Math.abs(other)) / 100;

/**
 * The deals of several alerts, each once with all its reasons: newest first, deals of one day by amount, undisclosed
 * and undated last. What an owned row says wins over the alert.
 */
export function buildItems(
  alerts: readonly FoundAlert[],
  unit: Unit,
  readOwned: (id: string) => DealRecord | undefined,
  readRounds: (alertId: string) => readonly string[] = () => [],
): Item[] {
  const items = new Map<string, Item>();
  for (const { alertId, alertName, deals } of alerts) {
    for (const deal of deals ?? []) {
      const reason = { alertId: alertId ?? '', alertName: alertName ?? 'Unnamed alert', text: deal.reasoning ?? '' };
      const before = items.get(deal.id);
      if (before?.reasons.some((known) => known.alertId === reason.alertId)) continue;
      const item = before ?? buildItem(deal, unit, readOwned(deal.id));
      const round = sharpenItem(item.round, readRounds(reason.alertId));
      items.set(deal.id, { ...item, round, reasons: [...item.reasons, reason] });
    }
  }
  return [...items.values()].toSorted(byNewest);
}

function buildItem(deal: FoundDeal, unit: Unit, owned: DealRecord | undefined): Item {
  const found = readUsd(deal.total_round_raised, unit);
  const usd = owned?.total_round_raised ?? found;
  return {
    id: deal.id,
    deal,
    day: getDealDay(deal.date),
    round: owned
      ? { type: owned.round_type, pre: owned.pre, extension: owned.extension, intermediate: owned.intermediate }
      : buildRound(deal.round_type),
    usd,
    ...(found !== null && usd !== null && isContradiction(found, usd) ? { contradicts: found } : {}),
    reasons: [],
  };
}

/** A round as the wire or as people write it: a foreign service may say "Pre-Seed" where ours says SEED. */
function buildRound(type: string | null): Round {
  const known = financingType.safeParse(type).data;
  return known ? { type: known } : (parseRoundName((type ?? '').replaceAll('_', ' ')) ?? { type });
}

/**
 * A deal of an alert says its type alone. Where the alert looks for that type in one form only, such as Pre-Seed, the
 * deal is of that form.
 */
function sharpenItem(round: Round, wanted: readonly string[]): Round {
  if (round.pre !== undefined) return round;
  const forms = wanted.flatMap((name) => parseRoundName(name) ?? []).filter(({ type }) => type === round.type);
  const [first] = forms;
  const isOne = forms.every(({ pre, extension }) => pre === first?.pre && extension === first.extension);
  return first && isOne ? first : round;
}

function byNewest(one: Item, other: Item): number {
  return compare(other.day ?? '', one.day ?? '') || (other.usd ?? -1) - (one.usd ?? -1) || compare(one.id, other.id);
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The items that some of the alerts found, with those alerts' reasons alone; without a choice all of them. */
export function chooseAlerts(items: readonly Item[], chosen: readonly string[]): readonly Item[] {
  if (chosen.length === 0) return items;
  return items.flatMap((item) => {
    const reasons = item.reasons.filter(({ alertId }) => chosen.includes(alertId));
    return reasons.length === 0 ? [] : [{ ...item, reasons }];
  });
}

/** One UTC day of the feed. */
export type Day = { readonly day: string | null; readonly items: readonly Item[] };

/** Items that are in order, by their UTC day; undated ones are a day of their own, the last. */
export function groupByDay(items: readonly Item[]): Day[] {
  const days: { day: string | null; items: Item[] }[] = [];
  for (const item of items) {
    const last = days.at(-1);
    if (last?.day === item.day) last.items.push(item);
    else days.push({ day: item.day, items: [item] });
  }
  return days;
}

/** How often alerts matched, which is more than the number of deals. */
export const countMatches = (items: readonly Item[]): number =>
  items.reduce((sum, { reasons }) => sum + reasons.length, 0);

/** The mark of an item; the blank one where there is none. */
export const readStatus = (marks: StatusState, { id }: Item): RecordStatus => marks.get(id) ?? emptyStatus;

/** Whether a person has decided about a deal, or said that its day is done. */
export const isReviewed = ({ status, seen }: RecordStatus): boolean => status !== null || seen;

/** How far a review is. */
export type Progress = { readonly reviewed: number; readonly total: number };

export const measureProgress = (items: readonly Item[], marks: StatusState): Progress => ({
  reviewed: items.filter((item) => isReviewed(readStatus(marks, item))).length,
  total: items.length,
});

/** "4 of 16 reviewed". */
export const formatProgress = ({ reviewed, total }: Progress): string =>
  `${reviewed.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} reviewed`;

/** The item to go on with after a decision: the next that is not reviewed, else the first such; undefined when all are. */
export function findNext(
  items: readonly Item[],
  afterIndex: number,
  readStatusOf: (item: Item) => RecordStatus,
): Item | undefined {
  const open = (item: Item) => !isReviewed(readStatusOf(item));
  return items.slice(afterIndex + 1).find(open) ?? items.find(open);
}

/** Where to begin: where the person stood, else the first item that is not reviewed, else the first. */
export function findStart(items: readonly Item[], place: string | undefined, marks: StatusState): Item | undefined {
  return items.find(({ id }) => id === place) ?? findNext(items, -1, (item) => readStatus(marks, item)) ?? items[0];
}
